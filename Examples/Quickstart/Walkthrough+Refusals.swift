import Foundation
import OfferKit

extension Walkthrough {
    /// Provokes each of the four errors of promotional offers, and prints the store's explanations.
    func refusals() throws {
        guard let (product, offer) = promotion(), let id = offer.id else {
            heading("Refused promotional offers")
            return say("No product in this shop has a promotional offer.")
        }
        let account = AppAccount.userName(try CustomerHash.userName("customer 2", salt: salt))

        heading("missingOfferParams: the user name was forgotten")
        let forgotten = try store.sign(offer: id, of: product.id, for: account, with: signer)
        buy(product, .promotional(forgotten), .notSet)

        heading("invalidOfferIdentifier: no such offer")
        var wrong = id + "-2"
        while (try? device.eligibility(forOffer: wrong, .promo, of: product.id)) != nil { wrong += "-2" }
        let misspelt = try store.sign(offer: wrong, of: product.id, for: account, with: signer)
        buy(product, .promotional(misspelt), account)

        heading("invalidSignature: signed for another user name than the one sent")
        let other = try store.sign(offer: id, of: product.id, for: firstAccount, with: signer)
        buy(product, .promotional(other), account)

        heading("invalidSignature: the timestamp counts seconds")
        let request = OfferSignatureRequest(
            bundleID: store.bundleID, productID: product.id, offerID: id, account: account)
        let nonce = try store.sign(request, with: signer).nonce
        let seconds = Int64(store.now.timeIntervalSince1970)
        let early = try signer.sign(request, nonce: nonce, timestamp: seconds)
        buy(product, .promotional(PaymentDiscount(offer: id, answer: early)), account)

        heading("invalidOfferPrice: the base price was lowered to that of the offer")
        try lowBasePrice(account)
    }

    private func lowBasePrice(_ account: AppAccount) throws {
        for product in device.products {
            guard let configured = configuration.catalog.product(product.id) else { continue }
            for offer in configured.subscription?.offers ?? [] {
                guard case .promotional(let id) = offer.kind, case .payAsYouGo(let prices, _) = offer.terms,
                    let price = prices.amount(in: device.storefront),
                    let basePrice = configured.prices.amount(in: device.storefront)
                else { continue }
                try store.setBasePrice(of: product.id, to: price, in: device.storefront)
                let discount = try store.sign(offer: id, of: product.id, for: account, with: signer)
                buy(product, .promotional(discount), account)
                return try store.setBasePrice(of: product.id, to: basePrice, in: device.storefront)
            }
        }
        say("No promotional offer in this shop is paid as you go.")
    }
}
