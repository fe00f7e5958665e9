public import OfferKitCore
public import OfferKitEssentials

/// A rule over the facts of one customer: a value that can be compared, combined and explained.
///
/// ```swift
/// let loyal = SegmentRule.status(.active) && .autoRenew(true) && .atLeast(11, .nextRenewal)
/// let quiet = loyal && !.contentShare(below: 0.1)
/// ```
///
/// A fact that is nil meets no rule, and not the opposite of one either: without a share of the content in the row,
/// neither “below a tenth” nor “not below a tenth” holds (C-161).
public struct SegmentRule: Hashable, Sendable {
    /// A number of the facts.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Number: Hashable, Sendable, CaseIterable {
        /// The next renewal's place in the row, the first being 1.
        case nextRenewal
        /// The number of renewals in a row.
        case renewalsInARow
        /// The number of failed payments.
        case billingErrors
        /// The number of pieces of content used.
        case contentCount
        /// The whole days since access ended.
        case daysSinceLapse
        /// The whole days of access left.
        case daysLeft
    }

    /// A fact that is true or false.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Flag: Hashable, Sendable, CaseIterable {
        /// An agent marked the customer.
        case markedByAgent
        /// The next renewal brings a lower plan.
        case pendingDowngrade
        /// A higher plan can exist.
        case lowPlan
        /// The last period was a free trial.
        case freeTrial
        /// The last period was refunded.
        case refunded
        /// The user had the app before there were subscriptions.
        case legacy
        /// The user still opens the app.
        case usesApp
    }

    /// The content of the rule.
    indirect enum Form: Hashable, Sendable {
        case status(Set<SubscriberFacts.Status>)
        case autoRenew(Bool)
        case atLeast(Int, Number)
        case contentShare(below: SubscriberFacts.Share)
        case churnRisk(atLeast: SubscriberFacts.Share)
        case churn(SubscriberFacts.Churn)
        case flag(Flag)
        case product(Set<String>)
        case eligible(OfferType)
        case own(OwnRule)
        case all([SegmentRule])
        case any([SegmentRule])
        case not(SegmentRule)
    }

    let form: Form

    private init(_ form: Form) { self.form = form }
}

extension SegmentRule {
    /// A rule that the subscription has one of these statuses.
    public static func status(_ statuses: SubscriberFacts.Status...) -> SegmentRule { Self(.status(Set(statuses))) }
    /// A rule that auto-renew is on, or off.
    public static func autoRenew(_ isOn: Bool) -> SegmentRule { Self(.autoRenew(isOn)) }
    /// A rule that a number is at least so large.
    public static func atLeast(_ least: Int, _ number: Number) -> SegmentRule { Self(.atLeast(least, number)) }
    /// A rule that a number is below a limit.
    public static func below(_ limit: Int, _ number: Number) -> SegmentRule { !Self(.atLeast(limit, number)) }
    /// A rule that a smaller share of the content was used.
    public static func contentShare(below share: SubscriberFacts.Share) -> SegmentRule {
        Self(.contentShare(below: share))
    }
    /// A rule that the developer's forecast for the customer's leaving is at least so likely.
    public static func churnRisk(atLeast share: SubscriberFacts.Share) -> SegmentRule {
        Self(.churnRisk(atLeast: share))
    }
    /// A rule that the customer was lost in this way, or is about to be (S0-109, S0-110).
    public static func churn(_ churn: SubscriberFacts.Churn) -> SegmentRule { Self(.churn(churn)) }
    /// A rule that a flag is set.
    public static func flag(_ flag: Flag) -> SegmentRule { Self(.flag(flag)) }
    /// A rule that the plan is of one of these products.
    public static func product(_ productIDs: String...) -> SegmentRule { Self(.product(Set(productIDs))) }
    /// A rule that the customer may have offers of this type (S0-96).
    public static func eligible(for type: OfferType) -> SegmentRule { Self(.eligible(type)) }
    /// A custom rule, by a closure.
    ///
    /// - Parameters:
    ///   - name: The rule's condition, for the explanation; two rules of one name count as the same rule.
    ///   - holds: Returns whether it holds, by the facts at an instant, and always the same for the same arguments.
    /// - Returns: The rule.
    public static func own(
        _ name: String, _ holds: @escaping @Sendable (SubscriberFacts, Date) -> Bool
    ) -> SegmentRule {
        Self(.own(OwnRule(name: name, holds: holds)))
    }

    /// A rule that everybody meets.
    public static var everybody: SegmentRule { Self(.all([])) }
    /// A rule that nobody meets.
    public static var nobody: SegmentRule { Self(.any([])) }

    /// A rule that all of these rules hold.
    public static func all(_ rules: [SegmentRule]) -> SegmentRule { Self(.all(rules)) }
    /// A rule that at least one of these rules holds.
    public static func any(_ rules: [SegmentRule]) -> SegmentRule { Self(.any(rules)) }

    /// Returns the rule that both rules hold.
    public static func && (a: SegmentRule, b: SegmentRule) -> SegmentRule {
        // The rules form one list instead of a nest, which the explanation would have to unpack.
        if case .all(let rules) = a.form, !rules.isEmpty { return Self(.all(rules + [b])) }
        return Self(.all([a, b]))
    }

    /// Returns the rule that one of the rules holds, or both do.
    public static func || (a: SegmentRule, b: SegmentRule) -> SegmentRule {
        if case .any(let rules) = a.form, !rules.isEmpty { return Self(.any(rules + [b])) }
        return Self(.any([a, b]))
    }

    /// Returns the opposite of the rule.
    public static prefix func ! (rule: SegmentRule) -> SegmentRule {
        if case .not(let inner) = rule.form { return inner }
        return Self(.not(rule))
    }
}

/// A closure with a name, by which closures are distinguished.
struct OwnRule: Hashable, Sendable {
    let name: String
    let holds: @Sendable (SubscriberFacts, Date) -> Bool

    static func == (a: OwnRule, b: OwnRule) -> Bool { a.name == b.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
