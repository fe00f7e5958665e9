import OfferKitCore
public import OfferKitEssentials

/// Advises what to do for a customer, and when (S3-27…31).
///
/// ```swift
/// let advice = RetentionAdvisor().advice(for: facts, at: now)
/// advice.situation      // leaving
/// advice.channels       // inApp
/// advice.until          // the end of the period
/// ```
///
/// It advises where and when to make an offer; an ``OfferPlan`` chooses the offer.
public struct RetentionAdvisor: Hashable, Sendable {
    /// The waiting times, and the times by which to act.
    public var timing = RetentionTiming()
    /// The thresholds for customers who are likely to leave.
    public var thresholds = SegmentThresholds()

    /// An advisor with the numbers of the documents, or those decided here where the documents have none.
    public init() {}

    /// Returns the advice for a customer at an instant.
    public func advice(for facts: SubscriberFacts, at now: Date) -> RetentionAdvice {
        if Segment.doNotContact(thresholds).rule.holds(for: facts, at: now) {
            return RetentionAdvice(
                .paymentFails,
                "Nothing is offered while a payment is being tried again: the App Store recovers the subscription.")
        }
        if Segment.retention.rule.holds(for: facts, at: now) { return leaving(facts, now) }
        if Segment.winBack.rule.holds(for: facts, at: now) { return lapsed(facts, now) }
        if Segment.save(thresholds).rule.holds(for: facts, at: now) { return atRisk(facts, now) }
        return RetentionAdvice(.nothingToDo, "Nothing says that the customer is leaving, and nothing has to be done.")
    }

    /// Advises in (a): outside the app, early enough; later only where the customer goes to cancel (S3-28, S3-29).
    private func atRisk(_ facts: SubscriberFacts, _ now: Date) -> RetentionAdvice {
        let ahead = max(0, timing.daysAheadOfRenewal)
        let until = facts.periodEnd?.adding(.days(-ahead))
        let said = "The customer is likely to leave, and has not cancelled. "
        if let until, now > until {
            return RetentionAdvice(
                .atRisk, channels: [.beforeManagePage], until: facts.periodEnd, isDue: true,
                said
                    + "Most of those who leave have cancelled by now, \(RetentionAdvisor.days(ahead)) before the renewal: "
                    + "show the offer before the page for managing subscriptions opens.")
        }
        let from = nextMessage(facts)
        return RetentionAdvice(
            .atRisk, channels: [.email, .push, .beforeManagePage], from: from, until: until,
            isDue: from.map { $0 <= now } ?? true,
            said
                + "Tell by e-mail or push what is new and what it is worth, with a free period or a plan that fits better"
                + (until.map { ", until \($0.utcText), \(RetentionAdvisor.days(ahead)) before the renewal." } ?? "."))
    }

    /// Advises in (b): in the app, from the cancellation to the end of the period (S3-29, S3-68).
    private func leaving(_ facts: SubscriberFacts, _ now: Date) -> RetentionAdvice {
        let isOver = facts.periodEnd.map { $0 <= now } ?? false
        return RetentionAdvice(
            .leaving, channels: [.inApp], from: facts.autoRenewOffSince, until: facts.periodEnd, isDue: !isOver,
            isOver
                ? "The period is over, and the row still says that the subscription is active: read its status again."
                : "The customer cancelled and has service left"
                    + (facts.daysLeft(at: now).map { " for \(RetentionAdvisor.days($0))" } ?? "")
                    + ": show the offer in the app, where they still are"
                    + (facts.periodEnd.map { ", until \($0.utcText)." } ?? "."))
    }

    /// Advises in (c): not at once, and not too often (S3-30, S3-31, S0-102).
    ///
    /// The channels are e-mail and push, and the app where the customer still opens it.
    private func lapsed(_ facts: SubscriberFacts, _ now: Date) -> RetentionAdvice {
        let wait = max(0, timing.daysAfterLapse)
        let afterLapse = facts.lapse?.adding(.days(wait))
        let from = [afterLapse, nextMessage(facts)].compactMap { $0 }.max()
        let isDue = afterLapse != nil && from.map { $0 <= now } ?? false
        let why =
            if afterLapse == nil {
                "When it ended is not known, so nobody can say whether it is too soon."
            } else if let from, !isDue {
                from == afterLapse
                    ? "Wait until \(from.utcText): a discount right after the end teaches people to cancel for it."
                    : "Wait until \(from.utcText): more messages than that are spam."
            } else {
                "Offer more the longer it is ago, by e-mail and push" + (facts.usesApp ? " and in the app." : ".")
            }
        return RetentionAdvice(
            .lapsed, channels: facts.usesApp ? [.email, .push, .inApp] : [.email, .push], from: from, isDue: isDue,
            "The customer left. \(why)")
    }

    /// Returns the date before which another message would be too many; nil where there was none.
    private func nextMessage(_ facts: SubscriberFacts) -> Date? {
        facts.lastContacted?.adding(.days(max(0, timing.daysBetweenMessages)))
    }

    private static func days(_ count: Int) -> String { count == 1 ? "1 day" : "\(count) days" }
}

extension RetentionAdvice {
    fileprivate init(
        _ situation: Situation, channels: [Channel] = [], from: Date? = nil, until: Date? = nil,
        isDue: Bool = false, _ explanation: String
    ) {
        self.init(
            situation: situation, channels: channels, from: from, until: until, isDue: isDue, explanation: explanation)
    }
}
