/// One message of the App Store, which is like no other: it comes once (B7-16).
package struct StoreMessage: Hashable, Sendable, Codable {
    package let customer: CustomerID
    package let reason: MessageReason
    /// The subscription it is about; nil for a generic one.
    package let subscription: SubscriptionIndex?
    /// Tells it from others of its kind: the instant from which a message about billing counts, the transaction whose
    /// period ended or comes to its end, the number of a generic one.
    package let occasion: Int64
    /// The product and the win-back offer it presents, the best one when the message was made.
    package let offer: Offer?

    /// A win-back offer, by its name.
    package struct Offer: Hashable, Sendable, Codable {
        package let product: ProductIndex
        package let id: String
    }
}

extension [StoreMessage] {
    /// Adds a message, and forgets those that cannot come again: years of billing retry must not add up.
    mutating func note(_ message: StoreMessage) {
        removeAll { $0 == message || $0.isReplaced(by: message) }
        append(message)
    }
}

extension StoreMessage {
    /// How many generic messages are kept for a customer who has not seen them.
    static let mostGeneric: Int64 = 8

    /// Whether an earlier message can never come again once a later one came.
    fileprivate func isReplaced(by later: StoreMessage) -> Bool {
        guard reason == later.reason, subscription == later.subscription else { return false }
        guard reason == .generic else { return occasion < later.occasion }
        let (oldest, overflow) = later.occasion.subtractingReportingOverflow(StoreMessage.mostGeneric)
        return !overflow && occasion < oldest
    }
}
