#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A table of a report: a title, columns, and rows of cells that know what they are.
///
/// A table is a rectangle: a row that is too short ends in empty cells, and one that is too long brings columns
/// without a name. Nothing in it is added up or converted, so sums of different currencies never meet.
public struct ReportTable: Sendable, Hashable {
    /// What the table shows, in a few words; it may be empty.
    public let title: String
    /// What stands in the cells, from left to right.
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
    /// What the cells below one heading have in common.
    package struct Column: Sendable, Hashable {
        /// The heading.
        package let name: String
        /// What the numbers are counted in, such as `days` or `USD`; empty where the name says it or cells say it.
        ///
        /// Money in the currency that stands here is shown as a plain number.
        package let unit: String
        /// The side at which cells begin.
        package let alignment: Alignment

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

    /// One value, with its kind.
    package enum Cell: Sendable, Hashable {
        /// There is no value, which is not the same as zero.
        case none
        /// Words.
        case text(String)
        /// A whole number in the column's unit.
        case integer(Int)
        /// So many out of so many, kept exactly and shown as a percentage; no value where it is out of zero.
        case share(Int, of: Int)
        /// A sum of money in units of its currency, and the ISO 4217 code of its currency.
        case money(Decimal, currency: String)
        /// The day in UTC on which a date falls.
        case date(Date)
    }
}
