public import OfferKitEssentials

/// The finding of one rule for one customer: whether it was met, and the facts found.
package struct RuleFinding: Hashable, Sendable {
    /// The fact found for a rule.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    package enum Found: Hashable, Sendable {
        /// The status.
        case status(SubscriberFacts.Status)
        /// Whether a flag is set.
        case isSo(Bool)
        /// A number; nil where unknown.
        case number(Int?)
        /// A share; nil where unknown.
        case share(SubscriberFacts.Share?)
        /// The kind of churn; nil where unknown.
        case churn(SubscriberFacts.Churn?)
        /// The plan's product; nil where unknown.
        case product(String?)
        /// The findings of the rules that it consists of.
        case parts([RuleFinding])
    }

    /// The rule, without the “not” before it.
    package let rule: SegmentRule
    /// Whether the rule was to hold; false for its opposite.
    package let isWanted: Bool
    /// Whether the rule, or its opposite, is met.
    package let isMet: Bool
    /// The fact found.
    package let found: Found

    /// The findings that decided: those that are met for a rule that is met, else those that are not.
    package var deciding: [RuleFinding] {
        guard case .parts(let parts) = found else { return [self] }
        return parts.filter { $0.isMet == isMet }.flatMap(\.deciding)
    }
}

extension SegmentRule {
    /// Returns the finding of the rule for a customer at an instant.
    package func finding(for facts: SubscriberFacts, at now: Date) -> RuleFinding {
        finding(for: facts, at: now, isWanted: true)
    }

    /// Returns whether the rule holds for a customer at an instant.
    public func holds(for facts: SubscriberFacts, at now: Date) -> Bool { finding(for: facts, at: now).isMet }

    private func finding(for facts: SubscriberFacts, at now: Date, isWanted: Bool) -> RuleFinding {
        // Whether the rule holds, nil where unknown, and the fact found.
        let (holds, found): (Bool?, RuleFinding.Found)
        switch form {
        // “Not” is passed down to the single rules, so that each knows what was asked of it.
        case .not(let rule): return rule.finding(for: facts, at: now, isWanted: !isWanted)
        case .all(let rules), .any(let rules):
            let parts = rules.map { $0.finding(for: facts, at: now, isWanted: isWanted) }
            let asksForAll = if case .all = form { isWanted } else { !isWanted }
            let isMet = asksForAll ? parts.allSatisfy(\.isMet) : parts.contains(where: \.isMet)
            return RuleFinding(rule: self, isWanted: isWanted, isMet: isMet, found: .parts(parts))
        case .status(let statuses): (holds, found) = (statuses.contains(facts.status), .status(facts.status))
        case .autoRenew(let isOn): (holds, found) = (facts.willAutoRenew == isOn, .isSo(facts.willAutoRenew))
        case .atLeast(let least, let number):
            let value = facts.value(of: number, at: now)
            (holds, found) = (value.map { $0 >= least }, .number(value))
        case .contentShare(let limit):
            (holds, found) = (facts.contentShare.map { $0 < limit }, .share(facts.contentShare))
        case .churnRisk(let least): (holds, found) = (facts.churnRisk.map { $0 >= least }, .share(facts.churnRisk))
        case .churn(let churn): (holds, found) = (facts.churn.map { $0 == churn }, .churn(facts.churn))
        case .flag(let flag):
            let isSo = facts.isSo(flag)
            (holds, found) = (isSo, .isSo(isSo ?? false))
        case .product(let ids):
            let product = facts.plan?.productID
            (holds, found) = (product.map(ids.contains), .product(product))
        case .eligible(let type):
            let isEligible = facts.eligibleOffers.contains(type)
            (holds, found) = (isEligible, .isSo(isEligible))
        case .own(let rule):
            let isSo = rule.holds(facts, now)
            (holds, found) = (isSo, .isSo(isSo))
        }
        return RuleFinding(rule: self, isWanted: isWanted, isMet: holds == isWanted, found: found)
    }
}

extension SubscriberFacts {
    /// Returns a number of the facts; nil where unknown.
    func value(of number: SegmentRule.Number, at now: Date) -> Int? {
        switch number {
        case .nextRenewal: nextRenewal
        case .renewalsInARow: renewalsInARow
        case .billingErrors: billingErrors
        case .contentCount: contentCount
        case .daysSinceLapse: daysSinceLapse(at: now)
        case .daysLeft: daysLeft(at: now)
        }
    }

    /// Returns whether a flag is set; nil where unknown.
    func isSo(_ flag: SegmentRule.Flag) -> Bool? {
        switch flag {
        case .markedByAgent: isMarkedByAgent
        case .pendingDowngrade: hasPendingDowngrade
        case .lowPlan: plan?.isLow
        case .freeTrial: lapsedFromFreeTrial
        case .refunded: wasRefunded
        case .legacy: isLegacy
        case .usesApp: usesApp
        }
    }
}
