public import Foundation
public import OfferKitCore
import OfferKitCrypto

extension Device {
    /// Follows a link to the App Store as the customer does: a win-back offer's direct link (S4-13), a link with an
    /// offer code (S1-44), or the one to the payment details (B7-17).
    ///
    /// A link for codes that has none in it opens the sheet for codes, where the customer does what
    /// ``AppStoreAnswers/offerCode-swift.property`` says (C-192).
    ///
    /// ```swift
    /// let link = try store.winBackLink(for: "comeback", of: "pro.monthly")
    /// try device.open(link)
    /// ```
    ///
    /// - Parameter url: The link.
    /// - Returns: What it came to.
    /// - Throws: ``LinkRefusal``.
    @discardableResult
    public func open(_ url: URL) throws(LinkRefusal) -> LinkOutcome {
        switch AppStoreLink(url) {
        case nil: throw .unknownLink(url)
        case .billing:
            if messageAnswers.billingIssue == .updatePaymentMethod { customer.paymentMethod = .working }
            return .paymentDetails
        case .winBack(let number):
            let shop = store.state.shop
            guard let value = UInt64(number), "\(value)" == number, let found = shop.winBackOffer(numbered: value),
                let offerID = found.offer.id
            else { throw .unknownWinBackOffer(number: shop.unknownWinBackNumber(number)) }
            return .purchase(
                try LinkRefusal.wrapping(redeemWinBackOffer(offerID, of: shop[found.place].product.id, at: .link)) {
                    .purchase($0)
                })
        case .redemption(let appID, let code):
            if let appID, !appID.hasBytes(of: String(store.appAppleID)) {
                throw .otherApp(id: appID, expected: store.appAppleID)
            }
            var typed = code ?? ""
            if typed.isEmpty {
                guard case .redeem(let answer) = appStoreAnswers.offerCode else { return .codeSheet }
                typed = answer
            }
            return .codeRedeemed(try LinkRefusal.wrapping(redeem(code: typed, at: .link)) { .code($0) })
        }
    }
}

extension Store {
    /// Returns the direct link of a win-back offer, to be sent to customers who may have it (S4-13, S4-23).
    ///
    /// It carries the number that the store gave the offer, not the offer's identifier (S4-12).
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier.
    ///   - productID: The product it belongs to.
    /// - Returns: The link.
    /// - Throws: ``ConfigurationRefusal`` for an unknown product, and a product without such an offer.
    public func winBackLink(for offerID: String, of productID: String) throws(ConfigurationRefusal) -> URL {
        let shop = state.shop
        guard let place = shop.place(of: productID) else { throw .unknownProduct(shop.unknownProduct(productID)) }
        guard let number = shop.winBackNumber(of: offerID, on: place), let url = AppStoreLink.winBack("\(number)").url
        else { throw .unknownOffer(shop[place].unknownOffer(offerID, .winBack), product: productID) }
        return url
    }

    /// Returns the link to redeem offer codes of this app (S1-44).
    ///
    /// - Parameter code: The code that the link has in it; without one the customer types it in after following the
    ///   link.
    /// - Returns: The link.
    /// - Throws: ``CodeRefusal/unknownCode(_:)``.
    public func redemptionLink(for code: String? = nil) throws(CodeRefusal) -> URL {
        if let code {
            let codes = state.codes
            if codes[code] == nil { throw .unknownCode(codes.unknownCode(code)) }
        }
        guard let url = AppStoreLink.redemption(appID: String(appAppleID), code: code).url else {
            throw .internalFault("no link can be made of the app's number")
        }
        return url
    }
}
