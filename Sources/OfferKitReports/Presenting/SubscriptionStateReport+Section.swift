import OfferKitCore

extension SubscriptionStateReport {
    /// The report with its pictures and tables; nil without subscribers.
    package var section: Dashboard.Section? {
        guard let days = shownDays else { return nil }
        return Dashboard.Section(
            heading: "Subscription state",
            explanation: """
                Subscribers whose period runs at the end of each day, by what they pay: the standard price, or one of four types of \
                offer. A free trial is an introductory offer. Subscribers in grace or in billing retry are counted apart, and family \
                members are not counted.
                """,
            charts: charts(days),
            tables: [byDay("Subscribers at the end of each month", days, .all, SubscriptionStateReport.monthEnds)]
                + (territories.count > 1 ? [byStorefront(days)] : []) + [byTerms(at: days.upperBound)])
    }

    /// All days, or the last ten years of them: a file may have dates from ten thousand years.
    var shownDays: ClosedRange<ReportDay>? {
        days.map { days in
            let months = ReportMonth.shown(of: days.lowerBound.month...days.upperBound.month)
            return max(days.lowerBound, months.first?.firstDay ?? days.lowerBound)...days.upperBound
        }
    }

    /// The storefronts with a subscriber at any time.
    private var territories: [String] { Set(changes.keys.map(\.storefront.territory)).sorted() }

    // MARK: - Pictures

    /// The terms of active subscribers, with the count of each.
    private static var terms: [(name: String, count: KeyPath<Counts, Int>)] {
        [
            ("Standard price", \.standardPrice), ("Introductory", \.introductory), ("Promotional", \.promotional),
            ("Offer code", \.code), ("Win-back", \.winBack), ("Other offers", \.otherOffers),
        ]
    }

    private func charts(_ days: ClosedRange<ReportDay>) -> [Chart] {
        let all = SubscriptionStateReport.thinned(series(days))
        let axis = Chart.Axis("Day", places: .days(all.map(\.day.beginning)))
        func values(_ path: KeyPath<Counts, Int>) -> [Double?] { all.map { Double($0.counts[keyPath: path]) } }
        let byTerritory = territories.map { territory in
            let part = SubscriptionStateReport.thinned(series(days, where: ReportFilter(territory: territory)))
            return Chart.Series(territory, values: part.map { Double($0.counts.active) })
        }
        return [
            Chart(
                title: "Active subscribers by what they pay",
                description: "Active subscribers at the end of each day, stacked by standard price and type of offer.",
                kind: .stackedAreas, measure: "Subscribers", axis: axis,
                series: SubscriptionStateReport.terms.map { Chart.Series($0.name, values: values($0.count)) }
                    .filter(\.isOfAnybody)),
            Chart(
                title: "Active subscribers by storefront",
                description: "Active subscribers at the end of each day, a line for each storefront.",
                kind: .lines, measure: "Subscribers", axis: axis, series: byTerritory),
            Chart(
                title: "Subscribers whose renewal failed",
                description: "Subscribers in grace, who have service, and in billing retry, who have none.",
                kind: .lines, measure: "Subscribers", axis: axis,
                series: [
                    Chart.Series("In grace", values: values(\.inGrace)),
                    Chart.Series("In billing retry", values: values(\.inRetry)),
                ]),
        ]
    }

    /// Returns few enough days for a picture: all, or one in so many, the last included.
    private static func thinned(_ days: [Day]) -> [Day] {
        let step = days.count / 800 + 1
        return days.enumerated().filter { (days.count - 1 - $0.offset) % step == 0 }.map(\.element)
    }

    // MARK: - Tables

    /// Returns the subscribers at the end of every day, a row a day, for a program to process.
    ///
    /// - Parameters:
    ///   - days: The days; nil for all, or the last ten years of them.
    ///   - filter: The terms that count.
    /// - Returns: The table; without rows where there are no days.
    public func dailyTable(_ days: ClosedRange<ReportDay>? = nil, where filter: ReportFilter = .all) -> ReportTable {
        byDay("Subscribers at the end of each day", days ?? shownDays, filter, ReportDay.all)
    }

