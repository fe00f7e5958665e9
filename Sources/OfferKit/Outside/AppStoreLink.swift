public import Foundation
public import OfferKitCore

/// A link of the App Store that a customer may follow: the one place that writes and reads such links.
enum AppStoreLink: Hashable {
    /// A win-back offer's direct link, by the number that the store gave the offer (S4-12, S4-13).
    case winBack(String)
    /// A link that redeems an offer code (S1-44); with the app's number and the code, where it has them.
    case redemption(appID: String?, code: String?)
    /// The page for payment details (B7-17).
    case billing

    private static let host = "apps.apple.com"

    /// The beginnings of such links, as a person is told of them.
    static let beginnings = ["win-back/", "redeem?ctx=offercodes", "account/billing"].map { "https://\(host)/\($0)" }

    /// Reads a link; nil for one that leads elsewhere.
    ///
    /// What it says is compared by its bytes: to compare texts as Swift does takes the square of the marks in them.
    init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme.hasBytes(of: "https"),
            let host = parts.host?.lowercased(), host.hasBytes(of: AppStoreLink.host), parts.port == nil,
            parts.user == nil
        else { return nil }
        // One that stands there twice says two things.
        func query(_ name: String) -> String? {
            let values = (parts.queryItems ?? []).filter { $0.name.hasBytes(of: name) }
            return values.count == 1 ? values[0].value : nil
        }
        // A stroke that is written as %2F is a part of a name.
        let path = parts.percentEncodedPath.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        func leads(to names: String...) -> Bool {
            path.count == names.count && zip(path, names).allSatisfy { $0.hasBytes(of: $1) }
        }
        if leads(to: "redeem"), let context = query("ctx"), context.hasBytes(of: "offercodes") {
            self = .redemption(appID: query("id"), code: query("code"))
        } else if leads(to: "account", "billing") {
            self = .billing
        } else {
            guard path.count == 2, path[0].hasBytes(of: "win-back") else { return nil }
            self = .winBack(path[1])
        }
    }

    /// The link as a URL; nothing in it needs more than a URL allows.
    var url: URL? {
        var parts = URLComponents()
        parts.scheme = "https"
        parts.host = AppStoreLink.host
        switch self {
        case .winBack(let number): parts.path = "/win-back/" + number
        case .billing: parts.path = "/account/billing"
        case .redemption(let appID, let code):
            parts.path = "/redeem"
            parts.queryItems =
                [URLQueryItem(name: "ctx", value: "offercodes")]
                + [("id", appID), ("code", code)].compactMap { name, value in
                    value.map { URLQueryItem(name: name, value: $0) }
                }
        }
        return parts.url
    }
}

/// The outcome of following a link of the App Store.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum LinkOutcome: Hashable, Sendable {
    /// A win-back offer was redeemed, or its purchase handed to the app.
    case purchase(OutsidePurchase)
    /// An offer code was redeemed.
    case codeRedeemed(Transaction)
    /// The sheet for offer codes is open, and no code was typed: ``Device/redeem(code:at:)`` at ``CodeEntryPoint/link``
    /// types one (C-192).
    case codeSheet
    /// The customer saw the page for payment details, and did what ``MessageAnswers/billingIssue`` says.
    case paymentDetails
}

/// The reasons why following a link failed.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum LinkRefusal: Error, Hashable, Sendable {
    /// The link is none of the App Store's for offers, codes or payment details.
    case unknownLink(URL)
    /// No win-back offer of this app has that number: it is the number that the store gives, not the offer's identifier
    /// (S4-12).
    case unknownWinBackOffer(number: UnknownName)
    /// The link redeems a code of another app.
    case otherApp(id: String, expected: Int64)
    /// The purchase was refused.
    case purchase(PurchaseRefusal)
    /// The code was refused.
    case code(CodeRefusal)
}

extension LinkRefusal: CustomStringConvertible {
    /// The error's name, the reason, and advice on what to do.
    public var description: String {
        switch self {
        case .unknownLink(let url):
            "unknownLink: \(VisibleText.quoted(url.absoluteString)) is no link of the App Store for offers, codes or payment details. "
                + "Those begin with \(AppStoreLink.beginnings.joined(separator: ", ")). Store.winBackLink(for:of:) and Store.redemptionLink(for:) make such links."
        case .unknownWinBackOffer(let number):
            "unknownWinBackOffer: no win-back offer of this app has the number \(VisibleText.quoted(number.name)). \(number.advice) "
                + "Direct links carry the number that the store made, not the offer's identifier: Store.winBackLink(for:of:) has it."
        case .otherApp(let id, let expected):
            "otherApp: the link is for the app \(VisibleText.quoted(id)), and this store's is \(expected)."
        case .purchase(let refusal): "\(refusal)"
        case .code(let refusal): "\(refusal)"
        }
    }
}
