import OfferKitCore

// MARK: - Comparison with similar apps

extension RetentionReport {
    /// Returns a table of each cohort's retention beside that of similar apps, as App Analytics shows it (S3-11).
    ///
    /// - Parameters:
    ///   - benchmark: The shares of subscribers that stay that long in similar apps, 0 to 1.
    ///   - months: The number of months after which cohorts are compared.
    /// - Returns: The table, with a row for each cohort old enough, the earliest first.
    public func comparison(with benchmark: RetentionBenchmark, afterMonths months: Int) -> ReportTable {
        let rows = cohortMonths.compactMap { month -> [ReportTable.Cell]? in
            guard let retained = retained(ofCohort: month, afterMonths: months) else { return nil }
            let size = size(ofCohort: month)
            let standing = ratio(retained, of: size).flatMap { benchmark.standing(of: $0) }
            return [
                .text("\(month)"), .integer(size), .share(retained, of: size),
                standing.map { .text($0.words) } ?? .none,
            ]
        }
        let quarters = [benchmark.percentile25, benchmark.percentile50, benchmark.percentile75]
        return ReportTable(
            title: "Subscribed after \(months == 1 ? "1 month" : "\(months) months"), beside similar apps (quarters at "
                + quarters.map { NumberWords.short($0 * 100) + "%" }.joined(separator: ", ") + ")",
            columns: [
                ReportTable.Column("First subscribed in"), .number("Subscribers"), .number("Subscribed"),
                ReportTable.Column("Among similar apps"),
            ], rows: rows)
    }
}

extension RetentionBenchmark.Standing {
    fileprivate var words: String {
        switch self {
        case .lowestQuarter: "lowest quarter"
        case .belowMedian: "below the median"
        case .aboveMedian: "above the median"
        case .highestQuarter: "highest quarter"
        }
    }
}

extension RetentionReport {
    /// The report with its pictures and tables; nil where nobody subscribed.
    var section: Dashboard.Section? {
        guard !cells.isEmpty, let months else { return nil }
        return Dashboard.Section(
            heading: "Retention and churn",
            explanation: """
                Each row of the heat map is a cohort: those who subscribed for the first time in one month, and which share of them is \
                subscribed at the end of each month after. Who is in billing retry has not left, and counts as subscribed here. Churn is voluntary where the customer chose to leave, and involuntary where a \
                renewal could not be charged.
                """,
            charts: [cohortMap, churnLines(months)] + (recovery.failures > 0 ? [recoveryLine] : []),
            tables: [cohortTable, churnTable(months), reasonTable]
                + (recovery.failures > 0 ? [recoveryTable] : [])
                + (cancellation.cancellations > 0 ? [leadTable] : []))
    }

    // MARK: - Cohorts

    /// The most cohorts, and months after the first, that are shown: more are unreadable.
    private static let mostCohorts = 60

    /// The latest cohorts, which are shown.
    private var shownCohorts: [ReportMonth] { cohortMonths.suffix(RetentionReport.mostCohorts) }

    /// The number of months after the first of these cohorts' own.
    private var width: Int {
        guard let first = shownCohorts.first, let latestMonth else { return 0 }
        return min(max(latestMonth.months(since: first), 0), RetentionReport.mostCohorts)
    }

    /// The subscribers of each shown cohort in each month after the first, counted in one pass over all.
    private var retainedByCohort: [(month: ReportMonth, size: Int, retained: [Int?])] {
        var tables: [ReportMonth: [ReportMonth: Change]] = [:]
        for (cohort, table) in cells { tables[cohort.month, default: [:]].add(table) }
        let width = width
        return shownCohorts.map { month in
            let table = tables[month] ?? [:]
            var subscribed = 0
            let retained = (0...width).map { months -> Int? in
                let later = month.adding(months: months)
                guard let latestMonth, later <= latestMonth, months == later.months(since: month) else { return nil }
                subscribed &+= table[later]?.subscribed ?? 0
                return subscribed
            }
            return (month, table.values.reduce(0) { $0 &+ $1.began }, retained)
        }
    }

    private var cohortMap: Chart {
        Chart(
            title: "Retention by cohort",
            description: "The share of each month's new subscribers that is subscribed at the end of each later month.",
            kind: .cohortHeatMap(rowTitle: "First subscribed in"), measure: "Subscribed",
            axis: Chart.Axis("Months since the first", places: .numbers((0...width).map(Double.init))),
            series: retainedByCohort.map { cohort in
                Chart.Series(
                    "\(cohort.month)", shares: cohort.retained.map { $0.flatMap { ratio($0, of: cohort.size) } })
            })
    }

    private var cohortTable: ReportTable {
        ReportTable(
            title: "Subscribed at the end of each month after the first",
            columns: [ReportTable.Column("First subscribed in"), .number("Subscribers")]
                + (0...width).map { .number("\($0)") },
            rows: retainedByCohort.map { cohort in
                let shares = cohort.retained.map { $0.map { ReportTable.Cell.share($0, of: cohort.size) } ?? .none }
                return [.text("\(cohort.month)"), .integer(cohort.size)] + shares
            })
    }

    // MARK: - Churn

    private func churnLines(_ months: ClosedRange<ReportMonth>) -> Chart {
        let all = ReportMonth.shown(of: months)
        let churn = all.map { self.churn(in: $0) }
        return Chart(
            title: "Churn", description: "Who left in each month, as a share of those subscribed at its beginning.",
            kind: .lines, measure: "Churn", axis: Chart.Axis("Month", places: .months(all.map(\.beginning))),
            series: [
                Chart.Series("Voluntary", shares: churn.map(\.voluntaryRate)),
                Chart.Series("Involuntary", shares: churn.map(\.involuntaryRate)),
            ])
    }

    private func churnTable(_ months: ClosedRange<ReportMonth>) -> ReportTable {
        ReportTable(
            title: "Churn by month", names: [ReportTable.Column("Month")],
            numbers: [
                ("Subscribed before", { .integer($0.subscribedBefore) }),
                ("Left by choice", { .integer($0.change.endedVoluntarily) }),
                ("Left unpaid", { .integer($0.change.endedInvoluntarily) }),
                ("Left by refund", { .integer($0.change.endedByRefund) }),
                ("Left otherwise", { .integer($0.change.endedOtherwise) }),
                ("Churn", { .share($0.change.ended, of: $0.subscribedBefore) }),
            ], rows: ReportMonth.shown(of: months).map { ([.text("\($0)")], churn(in: $0)) })
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
        let documented = Dictionary(uniqueKeysWithValues: RecoveryCurve.documented.map { ($0.days, $0.share) })
        return Chart(
            title: "Failed renewals made good, by day since the failure",
            description: """
                For each day, the share of failed renewals recovered by then: of all failures, and of those that recovered.
                """,
            kind: .lines, measure: "Made good",
            axis: Chart.Axis("Days since the failure", unit: "days", places: .numbers(days.map(Double.init))),
            series: [
                Chart.Series("Of all failures", shares: days.map { recovery.shareOfFailures(within: $0) }),
                Chart.Series("Of those made good", shares: days.map { recovery.share(within: $0) }),
                Chart.Series("Apple's talk", shares: days.map { documented[$0] }),
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
            title: "Failed renewals: \(recovery.failures), of which \(recovery.recovered) made good, "
                + "\(recovery.lost) lost, \(recovery.open) open",
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
