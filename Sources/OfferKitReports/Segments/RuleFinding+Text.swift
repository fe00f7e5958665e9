import OfferKitCore

// The sentences of findings: the fact found and, where the rule asked for another, that one.

extension RuleFinding: CustomStringConvertible {
    /// The deciding facts in words: `the subscription is expired (2); auto-renew is off`.
    public var description: String {
        let deciding = deciding
        guard deciding.isEmpty else { return deciding.map(\.words).joined(separator: "; ") }
        return isMet ? "it is for everybody" : "it is for nobody"
    }

    /// The words for a single rule.
    private var words: String {
        switch (rule.form, found) {
        case (.status(let statuses), .status(let status)):
            "the status is \(status)" + unlessMet("it has \(must) be \(RuleFinding.list(statuses))")
        case (.autoRenew(let isOn), .isSo(let isSo)):
            "auto-renew is \(isSo ? "on" : "off")" + unlessMet("it has to be \(isOn == isWanted ? "on" : "off")")
        case (.atLeast(let least, let number), .number(let value)):
            RuleFinding.words(for: number, value) + asking(isWanted ? "\(least) or more" : "less than \(least)")
        case (.contentShare(let limit), .share(let share)):
            (share.map { "\($0) of the content was used" } ?? "how much of the content was used is not known")
                + asking(isWanted ? "less than \(limit)" : "\(limit) or more")
        case (.churnRisk(let least), .share(let share)):
            (share.map { "the forecast of leaving is \($0)" } ?? "there is no forecast of leaving")
                + asking(isWanted ? "\(least) or more" : "less than \(least)")
        case (.churn(let churn), .churn(let found)):
            (found.map { "the loss is \($0)" } ?? "nothing says how the customer was lost")
                + unlessMet("it has \(must) be \(churn)")
        case (.flag(let flag), .isSo(let isSo)): RuleFinding.words(for: flag, isSo)
        case (.product(let ids), .product(let id)):
            (id.map { "the product is “\($0)”" } ?? "the product is not known")
                + unlessMet("it has \(must) be \(ids.sorted().map { "“\($0)”" }.joined(separator: " or "))")
        case (.eligible(let type), .isSo(let isSo)):
            "the customer may \(isSo ? "" : "not ")have an offer of the type “\(type.debugDescription)”"
        case (.own(let rule), .isSo(let isSo)): "“\(rule.name)” \(isSo ? "holds" : "does not hold")"
        default: ""
        }
    }

    private var must: String { isWanted ? "to" : "not to" }

    private func unlessMet(_ requirement: String) -> String { isMet ? "" : ", and \(requirement)" }

    /// Returns the addition with the number that a rule asked for; numbers always have it.
    private func asking(_ requirement: String) -> String { " (asked for: \(requirement))" }

    private static func list(_ statuses: Set<SubscriberFacts.Status>) -> String {
        statuses.sorted { $0.rawValue < $1.rawValue }.map(\.description).joined(separator: " or ")
    }

    private static func words(for number: SegmentRule.Number, _ value: Int?) -> String {
        let name =
            switch number {
            case .nextRenewal: "the number in a row of the next renewal"
            case .renewalsInARow: "the number of renewals in a row"
            case .billingErrors: "the number of failed payments"
            case .contentCount: "the number of pieces of content used"
            case .daysSinceLapse: "the number of days since the end"
            case .daysLeft: "the number of days left"
            }
        return name + " is " + (value.map { "\($0)" } ?? "not known")
    }

    private static func words(for flag: SegmentRule.Flag, _ isSo: Bool) -> String {
        switch flag {
        case .markedByAgent: isSo ? "an agent marked the customer" : "no agent marked the customer"
        case .pendingDowngrade: isSo ? "the next renewal brings a lower plan" : "the next renewal brings no lower plan"
        case .lowPlan: isSo ? "there can be a higher plan" : "no plan is higher, or the plan is not known"
        case .freeTrial: isSo ? "the last period was a free trial" : "the last period was no free trial"
        case .refunded: isSo ? "the last period was refunded" : "the last period was not refunded"
        case .legacy: isSo ? "the user had the app before subscriptions" : "the user came with the subscriptions"
        case .usesApp: isSo ? "the user opens the app" : "the user does not open the app any more"
        }
    }
}
