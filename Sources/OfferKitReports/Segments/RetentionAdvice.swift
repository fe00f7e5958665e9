public import OfferKitEssentials

/// The advice for one customer: what to do, where, and in which time (S3-27…31).
public struct RetentionAdvice: Hashable, Sendable {
    /// The situation of a customer: the talk's (a), (b) and (c), and two more.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Situation: String, Hashable, Sendable, CaseIterable {
        /// (a): auto-renew is on, and the customer is likely to leave.
        case atRisk
        /// (b): auto-renew is off, and access is left.
        case leaving
        /// (c): access is over, and auto-renew is off.
        case lapsed
        /// A payment is being tried again (S3-42).
        case paymentFails
        /// None of these applies.
        case nothingToDo
    }

    /// A way to reach a customer.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Channel: String, Hashable, Sendable, CaseIterable {
        /// An e-mail, with a universal link that leads back to the app (S0-108).
        case email
        /// A push message.
        case push
        /// A message on a screen of the app.
        case inApp
        /// The app, before it opens the page for managing subscriptions (S0-130).
        case beforeManagePage
    }

    /// The customer's situation.
    public let situation: Situation
    /// The channels for the offer; empty where none should be made.
    public let channels: [Channel]
    /// The first moment; nil where there is none to wait for.
    public let from: Date?
    /// The last moment; nil where there is none.
    public let until: Date?
    /// Whether the present is within that time.
    public let isDue: Bool
    /// The reasons for the advice, in a sentence or two.
    public let explanation: String
}

extension RetentionAdvice: CustomStringConvertible {
    /// The explanation.
    public var description: String { explanation }
}
