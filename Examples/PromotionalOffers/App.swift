import Foundation
import OfferKit

/// The app: shows an offer's terms from the store, asks the server to sign, and buys.
///
/// It has no keys, and is the same before and after one is replaced.
struct App {
    let device: Device
    let account: String

    /// Returns the text for the customer before buying; nil where the offer is not available on this device.
    func teaser(for offerID: String, of productID: String) -> String? {
        guard let product = device.product(productID),
            let offer = product.subscription?.promotionalOffers.first(where: { $0.id == offerID })
        else { return nil }
        return product.terms(of: offer)?.text
    }

    /// Asks the server for a signature, and buys with its answer (S0-53, S0-61…66).
    func buy(_ offerID: String, of productID: String, from server: Server) throws -> Transaction {
        let userName = try server.userName(of: account)
        let request = OfferSignatureRequest(
            bundleID: "", productID: productID, offerID: offerID, account: .userName(userName))
        let answer = try server.answer(JSONEncoder().encode(request))
        return try buy(offerID, of: productID, with: answer, as: userName)
    }

    /// Buys with an answer that the app has already.
    func buy(_ offerID: String, of productID: String, with answer: Data, as userName: String) throws -> Transaction {
        let decoded = try JSONDecoder().decode(OfferSignatureAnswer.self, from: answer)
        let discount = PaymentDiscount(offer: offerID, answer: decoded)
        return try device.purchase(productID, offer: .promotional(discount), account: .userName(userName))
    }
}
