public import Foundation
import OfferKitCore

extension Product {
    /// An option that goes with a purchase.
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        enum Kind: Hashable, Sendable {
            case appAccountToken(UUID)
            case promotionalOffer(PaymentDiscount)
            case promotionalJWS(offerID: String, compactJWS: String)
            case introductoryEligibility(compactJWS: String)
            case winBackOffer(ProductDiscount)
            case quantity(Int)
            case testing(TestPurchaseOption)
            case simulatesAskToBuy(Bool)
            case storefrontChange(StorefrontQuestion)
            case billingPlan(SubscriptionInfo.BillingPlanType)
            case custom(key: String, value: CustomValue)
        }

        /// A value of the developer's own.
        enum CustomValue: Hashable, Sendable {
            case text(String)
            case number(Double)
            case flag(Bool)
            case data(Data)
        }

        let kind: Kind

        /// Makes an option with a token that ties the transaction to an account of the app's own.
        public static func appAccountToken(_ token: UUID) -> PurchaseOption {
            PurchaseOption(kind: .appAccountToken(token))
        }

        /// Makes an option with the quantity bought: 1 to 10, for products that are no subscriptions.
        public static func quantity(_ quantity: Int) -> PurchaseOption {
            PurchaseOption(kind: .quantity(quantity))
        }

        /// Makes an option with a promotional offer and its proof (B2-13).
        ///
        /// In a purchase without an account token, the token's part of the signed text is empty (B2-14).
        ///
        /// - Parameters:
        ///   - offerID: The offer's identifier.
        ///   - keyID: The identifier of the key that signed.
        ///   - nonce: The nonce that was signed.
        ///   - signature: The DER signature itself, not its Base64 text.
        ///   - timestamp: When it was signed, in milliseconds since 1970.
        /// - Returns: The option.
        public static func promotionalOffer(
            offerID: String, keyID: String, nonce: UUID, signature: Data, timestamp: Int
        ) -> PurchaseOption {
            let discount = PaymentDiscount(
                identifier: offerID, keyIdentifier: keyID, nonce: nonce, signature: signature.base64EncodedString(),
                timestamp: Int64(timestamp))
            return PurchaseOption(kind: .promotionalOffer(discount))
        }

        /// Makes an option with a promotional offer and its proof.
        public static func promotionalOffer(
            offerID: String, signature: SubscriptionOffer.Signature
        ) -> PurchaseOption {
            promotionalOffer(
                offerID: offerID, keyID: signature.keyID, nonce: signature.nonce, signature: signature.signature,
                timestamp: signature.timestamp)
        }

        /// Makes an option with a promotional offer and its proof, as ``Store/sign(offer:of:for:with:)`` and a server's
        /// answer have it.
        ///
        /// What is missing in it is missing in the purchase too, and the store says so (S0-72). A user name that was
        /// signed has no place in StoreKit 2, which knows tokens only (B2-14).
        ///
        /// - Parameter discount: The proof.
        /// - Returns: The option.
        public static func promotionalOffer(_ discount: PaymentDiscount) -> PurchaseOption {
            PurchaseOption(kind: .promotionalOffer(discount))
        }

        /// Makes options with a promotional offer and its proof in the newer form, a compact JWS (B2-22).
        ///
        /// - Parameters:
        ///   - offerID: The offer's identifier.
        ///   - compactJWS: What the developer's server answered.
        /// - Returns: The options, to be added to those of the purchase: an array, as StoreKit has it.
        public static func promotionalOffer(_ offerID: String, compactJWS: String) -> [PurchaseOption] {
            [PurchaseOption(kind: .promotionalJWS(offerID: offerID, compactJWS: compactJWS))]
        }

        /// Makes an option with the developer's decision on whether the introductory offer applies to this purchase
        /// (B2-23).
        ///
        /// A no suppresses it. A yes gives it also to those who used one in the group before, but not to present
        /// subscribers (C-10).
        ///
        /// - Parameter compactJWS: What the developer's server answered.
        /// - Returns: The option.
        public static func introductoryOfferEligibility(compactJWS: String) -> PurchaseOption {
            PurchaseOption(kind: .introductoryEligibility(compactJWS: compactJWS))
        }

        /// Makes an option with a win-back offer of the product (S4-34).
        public static func winBackOffer(_ offer: SubscriptionOffer) -> PurchaseOption {
            PurchaseOption(kind: .winBackOffer(offer))
        }
    }
}

extension Product.PurchaseOption: CustomDebugStringConvertible {
    /// The option's name in StoreKit, with its value.
    public var debugDescription: String {
        switch kind {
        case .appAccountToken(let token): "appAccountToken(\(token))"
        case .promotionalOffer(let discount): "promotionalOffer(\(discount.identifier ?? ""))"
        case .promotionalJWS(let offerID, _): "promotionalOffer(\(offerID), compactJWS)"
        case .introductoryEligibility: "introductoryOfferEligibility(compactJWS)"
        case .winBackOffer(let offer): "winBackOffer(\(offer.id ?? ""))"
        case .quantity(let quantity): "quantity(\(quantity))"
        case .simulatesAskToBuy(let isSimulated): "simulatesAskToBuyInSandbox(\(isSimulated))"
        case .storefrontChange: "onStorefrontChange"
        case .billingPlan(let type): "billingPlanType(\(type.rawValue))"
        case .custom(let key, _): "custom(\(key))"
        case .testing(.promotionalOffer(let id)): "promotionalOffer(id: \(id))"
        case .testing(.codeOffer(let name)): "codeOffer(referenceName: \(name))"
        case .testing(.purchaseDate(let date, _)): "purchaseDate(\(date))"
        }
    }
}

extension ProductDiscount {
    /// The proof for a promotional offer, as a server answers it.
    public struct Signature: Equatable, Hashable, Sendable {
        /// The identifier of the key that signed.
        public var keyID: String
        /// The nonce that was signed.
        public var nonce: UUID
        /// The time of signing, in milliseconds since 1970.
        public var timestamp: Int
        /// The DER signature itself.
        public var signature: Data

        /// Creates a proof from its parts.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }

        /// Creates the proof in a discount; nil where a part is missing, or the signature is not Base64.
        ///
        /// - Parameter discount: The discount, with its offer's identifier or without.
        public init?(_ discount: PaymentDiscount) {
            guard let keyID = discount.keyIdentifier, let nonce = discount.nonce,
                let timestamp = discount.timestamp.flatMap({ Int(exactly: $0) }),
                let signature = discount.signature.flatMap({ Data(base64Encoded: $0) })
            else { return nil }
            self.init(keyID: keyID, nonce: nonce, timestamp: timestamp, signature: signature)
        }
    }
}
