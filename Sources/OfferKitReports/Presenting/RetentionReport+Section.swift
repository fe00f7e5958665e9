import OfferKitCore

extension RetentionReport {
    /// The report with its pictures and tables; nil where nobody subscribed.
    public var section: Dashboard.Section? {
        guard !cells.isEmpty, let months else { return nil }
        return Dashboard.Section(
            heading: "Retention and churn",
            explanation: """
                Each row of the heat map is a cohort: those who subscribed for the first time in one month, and which share of them is \
                subscribed at the end of each month after. Churn is voluntary where the customer chose to leave, and involuntary where a \
                renewal could not be charged.
                """,
            charts: [cohortMap, churnLines(months)] + (recovery.failures > 0 ? [recoveryLine] : []),
            tables: [cohortTable, churnTable(months), reasonTable]
                + (recovery.failures > 0 ? [recoveryTable] : [])
                + (cancellation.cancellations > 0 ? [leadTable] : []))
    }

    // MARK: - Cohorts

    /// How many months after the first cohort's own there are.
    private var width: Int {
        guard let first = cohortMonths.first, let latestMonth else { return 0 }
        return max(latestMonth.months(since: first), 0)
    }

    private var cohortMap: Chart {
        Chart(
            title: "Retention by cohort",
            description: "The share of each month's new subscribers that is subscribed at the end of each later month.",
            kind: .cohortHeatMap(rowTitle: "First subscribed in"), measure: "Subscribed",
            axis: Chart.Axis("Months since", unit: "months", places: .numbers((0...width).map(Double.init))),
            series: cohortMonths.map { month in
                let shares = (0...width).map { retention(ofCohort: month, afterMonths: $0).map { $0 * 100 } }
                return Chart.Series("\(month)", unit: "%", values: shares)
            })
    }

    private var cohortTable: ReportTable {
        ReportTable(
            title: "Subscribed at the end of each month after the first",
            columns: [ReportTable.Column("First subscribed in"), .number("Subscribers")]
                + (0...width).map { .number("\($0)") },
            rows: cohortMonths.map { month in
                let size = size(ofCohort: month)
                let shares = (0...width).map { months -> ReportTable.Cell in
                    retained(ofCohort: month, afterMonths: months).map { .share($0, of: size) } ?? .none
                }
                return [.text("\(month)"), .integer(size)] + shares
            })
    }

    // MARK: - Churn

    private func churnLines(_ months: ClosedRange<ReportMonth>) -> Chart {
        let all = ReportMonth.all(in: months)
        let churn = all.map { self.churn(in: $0) }
        func percent(_ path: KeyPath<Churn, Double?>) -> [Double?] { churn.map { $0[keyPath: path].map { $0 * 100 } } }
        return Chart(
            title: "Churn", description: "Who left in each month, as a share of those subscribed at its beginning.",
            kind: .lines, measure: "Churn", axis: Chart.Axis("Month", places: .months(all.map(\.instant))),
            series: [
                Chart.Series("Voluntary", unit: "%", values: percent(\.voluntaryRate)),
                Chart.Series("Involuntary", unit: "%", values: percent(\.involuntaryRate)),
            ])
    }

    private func churnTable(_ months: ClosedRange<ReportMonth>) -> ReportTable {
        ReportTable(
            title: "Churn by month",
            columns: [
                ReportTable.Column("Month"), .number("Subscribed before"), .number("Left by choice"),
                .number("Left unpaid"), .number("Left by refund"), .number("Left otherwise"), .number("Churn"),
            ],
            rows: ReportMonth.all(in: months).map { month in
                let churn = churn(in: month)
                return [
                    .text("\(month)"), .integer(churn.subscribedBefore), .integer(churn.change.endedVoluntarily),
                    .integer(churn.change.endedInvoluntarily), .integer(churn.change.endedByRefund),
                    .integer(churn.change.endedOtherwise), .share(churn.change.ended, of: churn.subscribedBefore),
                ]
            })
    }

    private var reasonTable: ReportTable {
        var sums: [String: Int] = [:]
        for table in reasons.values { sums.add(table) }
        let all = sums.values.reduce(0, &+)
        return ReportTable(
            title: "Why subscriptions ended",
            columns: [ReportTable.Column("Reason"), .number("Ended"), .number("Share")],
            rows: sums.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { reason, count in
                [.text(reason), .integer(count), .share(count, of: all)]
            })
    }

    // MARK: - Recovery and cancellation

    private var recoveryLine: Chart {
        let days = Array(0...RecoveryCurve.lastDay)
        let documented = Dictionary(uniqueKeysWithValues: RecoveryCurve.documented.map { ($0.days, $0.share * 100) })
        return Chart(
            title: "Failed renewals made good, by day since the failure",
            description: """
                Of all failed renewals and of those made good, the share that was so by each day; beside the talk's figures.
                """,
            kind: .lines, measure: "Made good",
            axis: Chart.Axis("Days since the failure", unit: "days", places: .numbers(days.map(Double.init))),
            series: [
                Chart.Series(
                    "Of all failures", unit: "%",
                    values: days.map { recovery.shareOfFailures(within: $0).map { $0 * 100 } }),
                Chart.Series(
                    "Of those made good", unit: "%", values: days.map { recovery.share(within: $0).map { $0 * 100 } }),
                Chart.Series("Apple's talk", unit: "%", values: days.map { documented[$0] }),
            ])
    }

    private var recoveryTable: ReportTable {
        let points = RecoveryCurve.documented.map { ($0.days, ReportTable.Cell.text("\(Int($0.share * 100)) %")) }
        let rows = (points + [(RecoveryCurve.lastDay, .none)]).map { days, documented -> [ReportTable.Cell] in
            let recovered = recovery.recovered(within: days)
            return [
                .integer(days), .integer(recovered), .share(recovered, of: recovery.recovered), documented,
                .share(recovered, of: recovery.failures),
            ]
        }
        return ReportTable(
            title: "\(recovery.failures) failed renewals: \(recovery.recovered) made good, \(recovery.lost) lost, "
                + "\(recovery.open) open",
            columns: [
                .number("Within", unit: "days"), .number("Made good"), .number("Of those made good"),
                .number("Apple's talk"), .number("Of all failures"),
            ], rows: rows)
    }

    private var leadTable: ReportTable {
        let rows = [1, 2, 7, 14, 28].map { days -> [ReportTable.Cell] in
            var count = 0
            for (day, cancellations) in cancellation.byDay where day >= days { count &+= cancellations }
            return [.integer(days), .integer(count), .share(count, of: cancellation.cancellations)]
        }
        return ReportTable(
            title: "How long before the end \(cancellation.cancellations) customers cancelled",
            columns: [.number("At least", unit: "days"), .number("Cancellations"), .number("Share")], rows: rows)
    }
}
