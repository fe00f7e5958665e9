import Foundation
import OfferKitCore

extension OfferRequestJWS {
    /// A signed request as a good server makes it: signed with `KEY1` at the bench's time, with a new nonce.
    init(
        for purpose: Purpose, of product: String, customer: CustomerID, offer: String? = nil, allows: Bool? = nil,
        in bench: inout Bench
    ) {
        self.init("header.claims.signature", for: purpose)
        decoded = ["{\"alg\":\"ES256\"}", "{\"aud\":\"\(purpose.rawValue)\"}"]
        keyIdentifier = "KEY1"
        audience = purpose.rawValue
        bundleID = "com.example.app"
        nonce = bench.newNonce()
        nonceText = nonce?.uuidString
        issuedAt = bench.state.now
        productID = product
        offerID = offer
        allowsIntroductoryOffer = allows
        transactionID = bench.state.setup.appTransactionID(of: customer)
    }
}

extension PurchaseRequest {
    /// Changes a promotional offer into one with a signed request in the compact form.
    mutating func makeJWS(in bench: inout Bench) {
        guard case .promotional(let discount) = offer, let id = discount.identifier else { return }
        offer = .promotionalJWS(
            id, OfferRequestJWS(for: .promotionalOffer, of: productID, customer: customer, offer: id, in: &bench))
    }

    /// Adds the developer's decision on the introductory offer.
    mutating func decide(_ isAllowed: Bool, in bench: inout Bench) {
        introductoryEligibility = OfferRequestJWS(
            for: .introductoryEligibility, of: productID, customer: customer, allows: isAllowed, in: &bench)
    }
}

extension Bench {
    /// Returns a request to buy with a promotional offer in the compact form; `change` spoils it.
    mutating func promotionalJWS(
        _ product: String, _ offer: String, for customer: CustomerID,
        _ change: (inout OfferRequestJWS) -> Void = { _ in }
    ) -> PurchaseRequest {
        var jws = OfferRequestJWS(
            for: .promotionalOffer, of: product, customer: customer, offer: offer, in: &self)
        change(&jws)
        return PurchaseRequest(
            customer: customer, productID: product, territory: "USA", offer: .promotionalJWS(offer, jws))
    }

    /// Returns a request to buy that carries the developer's decision on the introductory offer.
    mutating func deciding(
        _ isAllowed: Bool, _ product: String, for customer: CustomerID,
        _ change: (inout OfferRequestJWS) -> Void = { _ in }
    ) -> PurchaseRequest {
        var request = PurchaseRequest(customer: customer, productID: product, territory: "USA")
        request.decide(isAllowed, in: &self)
        if var jws = request.introductoryEligibility {
            change(&jws)
            request.introductoryEligibility = jws
        }
        return request
    }
}
