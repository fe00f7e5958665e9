import OfferKitCore

extension ProceedsReport {
    /// The report with its pictures and tables, each for one currency; nil where no money moved.
    var section: Dashboard.Section? {
        guard let months else { return nil }
        let all = ReportMonth.shown(of: months)
        let currencies = Set(cells.keys.map(\.storefront.currency)).sorted()
        return Dashboard.Section(
            heading: "Proceeds",
            explanation: """
                Revenue is what customers were charged, less what refunds gave back. Proceeds are the developer's part of it: 70 %, and 85 % \
                for subscribers who had completed a year of paid service, or always in the Small Business Program. Currencies are never \
                added up.
                """,
            charts: currencies.map { picture(all, $0) },
            tables: currencies.map { byMonth(all, $0) } + [byTerms()] + currencies.map(byCohort))
    }

    private func picture(_ months: [ReportMonth], _ currency: String) -> Chart {
        let money = totalsByMonth(in: currency)
        return Chart(
            title: "Revenue and proceeds in \(currency)",
            description: "What was charged less refunds, and the developer's part.",
            kind: .lines, measure: "Money", axis: Chart.Axis("Month", places: .months(months.map(\.beginning))),
            series: [
                Chart.Series("Revenue", unit: currency, values: months.map { money[$0]?.revenue.units ?? 0 }),
                Chart.Series("Proceeds", unit: currency, values: months.map { money[$0]?.proceeds.units ?? 0 }),
            ])
    }

    /// Returns the columns of sums, in one currency or, where each cell names its own, in several.
    private static func columns(_ currency: String = "") -> [ReportTable.Column] {
        [.number("Charges"), .number("At 85 %"), .number("Free periods"), .number("Refunds")]
            + ["Charged", "Refunded", "Proceeds"].map { .number($0, unit: currency) }
    }

    private static func row(_ counts: Counts, _ currency: String) -> [ReportTable.Cell] {
        [
            .integer(counts.charges), .integer(counts.chargesAtHighRate), .integer(counts.freePeriods),
            .integer(counts.refunds), ReportTable.Cell(counts.charged, currency),
            ReportTable.Cell(counts.refunded, currency), ReportTable.Cell(counts.proceeds, currency),
        ]
    }

    private func byMonth(_ months: [ReportMonth], _ currency: String) -> ReportTable {
        let money = totalsByMonth(in: currency)
        return ReportTable(
            title: "Money by month, \(currency)",
            columns: [ReportTable.Column("Month")] + ProceedsReport.columns(currency),
            rows: months.map { [.text("\($0)")] + ProceedsReport.row(money[$0] ?? Counts(), currency) })
    }

    private func byTerms() -> ReportTable {
        let money = totalsByTerms().sorted { ReportTerms.isListed($0.key, before: $1.key) }
        return ReportTable(
            title: "Money by product, offer and storefront",
            columns: ReportTerms.columns + ProceedsReport.columns(),
            rows: money.map { terms, counts in
                terms.cells + ProceedsReport.row(counts, terms.storefront.currency)
            })
    }

    private func byCohort(_ currency: String) -> ReportTable {
        let money = totalsByCohort(in: currency)
        let cohorts = money.keys.compactMap(\.self).sorted()
        let rows = cohorts.map { [.text("\($0)")] + ProceedsReport.row(money[$0] ?? Counts(), currency) }
        let others = money[nil].map { [[.text("no subscription")] + ProceedsReport.row($0, currency)] } ?? []
        return ReportTable(
            title: "Money by month of the first subscription, \(currency)",
            columns: [ReportTable.Column("First subscribed in")] + ProceedsReport.columns(currency),
            rows: rows + others)
    }
}

extension OfferReport {
    /// The report with its picture and tables; nil where no offer was redeemed.
    package var section: Dashboard.Section? {
        guard !cells.isEmpty else { return nil }
        return Dashboard.Section(
            heading: "Offers",
            explanation: """
                What each offer did. An offer is converted when a period at the standard price follows its last one. Revenue before is what \
                the same subscribers had paid when they redeemed it; after, what they paid at the standard price until they left or redeemed \
                another.
                """,
            charts: cells.values.contains { $0.churned > 0 } ? [leaving] : [], tables: [redemptions, soonness, money])
    }

    // MARK: - Churn after redemption

    /// The bounds that are shown: up to the latest by which a subscriber left.
    private var shownBounds: ArraySlice<Int> {
        let latest = OfferReport.bounds.lastIndex { bound in cells.values.contains { $0.churnedWithin[bound] != nil } }
        return OfferReport.bounds[...max(latest ?? 0, 2)]
    }

    /// The chart of those who left by each day after the redemption, as a share; a line for each type of offer.
    private var leaving: Chart {
        var byType: [OfferType: Counts] = [:]
        for (terms, counts) in cells {
            if let type = terms.offer?.type { byType[type, default: Counts()].add(counts) }
        }
        let bounds = [0] + shownBounds
        return Chart(
            title: "Who left after an offer, by days since its redemption",
            description: "For each type of offer, which share of those who redeemed one had left by then.",
            kind: .lines, measure: "Left",
            axis: Chart.Axis("Days since the redemption", unit: "days", places: .numbers(bounds.map(Double.init))),
            series: byType.sorted { $0.key.rawValue < $1.key.rawValue }.map { type, counts in
                Chart.Series(
                    type.debugDescription,
                    shares: bounds.map { ratio(counts.left(within: $0), of: counts.redeemed) })
            })
    }

    private var soonness: ReportTable {
        let bounds = shownBounds
        let columns = [.number("Redeemed")] + bounds.map { ReportTable.Column.number("Within \($0) days") }
        return table("How soon subscribers left after an offer", columns) { _, counts in
            [.integer(counts.redeemed)] + bounds.map { .integer(counts.left(within: $0)) }
        }
    }

    private var redemptions: ReportTable {
        let columns: [ReportTable.Column] = [
            .number("Redeemed"), .number("Converted"), .number("Conversion"), .number("Left"), .number("Left during"),
            .number("Days to leaving", unit: "mean"),
        ]
        return table("What offers led to", columns) { _, counts in
            [
                .integer(counts.redeemed), .integer(counts.converted), .share(counts.converted, of: counts.redeemed),
                .integer(counts.churned), .integer(counts.churnedDuring),
                counts.meanDaysToChurn.flatMap { Int(exactly: $0.rounded()) }.map { .integer($0) } ?? .none,
            ]
        }
    }

    private var money: ReportTable {
        let columns = ["Revenue", "Proceeds"].flatMap { money in
            ["before", "during", "after"].map { ReportTable.Column.number("\(money) \($0)") }
        }
        return table("What offers brought", columns) { terms, counts in
            let money = [counts.before, counts.during, counts.after]
            let sums = money.map(\.revenue) + money.map(\.proceeds)
            return sums.map { ReportTable.Cell($0, terms.storefront.currency) }
        }
    }

    /// Returns a table with a row for each offer: its name, product and storefront, and these columns.
    private func table(
        _ title: String, _ columns: [ReportTable.Column], _ row: (ReportTerms, Counts) -> [ReportTable.Cell]
    ) -> ReportTable {
        let names = ["Offer", "Product", "Storefront"].map { ReportTable.Column($0) }
        return ReportTable(
            title: title, columns: names + columns,
            rows: cells.sorted { ReportTerms.isListed($0.key, before: $1.key) }.map { terms, counts in
                [ReportTable.Cell(terms.offer), .text(terms.product), .text(terms.storefront.territory)]
                    + row(terms, counts)
            })
    }
}
