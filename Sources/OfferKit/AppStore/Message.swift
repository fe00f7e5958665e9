public import OfferKitCore

/// A message of the App Store to the customer, to be shown in the app (B15-20).
///
/// StoreKit shows it by itself, unless the app listens to ``Device/App/messages``: then the app shows it when it likes,
/// by ``display()``, or not at all (S3-48).
public struct Message: Equatable, Hashable, Sendable {
    /// The reason for a message.
    ///
    /// An open set: a `switch` needs a `default`. The numbers are OfferKit's own; no document gives Apple's.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The reason's number.
        public let rawValue: Int

        /// Creates the reason of that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Any other reason.
        public static let generic = Reason(rawValue: 0)
        /// A rise of the price needs the customer's consent (B9-3).
        public static let priceIncreaseConsent = Reason(rawValue: 1)
        /// A renewal could not be charged (S3-18).
        public static let billingIssue = Reason(rawValue: 2)
        /// The customer may have a win-back offer (S4-21).
        public static let winBackOffer = Reason(rawValue: 3)

        init(_ reason: MessageReason) {
            self.init(rawValue: Int(reason.rawValue))
        }
    }

    /// The reason for the message.
    public let reason: Reason

    let content: StoreMessage
    let reference: DeviceReference

    init(_ content: StoreMessage, on device: Device) {
        reason = Reason(content.reason)
        self.content = content
        reference = DeviceReference(device: device)
    }

    /// Shows the message on the device it came to; the customer answers as ``Device/messageAnswers`` says.
    ///
    /// - Throws: ``MessageRefusal`` when the message cannot be shown any more, or not now.
    public func display() throws(MessageRefusal) {
        try reference.device.show(self)
    }
}

extension Message.Reason: CustomStringConvertible {
    /// The reason's name, or its number.
    public var description: String {
        switch self {
        case .generic: "generic"
        case .priceIncreaseConsent: "priceIncreaseConsent"
        case .billingIssue: "billingIssue"
        case .winBackOffer: "winBackOffer"
        default: "reason \(rawValue)"
        }
    }
}

extension Message {
    /// An asynchronous sequence of messages, in the order in which they come.
    public typealias Messages = NewsSequence<Message>
}
