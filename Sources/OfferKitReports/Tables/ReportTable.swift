package import OfferKitEssentials

/// A table of a report: a title, columns, and rows of typed cells.
///
/// A table is a rectangle: a row that is too short gets empty cells at its end, and one that is too long adds columns
/// without a name. Nothing in it is added up or converted, so sums of different currencies never meet.
public struct ReportTable: Sendable, Hashable {
    /// The title, in a few words; it may be empty.
    public let title: String
    /// The columns, from left to right.
    package let columns: [Column]
    /// The rows from top to bottom; each has as many cells as there are columns.
    package let rows: [[Cell]]

    /// The table of these rows, made a rectangle.
    package init(title: String, columns: [Column], rows: [[Cell]]) {
        let width = max(columns.count, rows.map(\.count).max() ?? 0)
        self.title = title
        self.columns = columns + Array(repeating: Column(""), count: width - columns.count)
        self.rows = rows.map { $0 + Array(repeating: .none, count: width - $0.count) }
    }
}

extension ReportTable {
    /// A column: the heading, unit and alignment of its cells.
    package struct Column: Sendable, Hashable {
        /// The heading.
        package let name: String
        /// The unit of the numbers, such as `days` or `USD`; empty where the name or the cells have it.
        ///
        /// Money in this currency is shown as a plain number.
        let unit: String
        /// The side at which cells begin.
        let alignment: Alignment

        /// The column with this heading.
        package init(_ name: String, unit: String = "", alignment: Alignment = .leading) {
            self.name = name
            self.unit = unit
            self.alignment = alignment
        }

        /// The heading with its unit: `Revenue (USD)`.
        var heading: String {
            if unit.isEmpty { return name }
            return name.isEmpty ? "(\(unit))" : "\(name) (\(unit))"
        }
    }

    /// The side at which the cells of a column begin.
    package enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// At the left, as words do.
        case leading
        /// At the right, as numbers do.
        case trailing
    }

    /// One value with its type.
    package enum Cell: Sendable, Hashable {
        /// No value, which is not the same as zero.
        case none
        /// A text.
        case text(String)
        /// A whole number in the column's unit.
        case integer(Int)
        /// A part of a whole, kept exactly and shown as a percentage; without a value where the whole is zero.
        case share(Int, of: Int)
        /// A sum of money in units of its currency, and the ISO 4217 code of its currency.
        case money(Decimal, currency: String)
        /// A date, shown as its day in UTC.
        case date(Date)
    }
}
