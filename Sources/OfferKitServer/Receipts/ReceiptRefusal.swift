import OfferKitCore

/// The reasons why a store answers `verifyReceipt` with another status than 0, in the order of its checks (C-138).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiptRefusal: Error, Hashable, Sendable {
    /// The request was not made with POST; with the method.
    case method(String)
    /// An outage was simulated.
    case outage(ReceiptOutage)
    /// The body is no request.
    case request(ReceiptFormError)
    /// `receipt-data` is no Base64 with padding.
    case notBase64
    /// `receipt-data` is Base64, but no receipt of a store like this; with what is wrong, as a sentence.
    case noReceipt(String)
    /// The receipt was altered, or another store made it.
    case notAuthentic
    /// The receipt is for another app; with that app's bundle identifier.
    case otherApp(String)
    /// The receipt is for the other environment.
    case otherEndpoint(ReceiptEndpoint)
    /// The store has no such customer, or the receipt was made as revoked.
    case unknownAccount
    /// The shared secret is missing, and the receipt holds an auto-renewable subscription.
    case missingSharedSecret
    /// The shared secret is wrong.
    case wrongSharedSecret

    /// The status for the reason.
    public var status: ReceiptStatus {
        switch self {
        case .method: .notPOST
        case .outage(.status(let status, _)): status
        // A page has no status.
        case .outage(.notJSON): .internalError
        case .request, .notBase64, .noReceipt: .malformed
        case .notAuthentic, .otherApp: .notAuthenticated
        case .otherEndpoint(.sandbox): .sandboxReceiptInProduction
        case .otherEndpoint(.production): .productionReceiptInSandbox
        case .unknownAccount: .accountNotFound
        case .missingSharedSecret, .wrongSharedSecret: .wrongSharedSecret
        }
    }

    /// Whether to try again; nil for a status without that member.
    var isRetryable: Bool? {
        guard case .outage(.status(let status, let isRetryable)) = self, status.isInternalDataAccess else { return nil }
        return isRetryable
    }
}

extension ReceiptRefusal: CustomStringConvertible {
    /// Says the status, what is wrong, and what to do.
    public var description: String { "\(status.rawValue): \(sentence)" }

    private var sentence: String {
        switch self {
        case .method(let method): "The request was made with \(VisibleText.quoted(method)). Send it with POST."
        case .outage: "An outage was simulated. Try again later, as a server has to."
        case .request(let error): "\(error)"
        case .notBase64:
            "\"receipt-data\" is no Base64 with padding and without line feeds. Encode the receipt's bytes once."
        case .noReceipt(let reason):
            "\"receipt-data\" is no receipt of this store: \(reason) Send what device.appReceipt or its file holds."
        case .notAuthentic:
            "The receipt does not match its seal: it was changed on its way, or a store with another seed made it."
        case .otherApp(let bundleID):
            "The receipt is of the app \(VisibleText.quoted(bundleID)). Send one of this store's app."
        case .otherEndpoint(.sandbox): "The receipt is of the sandbox. Send it to \(ReceiptEndpoint.sandbox.url)."
        case .otherEndpoint(.production):
            "The receipt is of production. Send it to \(ReceiptEndpoint.production.url)."
        case .unknownAccount: "The store has no such customer, or the receipt was revoked. Have the app refresh it."
        case .missingSharedSecret:
            "\"password\" is missing, and the receipt holds an auto-renewable subscription. Send store.sharedSecret."
        case .wrongSharedSecret: "\"password\" is not the app's shared secret. Send store.sharedSecret."
        }
    }
}
