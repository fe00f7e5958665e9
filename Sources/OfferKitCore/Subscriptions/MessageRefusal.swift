/// Why a message was not shown.
public enum MessageRefusal: Error, Hashable, Sendable {
    /// The matter is settled: the payment method is repaired, the offer redeemed (B7-16).
    case noLongerRelevant
    /// The message was shown already, and is shown once (B7-16).
    case alreadyShown
    /// The app is to complete a purchase that began outside it; no offer is shown meanwhile (S4-31).
    case purchaseInProgress
    /// The app does not run on the device.
    case appNotRunning
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension MessageRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .noLongerRelevant: "noLongerRelevant: what the message is about is settled, so there is nothing to show."
        case .alreadyShown: "alreadyShown: the message was shown before, and each is shown once."
        case .purchaseInProgress:
            "purchaseInProgress: the app has a purchase intent to complete. Complete it, then show the offer."
        case .appNotRunning: "appNotRunning: the app does not run on the device. Launch it first."
        case .notRecorded:
            "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
        }
    }
}
