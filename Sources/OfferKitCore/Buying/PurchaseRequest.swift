#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a device sends when its customer wants to buy.
package struct PurchaseRequest: Hashable, Sendable {
    /// The offer asked for.
    ///
    /// An introductory offer is never asked for: it applies by itself (B3-7).
    package enum Offer: Hashable, Sendable {
        case none
        case promotional(PaymentDiscount)
        /// A promotional offer by its identifier, with a signed request in the compact form (B2-22).
        case promotionalJWS(String, OfferRequestJWS)
        /// A win-back offer, by its identifier.
        case winBack(String)
        /// More than one, which is a mistake of the caller (C-8).
        case several([String])
    }

    package var customer: CustomerID
    package var productID: String
    /// The device's storefront.
    package var territory: Territory
    package var quantity: Int
    package var account: AppAccount
    package var offer: Offer
    /// The developer's own decision on the introductory offer; no offer by itself (B2-23, C-95).
    package var introductoryEligibility: OfferRequestJWS?
    /// Whether the device allows purchases at all.
    package var canMakePayments: Bool
    /// The device's system, which may be too old for the offer (B3-9).
    package var system: DeviceSystem
    /// Whether the customer asks in the App Store or the settings, and not in the app.
    package var isFromOutside = false
    /// Whether it is only asked what the purchase would come to, or bought in a test session: nothing is signed then, and
    /// steps 4 and 6 are passed over (C-96, C-126).
    package var isQuestion = false
    /// StoreKit 2 reads an account token that was not set as the empty part of the signed string (C-1).
    package var readsAbsentAccountAsEmpty: Bool

    /// Whether there is a signature to look at.
    package var isSigned: Bool {
        switch offer {
        case .promotional, .promotionalJWS: true
        case .none, .winBack, .several: introductoryEligibility != nil
        }
    }

    package init(
        customer: CustomerID, productID: String, territory: Territory, quantity: Int = 1, account: AppAccount = .notSet,
        offer: Offer = .none, introductoryEligibility: OfferRequestJWS? = nil, canMakePayments: Bool = true,
        system: DeviceSystem = .newest,
        readsAbsentAccountAsEmpty: Bool = false
    ) {
        self.customer = customer
        self.productID = productID
        self.territory = territory
        self.quantity = quantity
        self.account = account
        self.offer = offer
        self.introductoryEligibility = introductoryEligibility
        self.canMakePayments = canMakePayments
        self.system = system
        self.readsAbsentAccountAsEmpty = readsAbsentAccountAsEmpty
    }
}

extension StoreState {
    /// The claim of the original form whose signature has to be checked before this request is judged; nil when it carries none.
    package func claim(in request: PurchaseRequest) -> OfferClaim? {
        guard case .promotional(let discount) = request.offer else { return nil }
        let isEmptyPart = request.account == .notSet && request.readsAbsentAccountAsEmpty
        return OfferClaim(
            bundleID: setup.bundleID, productID: request.productID,
            account: isEmptyPart ? .userName("") : request.account, discount: discount)
    }
}

extension PurchaseRequest {
    /// The claims that the request uses up once it is past B3 step 4, each nonce once (C-3, C-5).
    var claimsSpent: [SpentClaim] {
        var claims: [SpentClaim] = []
        func add(_ nonce: UUID?, _ timestamp: Int64?) {
            guard let nonce, !claims.contains(where: { $0.nonce == nonce }) else { return }
            claims.append(SpentClaim(nonce: nonce, timestamp: timestamp, account: account))
        }
        switch offer {
        case .promotional(let discount): add(discount.nonce, discount.timestamp)
        case .promotionalJWS(_, let jws): add(jws.nonce, jws.issuedAt?.millisecondsSince1970)
        case .none, .winBack, .several: break
        }
        if let jws = introductoryEligibility { add(jws.nonce, jws.issuedAt?.millisecondsSince1970) }
        return claims
    }
}
