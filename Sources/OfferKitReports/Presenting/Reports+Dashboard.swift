import OfferKitCore
import OfferKitEssentials

extension Reports {
    /// The sections of a page with every report, its pictures and tables, of the last ten years at most.
    ///
    /// An empty report is left out.
    public var sections: [Dashboard.Section] {
        [state.section, events.section, retention.section, proceeds.section, offers.section].compactMap(\.self)
    }

    /// Every table of every report.
    public var tables: [ReportTable] { sections.flatMap(\.tables) }

    /// The tables too long for a page: subscribers by day and storefront, and events by day and terms.
    public var dailyTables: [ReportTable] { [state.dailyTableByStorefront(), events.dailyTable()] }

    /// A page with every report.
    ///
    /// - Parameter title: The title of the page.
    /// - Returns: The page; ``Dashboard/html`` is its text.
    public func dashboard(title: String = "Subscriptions") -> Dashboard {
        var words: [String] = []
        if let firstDate, let lastDate {
            words.append(
                "From \(ReportDay(firstDate)) to \(ReportDay(lastDate)), days in UTC; \(eventCount) events were read.")
        }
        if let first = state.days?.lowerBound, let shown = state.shownDays?.lowerBound, shown > first {
            words.append(
                "Tables and pictures by month and day show the last ten years; sums over all time have everything.")
        }
        if passedOver.total > 0 {
            words.append(
                "\(passedOver.total) \(passedOver.total == 1 ? "event was" : "events were") passed over: \(passedOver.unknownSubscription) of subscriptions whose "
                    + "beginning is not in the log, \(passedOver.unknownName) without a name that is needed, "
                    + "\(passedOver.unfitting) that do not fit what came before.")
        }
        return Dashboard(title: title, explanation: words.joined(separator: "\n\n"), sections: sections)
    }
}

// MARK: - Parts shared by the presentations

extension ReportDay {
    /// The beginning of the day.
    var beginning: Date {
        Date(Instant(millisecondsSince1970: Int64(daysSince1970) * Instant.millisecondsPerDay))
    }
}

extension ReportMonth {
    /// The beginning of the month.
    var beginning: Date { firstDay.beginning }

    /// The most months in tables and pictures: a file may have dates from ten thousand years.
    static let mostShown = 120

    /// Returns the last months of a range, up to the most that are shown.
    static func shown(of range: ClosedRange<ReportMonth>) -> [ReportMonth] {
        let first = max(range.lowerBound.monthsSinceYear0, range.upperBound.monthsSinceYear0 - mostShown + 1)
        return (first...range.upperBound.monthsSinceYear0).map(ReportMonth.init(monthsSinceYear0:))
    }
}

extension ReportTable.Column {
    /// Returns a column of numbers.
    static func number(_ name: String, unit: String = "") -> ReportTable.Column {
        ReportTable.Column(name, unit: unit, alignment: .trailing)
    }
}

extension Chart.Series {
    /// Makes a series of shares, in per cent.
    init(_ name: String, shares: [Double?]) {
        self.init(name, unit: "%", values: shares.map { $0.map { $0 * 100 } })
    }
}

extension ReportTable {
    /// Columns by their headings, each with the cell that it has for a value.
    typealias Numbers<Value> = [(heading: String, cell: (Value) -> Cell)]

    /// The table with a row for each value: some cells that name it, and one for each of its numbers.
    init<Value>(
        title: String, names: [Column], numbers: Numbers<Value>, rows: [(name: [Cell], value: Value)]
    ) {
        self.init(
            title: title, columns: names + numbers.map { .number($0.heading) },
            rows: rows.map { row in row.name + numbers.map { $0.cell(row.value) } })
    }
}

extension ReportTable.Cell {
    /// Makes a cell of a sum of money; as words where it is larger than an amount can be.
    init(_ sum: MoneySum, _ currency: String) {
        self = sum.amount.map { .money($0, currency: currency) } ?? .text("\(sum) \(currency)")
    }

    /// Makes a cell of an offer by its name and type, or of the standard price.
    init(_ offer: ReportNames.Offer?) { self = .text(offer?.words ?? "standard price") }
}

extension ReportNames.Offer {
    /// The offer in words: `stay (promotional, P1M × 3)`.
    var words: String {
        let terms = mode == .freeTrial ? "free, \(period.iso8601)" : "\(period.iso8601) × \(periodCount)"
        return id.map { "\($0) (\(type.debugDescription), \(terms))" } ?? "\(type.debugDescription) (\(terms))"
    }
}

extension ReportTerms {
    /// The columns for terms.
    static let columns = [
        ReportTable.Column("Product"), ReportTable.Column("Offer"), ReportTable.Column("Storefront"),
    ]

    /// The cells for terms.
    var cells: [ReportTable.Cell] { [.text(product), ReportTable.Cell(offer), .text(storefront.territory)] }

    /// Returns whether tables list some terms before others.
    static func isListed(_ a: ReportTerms, before b: ReportTerms) -> Bool {
        let (left, right) = (a.sortKey, b.sortKey)
        return left.lexicographicallyPrecedes(right) { ByteText.precedes(ByteText($0), ByteText($1)) }
    }

    private var sortKey: [String] {
        [product, offer.map { "\($0.type.rawValue) \($0.words)" } ?? "", storefront.territory, storefront.currency]
    }
}
