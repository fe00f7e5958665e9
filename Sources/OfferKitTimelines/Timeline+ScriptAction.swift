public import Foundation
public import OfferKit

extension Timeline.Script {
    /// The action of a character in a script.
    public struct Action: Sendable {
        let run: @Sendable (_ device: Device, _ group: String) throws -> Void

        /// A custom action.
        ///
        /// - Parameter body: Acts, at the beginning of the character's step.
        public init(_ body: @escaping @Sendable (_ device: Device) throws -> Void) {
            run = { device, _ in try body(device) }
        }

        private init(inGroup body: @escaping @Sendable (_ device: Device, _ group: String) throws -> Void) {
            run = body
        }

        /// Buys a product, for an upgrade or a downgrade for example.
        ///
        /// - Parameters:
        ///   - productID: The product.
        ///   - offer: The offer of the purchase.
        /// - Returns: The action.
        public static func buy(_ productID: String, offer: PurchaseOffer = .automatic) -> Action {
            Action { device in try device.purchase(productID, offer: offer) }
        }

        /// Buys a product with a promotional offer, signed at that moment.
        ///
        /// - Parameters:
        ///   - productID: The product.
        ///   - offer: The offer's identifier.
        ///   - account: The account that the offer is signed for.
        ///   - signer: The developer's server, whose key the store knows.
        /// - Returns: The action.
        public static func buy(
            _ productID: String, promotional offer: String, for account: AppAccount, signedBy signer: OfferSigner
        ) -> Action {
            Action { device in
                let claim = try device.store.sign(offer: offer, of: productID, for: account, with: signer)
                try device.purchase(productID, offer: .promotional(claim), account: account)
            }
        }

        /// Redeems an offer code.
        ///
        /// - Parameter code: The code.
        /// - Returns: The action.
        public static func redeem(code: String) -> Action {
            Action { device in try device.redeem(code: code) }
        }

        /// Changes a product's base price everywhere.
        ///
        /// - Parameters:
        ///   - price: The new price.
        ///   - productID: The product.
        ///   - policy: The effect of an increase on present subscribers.
        /// - Returns: The action.
        public static func setBasePrice(
            _ price: Decimal, of productID: String, policy: PriceIncreasePolicy = .automatic
        ) -> Action {
            Action { device in try device.store.setBasePrice(of: productID, to: price, policy: policy) }
        }

        /// Puts a product on sale, or takes it off.
        ///
        /// - Parameters:
        ///   - isForSale: Whether it can be bought.
        ///   - productID: The product.
        /// - Returns: The action.
        public static func setForSale(_ isForSale: Bool, of productID: String) -> Action {
            Action { device in try device.store.setForSale(isForSale, of: productID) }
        }

        /// Returns the actions that every script has.
        static func standard(for productID: String) -> [Character: Action] {
            [
                "P": .buy(productID),
                "!": Action { $0.customer.paymentMethod = .declining },
                "f": Action { $0.customer.failNextCharges() },
                "+": Action { $0.customer.paymentMethod = .working },
                "x": Action(inGroup: { try $0.customer.setAutoRenew(false, inGroup: $1) }),
                "a": Action(inGroup: { try $0.customer.setAutoRenew(true, inGroup: $1) }),
                "Y": Action(inGroup: { try $0.customer.answerPriceIncrease(true, inGroup: $1) }),
                "X": Action(inGroup: { try $0.store.refund($0.latestTransaction(inGroup: $1)) }),
                "Z": Action(inGroup: { try $0.store.reverseRefund(of: $0.latestTransaction(inGroup: $1)) }),
                "L": Action(inGroup: { try $0.customer.extendRenewalDate(inGroup: $1, byDays: 30) }),
            ]
        }
    }
}

extension Device {
    /// Returns the number of the customer's own latest transaction in a group.
    ///
    /// Without one it is the largest number, which no transaction has; in a test environment 0 is a transaction's
    /// number.
    fileprivate func latestTransaction(inGroup group: String) -> UInt64 {
        transactions.last { $0.subscriptionGroupID == group && $0.ownershipType == .purchased }?.id ?? .max
    }
}