    /// Returns the subscribers at the end of every day in each storefront (S0-132), for a program to process.
    ///
    /// It has a row for each storefront on each day.
    ///
    /// - Parameter days: The days; nil for all, or the last ten years of them.
    /// - Returns: The table; without rows where there are no days.
    public func dailyTableByStorefront(_ days: ClosedRange<ReportDay>? = nil) -> ReportTable {
        byStorefront("Subscribers at the end of each day, by storefront", days ?? shownDays, ReportDay.all)
    }

    private func byDay(
        _ title: String, _ days: ClosedRange<ReportDay>?, _ filter: ReportFilter,
        _ shown: (ClosedRange<ReportDay>) -> [ReportDay]
    ) -> ReportTable {
        ReportTable(
            title: title, columns: [ReportTable.Column("Day")] + SubscriptionStateReport.columns,
            rows: days.map { listed($0, at: shown($0), filter) } ?? [])
    }

    private func byStorefront(_ days: ClosedRange<ReportDay>) -> ReportTable {
        byStorefront(
            "Subscribers at the end of each month, by storefront", days, SubscriptionStateReport.monthEnds)
    }

    private func byStorefront(
        _ title: String, _ days: ClosedRange<ReportDay>?, _ shown: (ClosedRange<ReportDay>) -> [ReportDay]
    ) -> ReportTable {
        let rows = territories.flatMap { territory -> [[ReportTable.Cell]] in
            guard let days else { return [] }
            return listed(days, at: shown(days), ReportFilter(territory: territory)).map { [.text(territory)] + $0 }
        }
        return ReportTable(
            title: title,
            columns: [ReportTable.Column("Storefront"), ReportTable.Column("Day")] + SubscriptionStateReport.columns,
            rows: rows)
    }

    private static func monthEnds(_ days: ClosedRange<ReportDay>) -> [ReportDay] {
        ReportMonth.shown(of: days.lowerBound.month...days.upperBound.month).map { min($0.lastDay, days.upperBound) }
    }

    private static var columns: [ReportTable.Column] {
        (["Active", "Growth", "Growth rate"] + terms.map(\.name) + ["In grace", "In retry"]).map { .number($0) }
    }

    /// Returns a row for each of some days, in order (S0-133).
    ///
    /// Growth is that since the row before; for the first row it is that since the day before all days.
    private func listed(
        _ days: ClosedRange<ReportDay>, at shown: [ReportDay], _ filter: ReportFilter
    ) -> [[ReportTable.Cell]] {
        let first = days.lowerBound.adding(days: -1)
        let series = series(first...days.upperBound, where: filter)
        let numbers = SubscriptionStateReport.terms.map(\.count) + [\.inGrace, \.inRetry]
        var before = series[0].counts.active
        return shown.map { day in
            let counts = series[day.daysSince1970 - first.daysSince1970].counts
            let growth = Growth(before: before, after: counts.active)
            before = counts.active
            return [
                .date(day.beginning), .integer(counts.active), .integer(growth.change),
                .share(growth.change, of: growth.before),
            ] + numbers.map { .integer(counts[keyPath: $0]) }
        }
    }

    private func byTerms(at day: ReportDay) -> ReportTable {
        let counts = countsByTerms(at: day).sorted { ReportTerms.isListed($0.key, before: $1.key) }
        return ReportTable(
            title: "Subscribers on \(day) by product, offer and storefront", names: ReportTerms.columns,
            numbers: [
                ("Active", { .integer($0.active) }), ("In grace", { .integer($0.inGrace) }),
                ("In retry", { .integer($0.inRetry) }),
            ], rows: counts.map { ($0.key.cells, $0.value) })
    }
}

extension Chart.Series {
    /// Whether any value is not zero.
    fileprivate var isOfAnybody: Bool { values.contains { $0 != 0 } }
}
