import Foundation
import OfferKit

/// The output of the example.
package enum Report {
    /// The number of customers in the second part, unless given.
    package static let customers = 1_000

    /// Prints one customer, month by month.
    package static func calendar() throws -> String {
        var text = """
            One customer and one win-back offer: a month free, for those who paid for 3 months, left 2 to 24 months ago, and
            whose last redemption ended 6 months ago or was none.


            """
        for row in try EligibilityCalendar().rows {
            let reasons = row.reasons.map(\.description).joined(separator: " ")
            let outlook = row.eligibleFrom.map { " From \(day($0)) on." } ?? ""
            let verdict = row.isEligible ? "may have it" : reasons + outlook
            text +=
                "\(day(row.date))  " + row.action.padding(toLength: 32, withPad: " ", startingAt: 0) + verdict + "\n"
        }
        return text
    }

    /// Compares the strategies.
    package static func campaigns(_ customers: Int = customers) throws -> String {
        let runs = try Strategy.allCases.map { ($0, try Campaign(customers, $0)) }
        var text = """
            \(customers) customers left on 1 April 2026. For \(Campaign.months) months, those who may have an offer get its direct
            link on the first of each month; one in ten follows it, and half of those stay.


            """
        func line(_ name: String, _ value: ((Strategy, Campaign)) -> String) {
            text += name.padding(toLength: 34, withPad: " ", startingAt: 0)
            text += runs.map { aligned(value($0)) }.joined() + "\n"
        }
        line("") { $0.0.words }
        line("links sent") { "\($0.1.links)" }
        line("offers redeemed") { "\($0.1.redeemed.values.reduce(0, +))" }
        line("charged since they left") { money($0.1.revenue) }
        line("subscribers at the end") { "\($0.1.subscribers)" }
        return text
    }

    private static func day(_ date: Date) -> String {
        String(date.utcText.prefix(10))
    }

    private static func money(_ amount: Decimal) -> String {
        amount.formatted(.currency(code: "USD").locale(Locale(identifier: "en_US")))
    }

    private static func aligned(_ text: String) -> String {
        String(repeating: " ", count: max(1, 14 - text.count)) + text
    }
}
