import OfferKitCore

extension SubscriptionStateReport {
    /// The report with its pictures and tables; nil where there is nobody.
    public var section: Dashboard.Section? {
        guard let all = self.days else { return nil }
        let first = max(all.lowerBound, all.upperBound.adding(days: -ReportMonth.mostShown * 30))
        let days = first...all.upperBound
        return Dashboard.Section(
            heading: "Subscription state",
            explanation: """
                Subscribers whose period runs at the end of each day, by what they pay: the standard price, or one of four types of \
                offer. A free trial is an introductory offer. Subscribers in grace or in billing retry are counted apart, and family \
                members are not counted.
                """,
            charts: charts(days), tables: [byMonth(days), byTerms(at: days.upperBound)])
    }

    // MARK: - Pictures

    private func charts(_ days: ClosedRange<ReportDay>) -> [Chart] {
        let all = SubscriptionStateReport.thinned(series(days))
        let axis = Chart.Axis("Day", places: .days(all.map(\.day.instant)))
        func values(_ path: KeyPath<Counts, Int>) -> [Double?] { all.map { Double($0.counts[keyPath: path]) } }
        let kinds: [(String, KeyPath<Counts, Int>)] = [
            ("Standard price", \.standardPrice), ("Introductory", \.introductory), ("Promotional", \.promotional),
            ("Offer code", \.code), ("Win-back", \.winBack), ("Other offers", \.otherOffers),
        ]
        let territories = Set(changes.keys.map(\.storefront.territory)).sorted()
        let byTerritory = territories.map { territory in
            let part = SubscriptionStateReport.thinned(series(days, where: ReportFilter(territory: territory)))
            return Chart.Series(territory, values: part.map { Double($0.counts.active) })
        }
        return [
            Chart(
                title: "Active subscribers by what they pay",
                description: "Active subscribers at the end of each day, stacked by standard price and type of offer.",
                kind: .stackedAreas, measure: "Subscribers", axis: axis,
                series: kinds.map { Chart.Series($0.0, values: values($0.1)) }.filter(\.isOfAnybody)),
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

    /// Few enough days for a picture: each one, or one of each so many, the last among them.
    private static func thinned(_ days: [Day]) -> [Day] {
        let step = days.count / 800 + 1
        return days.enumerated().filter { (days.count - 1 - $0.offset) % step == 0 }.map(\.element)
    }

    // MARK: - Tables

    private func byMonth(_ days: ClosedRange<ReportDay>) -> ReportTable {
        let months = ReportMonth.shown(of: days.lowerBound.month...days.upperBound.month)
        var before = counts(at: days.lowerBound.adding(days: -1)).active
        let rows = months.map { month -> [ReportTable.Cell] in
            let day = min(month.lastDay, days.upperBound)
            let counts = counts(at: day)
            defer { before = counts.active }
            return [
                .date(day.instant), .integer(counts.active), .integer(counts.active &- before),
                .integer(counts.standardPrice), .integer(counts.introductory), .integer(counts.promotional),
                .integer(counts.code), .integer(counts.winBack), .integer(counts.inGrace), .integer(counts.inRetry),
            ]
        }
        return ReportTable(
            title: "Subscribers at the end of each month",
            columns: [
                ReportTable.Column("Day"), .number("Active"), .number("Growth"), .number("Standard price"),
                .number("Introductory"), .number("Promotional"), .number("Offer code"), .number("Win-back"),
                .number("In grace"), .number("In retry"),
            ], rows: rows)
    }

    private func byTerms(at day: ReportDay) -> ReportTable {
        let counts = countsByTerms(at: day).sorted { ReportTerms.isListed($0.key, before: $1.key) }
        return ReportTable(
            title: "Subscribers on \(day) by product, offer and storefront",
            columns: [
                ReportTable.Column("Product"), ReportTable.Column("Offer"), ReportTable.Column("Storefront"),
                .number("Active"), .number("In grace"), .number("In retry"),
            ],
            rows: counts.map { terms, counts in
                [
                    .text(terms.product), ReportTable.Cell(terms.offer), .text(terms.storefront.territory),
                    .integer(counts.active), .integer(counts.inGrace), .integer(counts.inRetry),
                ]
            })
    }
}

extension Chart.Series {
    /// Whether any value is not zero.
    fileprivate var isOfAnybody: Bool { values.contains { $0 != 0 } }
}
