/// One message of the App Store, which comes to its customer once (B7-16).
package struct StoreMessage: Hashable, Sendable, Codable {
    /// The customer it is for.
    package let customer: CustomerID
    /// The reason for it.
    package let reason: MessageReason
    /// The subscription it is about; nil for a generic one.
    package let subscription: SubscriptionIndex?
    /// The number that tells it from others of its kind.
    ///
    /// It is the instant from which a message about billing counts, the transaction whose period ended or comes to its
    /// end, or the number of a generic message.
    let occasion: Int64
    /// The product and the win-back offer it presents, the best one when the message was made.
    package let offer: Offer?

    /// A win-back offer, by its name.
    package struct Offer: Hashable, Sendable, Codable {
        /// The product of the offer.
        package let product: ProductIndex
        /// The identifier of the offer.
        package let id: ByteText
    }
}

/// The reason for a message of the App Store to the app's customer (B15-20).
package enum MessageReason: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Anything else.
    case generic
    /// A rise of the price needs the customer's consent (B9-3).
    case priceIncreaseConsent
    /// A renewal could not be charged (S3-18).
    case billingIssue
    /// There is a win-back offer for the customer (S4-21).
    case winBackOffer
}

/// The messages of the App Store to its customers, as far as they could come again.
package struct Mailbox: Hashable, Sendable, Codable {
    private struct Letters: Hashable, Sendable, Codable {
        /// The messages that came to a device.
        var sent: [StoreMessage] = []
        /// The messages of these that were shown.
        var shown: [StoreMessage] = []
        /// The number of generic messages that the App Store had for the customer.
        var generic = 0
    }

    private var letters = SideTable<CustomerID, Letters>()

    /// A mailbox without messages.
    init() {}

    /// Returns whether a message came to a device.
    func wasSent(_ message: StoreMessage) -> Bool { letters[message.customer]?.sent.contains(message) ?? false }
    /// Returns whether a message was shown to its customer.
    func wasShown(_ message: StoreMessage) -> Bool {
        letters[message.customer]?.shown.contains(message) ?? false
    }
    func genericCount(for customer: CustomerID) -> Int { letters[customer]?.generic ?? 0 }
    /// Returns whether the App Store has had the same generic messages.
    func hasSameGeneric(as other: Mailbox) -> Bool { genericCounts == other.genericCounts }

    private var genericCounts: [CustomerID: Int] {
        Dictionary(
            uniqueKeysWithValues: letters.unordered.filter { $0.value.generic > 0 }.map { ($0.key, $0.value.generic) })
    }

    /// Sends a message to a device; false where it came to one before.
    package func decideMessage(_ message: StoreMessage) -> Decision<Bool, Never> {
        let isNew = !wasSent(message)
        return Decision(isNew ? [.messageSent(message)] : [], isNew)
    }

    // MARK: - Events

    mutating func makeGeneric(for customer: CustomerID) {
        letters[customer, default: Letters()].generic = min(genericCount(for: customer), .max - 1) + 1
    }

    mutating func send(_ message: StoreMessage) { letters[message.customer, default: Letters()].sent.note(message) }

    mutating func show(_ message: StoreMessage) { letters[message.customer, default: Letters()].shown.note(message) }

    /// Forgets the messages about a subscription that its customer never had (C-124).
    mutating func forget(_ subscription: SubscriptionIndex, of customer: CustomerID) {
        letters.change(customer) {
            $0.sent.removeAll { $0.subscription == subscription }
            $0.shown.removeAll { $0.subscription == subscription }
        }
    }

    // MARK: - Soundness

    func fault(_ knows: (StoreMessage) -> Bool, _ customers: Customers) -> String? {
        let wrong = letters.first(breaking: { customer, letters in
            customers.contains(customer) && 0...Int.max / 2 ~= letters.generic
                && (letters.sent + letters.shown).allSatisfy { $0.customer == customer && knows($0) }
        })
        return wrong.map {
            "The messages of \($0.key) are somebody else's, name something that does not exist, or have a count that cannot be."
        }
    }
}

extension [StoreMessage] {
    /// Adds a message, and forgets those that cannot come again: years of billing retry must not add up.
    fileprivate mutating func note(_ message: StoreMessage) {
        removeAll { $0 == message || $0.isReplaced(by: message) }
        append(message)
    }
}

extension StoreMessage {
    /// The number of generic messages that are kept for a customer who has not seen them.
    static let mostGeneric: Int64 = 8

    /// Returns whether an earlier message can never come again once a later one came.
    fileprivate func isReplaced(by later: StoreMessage) -> Bool {
        guard reason == later.reason, subscription == later.subscription else { return false }
        guard reason == .generic else { return occasion < later.occasion }
        let (oldest, overflow) = later.occasion.subtractingReportingOverflow(StoreMessage.mostGeneric)
        return !overflow && occasion < oldest
    }
}
