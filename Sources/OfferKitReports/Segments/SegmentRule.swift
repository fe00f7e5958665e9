public import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A rule over the facts of one customer: a value that can be compared, put together and explained.
///
/// ```swift
/// let loyal = SegmentRule.status(.active) && .autoRenew(true) && .atLeast(11, .nextRenewal)
/// let quiet = loyal && !.contentShare(below: 0.1)
/// ```
///
/// A fact that is nil meets no rule, and not the opposite of one either: with no share of the content in the row, neither
/// “below a tenth” nor “not below a tenth” holds (C-161).
public struct SegmentRule: Hashable, Sendable {
    /// A number of the facts.
    public enum Number: Hashable, Sendable, CaseIterable {
        /// The next renewal's place in the row, the first being 1.
        case nextRenewal
        /// How many renewals there were in a row.
        case renewalsInARow
        /// How many times a payment failed.
        case billingErrors
        /// How many pieces of content were used.
        case contentCount
        /// Whole days since service ended.
        case daysSinceLapse
        /// Whole days of service that are left.
        case daysLeft
    }

    /// Something that is so, or is not.
    public enum Flag: Hashable, Sendable, CaseIterable {
        /// An agent marked the customer.
        case markedByAgent
        /// The next renewal brings a lower plan.
        case pendingDowngrade
        /// There can be a higher plan.
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

    /// What the rule consists of.
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
    /// The subscription stands in one of these ways.
    public static func status(_ statuses: SubscriberFacts.Status...) -> SegmentRule { Self(.status(Set(statuses))) }
    /// Auto-renew is on, or off.
    public static func autoRenew(_ isOn: Bool) -> SegmentRule { Self(.autoRenew(isOn)) }
    /// A number is that large, or larger.
    public static func atLeast(_ least: Int, _ number: Number) -> SegmentRule { Self(.atLeast(least, number)) }
    /// A number is smaller than that.
    public static func below(_ limit: Int, _ number: Number) -> SegmentRule { !Self(.atLeast(limit, number)) }
    /// A smaller part of the content was used than that.
    public static func contentShare(below share: SubscriberFacts.Share) -> SegmentRule {
        Self(.contentShare(below: share))
    }
    /// The developer's forecast says that it is that likely, or likelier, that the customer leaves.
    public static func churnRisk(atLeast share: SubscriberFacts.Share) -> SegmentRule {
        Self(.churnRisk(atLeast: share))
    }
    /// The customer was lost in that way, or is about to be (S0-109, S0-110).
    public static func churn(_ churn: SubscriberFacts.Churn) -> SegmentRule { Self(.churn(churn)) }
    /// Something is so.
    public static func flag(_ flag: Flag) -> SegmentRule { Self(.flag(flag)) }
    /// The plan is of one of these products.
    public static func product(_ productIDs: String...) -> SegmentRule { Self(.product(Set(productIDs))) }
    /// The customer may have offers of that type (S0-96).
    public static func eligible(for type: OfferType) -> SegmentRule { Self(.eligible(type)) }
    /// A rule of one's own, by a closure.
    ///
    /// - Parameters:
    ///   - name: What the rule asks for, as the explanation is to say it; two rules of one name count as the same rule.
    ///   - holds: Whether it holds, by the facts at an instant. It has to answer the same whenever it is asked the same.
    /// - Returns: The rule.
    public static func own(
        _ name: String, _ holds: @escaping @Sendable (SubscriberFacts, Date) -> Bool
    ) -> SegmentRule {
        Self(.own(OwnRule(name: name, holds: holds)))
    }

    /// Everybody.
    public static var everybody: SegmentRule { Self(.all([])) }
    /// Nobody.
    public static var nobody: SegmentRule { Self(.any([])) }

    /// All of these rules hold.
    public static func all(_ rules: [SegmentRule]) -> SegmentRule { Self(.all(rules)) }
    /// At least one of these rules holds.
    public static func any(_ rules: [SegmentRule]) -> SegmentRule { Self(.any(rules)) }

    /// Both rules hold.
    public static func && (a: SegmentRule, b: SegmentRule) -> SegmentRule {
        // One list instead of a nest, which the explanation would have to unpack.
        if case .all(let rules) = a.form, !rules.isEmpty { return Self(.all(rules + [b])) }
        return Self(.all([a, b]))
    }

    /// One of the rules holds, or both do.
    public static func || (a: SegmentRule, b: SegmentRule) -> SegmentRule {
        if case .any(let rules) = a.form, !rules.isEmpty { return Self(.any(rules + [b])) }
        return Self(.any([a, b]))
    }

    /// The rule does not hold.
    public static prefix func ! (rule: SegmentRule) -> SegmentRule {
        if case .not(let inner) = rule.form { return inner }
        return Self(.not(rule))
    }
}

/// A closure with a name, by which it is told from others.
struct OwnRule: Hashable, Sendable {
    let name: String
    let holds: @Sendable (SubscriberFacts, Date) -> Bool

    static func == (a: OwnRule, b: OwnRule) -> Bool { a.name == b.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
