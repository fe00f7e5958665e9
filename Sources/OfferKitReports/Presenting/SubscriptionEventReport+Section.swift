import OfferKitCore

extension SubscriptionEventReport {
    /// The report with its pictures and tables; nil without events.
    package var section: Dashboard.Section? {
        guard let days else { return nil }
        let months = ReportMonth.shown(of: days.lowerBound.month...days.upperBound.month)
        let counts = months.map { self.counts(in: $0.firstDay...$0.lastDay) }
        return Dashboard.Section(
            heading: "Subscription events",
            explanation: """
                What subscribers did in each month. A conversion is the first period at the standard price that follows one under an \
                offer; it is a renewal, too. Who subscribes for the first time is new; who comes back after the subscription ended is returning.
                """,
            charts: [picture(months, counts)],
            tables: SubscriptionEventReport.monthly.map { title, numbers in
                ReportTable(
                    title: title, names: [ReportTable.Column("Month")], numbers: numbers,
                    rows: zip(months, counts).map { ([.text("\($0)")], $1) })
            } + [byTerms(of: months)])
    }

    private func picture(_ months: [ReportMonth], _ counts: [SubscriptionEventCounts]) -> Chart {
        let lines: [(String, KeyPath<SubscriptionEventCounts, Int>)] = [
            ("New", \.new), ("Returning", \.resubscribed), ("Converted from an offer", \.converted),
            ("Cancelled", \.cancelled), ("Ended", \.ended),
        ]
        return Chart(
            title: "What subscribers did",
            description: "Subscriptions that began, were converted, cancelled and ended.",
            kind: .lines, measure: "Subscriptions", axis: Chart.Axis("Month", places: .months(months.map(\.beginning))),
            series: lines.map { name, path in
                Chart.Series(name, values: counts.map { Double($0[keyPath: path]) })
            })
    }

    /// Returns the events of every day, by product, offer and storefront (S0-137), for a program to process.
    ///
    /// It has a row where anything happened.
    ///
    /// - Parameters:
    ///   - days: The days; nil for all.
    ///   - filter: The terms that count.
    /// - Returns: The table; without rows where nothing happened.
    public func dailyTable(_ days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all) -> ReportTable {
        let rows = listed(days, where: filter).flatMap { terms, table in
            table.sorted { $0.key < $1.key }.map { day, counts in
                terms.cells + [.date(day.beginning)]
                    + counts.named.map { .integer($0.count) }
            }
        }
        return ReportTable(
            title: "What happened on each day, by product, offer and storefront",
            columns: ReportTerms.columns + [ReportTable.Column("Day")]
                + SubscriptionEventCounts().named.map { .number($0.name) },
            rows: rows)
    }

    /// Returns the events of the shown months by terms, that is, the effect of each offer (S0-137).
    private func byTerms(of months: [ReportMonth]) -> ReportTable {
        let days = months.first.flatMap { first in months.last.map { first.firstDay...$0.lastDay } }
        let numbers: ReportTable.Numbers<SubscriptionEventCounts> = [
            ("New", { .integer($0.new) }), ("Returning", { .integer($0.resubscribed) }),
            ("Offers redeemed", { .integer($0.redeemed) }), ("Converted", { .integer($0.converted) }),
            ("Renewed", { .integer($0.renewed) }), ("Cancelled", { .integer($0.cancelled) }),
            ("Reactivated", { .integer($0.reactivated) }), ("Grace entered", { .integer($0.graceEntered) }),
            ("Retry entered", { .integer($0.retryEntered) }), ("Recovered", { .integer($0.recovered) }),
            ("Refunds", { .integer($0.refunds) }), ("Ended", { .integer($0.ended) }),
        ]
        return ReportTable(
            title: "What happened, by product, offer and storefront", names: ReportTerms.columns, numbers: numbers,
            rows: listed(days, where: .all).map { terms, table in
                (terms.cells, table.values.reduce(into: SubscriptionEventCounts()) { $0.add($1) })
            })
    }

    /// Returns the events of some days, by terms in the order of tables; terms without events are left out.
    private func listed(
        _ days: ClosedRange<ReportDay>?, where filter: ReportFilter
    ) -> [(ReportTerms, [ReportDay: SubscriptionEventCounts])] {
        cells.filter { filter.matches($0.key) }.sorted { ReportTerms.isListed($0.key, before: $1.key) }
            .compactMap { terms, table in
                let counts = table.filter { days?.contains($0.key) ?? true }.mapValues(\.counts)
                return counts.isEmpty ? nil : (terms, counts)
            }
    }

    /// The tables with a row for each month, by their titles.
    private static var monthly: [(title: String, numbers: ReportTable.Numbers<SubscriptionEventCounts>)] {
        [
            (
                "New and returning subscribers",
                [
                    ("New", { .integer($0.new) }), ("Returning", { .integer($0.resubscribed) }),
                    ("New among both", { .share($0.new, of: $0.new &+ $0.resubscribed) }),
                    ("Offers redeemed", { .integer($0.redeemed) }), ("Converted", { .integer($0.converted) }),
                    ("Renewed", { .integer($0.renewed) }),
                ]
            ),
            (
                "Cancellations, ends and changes of plan",
                [
                    ("Cancelled", { .integer($0.cancelled) }), ("Reactivated", { .integer($0.reactivated) }),
                    ("Ended by choice", { .integer($0.endedVoluntarily) }),
                    ("Ended unpaid", { .integer($0.endedInvoluntarily) }),
                    ("Ended by refund", { .integer($0.endedByRefund) }),
                    ("Ended otherwise", { .integer($0.endedOtherwise) }), ("Upgrades", { .integer($0.upgraded) }),
                    ("Downgrades", { .integer($0.downgraded) }), ("Crossgrades", { .integer($0.crossgraded) }),
                ]
            ),
            (
                "Failed renewals and refunds",
                [
                    ("Grace entered", { .integer($0.graceEntered) }), ("Retry entered", { .integer($0.retryEntered) }),
                    ("Recovered in grace", { .integer($0.recoveredInGrace) }),
                    ("Recovered in retry", { .integer($0.recoveredInRetry) }), ("Refunds", { .integer($0.refunds) }),
                    ("Refunds reversed", { .integer($0.refundsReversed) }), ("Prorated", { .integer($0.prorated) }),
                    ("Extended", { .integer($0.extended) }),
                ]
            ),
        ]
    }
}
