import Foundation
import OfferKit
import OfferKitTimelines

/// The output of the example.
package enum Report {
    /// The number of subscribers in the second part, unless given, and the months for which they are watched.
    package static let subscribers = 5_000
    package static let months = 4

    /// Draws one subscriber under every setting, one under the other.
    package static func oneSubscriber() throws -> String {
        var text = """
            One subscriber, $9.99 a month, bought on 1 April. The card fails at the renewal on 1 May.
            A character is a day, from 1 May to 31 July.


            """
        for days in [2, 14, 40, nil] {
            let lives = try Grace.allCases.map { try Subscriber($0, repairedAfter: days) }
            text += days.map { "The card is repaired after \($0) days\n\n" } ?? "The card is never repaired\n\n"
            text += row("", ruler(of: lives.first?.life), "served", "lost", "charged", "paid until")
            for life in lives {
                text += row(
                    life.grace.words, life.life.line, "\(life.servedDays)", "\(Subscriber.days - life.servedDays)",
                    money(life.charged), life.paidUntil.map { day($0) } ?? "ended")
            }
            text += "\n"
        }
        return text + """
            R renewed   · service   ! a charge failed   g grace   r billing retry: no service   + recovered
            E ended   _ no subscription

            """
    }

    /// Compares many subscribers without grace and with sixteen days of it.
    package static func population(_ subscribers: Int = subscribers) throws -> String {
        let runs = try [Grace.none, .sixteenDays].map { ($0, try Population(subscribers, months: months, $0)) }
        var text = """
            \(subscribers) subscribers who joined in February, watched for \(months) months. One renewal in twenty fails.
            Of twenty customers eight repair the card after 2 days, seven after 10, three after 22, two never.


            """
        func line(_ name: String, _ value: (Population) -> String) {
            text +=
                name.padding(toLength: 44, withPad: " ", startingAt: 0)
                + runs.map { aligned(value($0.1), 14) }.joined() + "\n"
        }
        text += String(repeating: " ", count: 44) + runs.map { aligned($0.0.words, 14) }.joined() + "\n"
        line("renewals that failed") { "\($0.failed)" }
        line("made good without a day lost") { "\($0.recovered.inGrace)" }
        line("made good after days without service") { "\($0.recovered.later)" }
        line("ended by the end of billing retry") { "\($0.ended)" }
        line("customers' days without service") { "\($0.lostDays)" }
        line("charged") { money($0.revenue) }
        return text
    }

    private static func row(_ cells: String...) -> String {
        let widths = [10, Subscriber.days + 1, 8, 6, 9, 12]
        let parts = zip(cells, widths).enumerated().map { place, cell in
            place < 2 ? cell.0.padding(toLength: cell.1, withPad: " ", startingAt: 0) : aligned(cell.0, cell.1)
        }
        return parts.joined() + "\n"
    }

    /// Returns the first days of the months, above their days.
    private static func ruler(of life: Timeline?) -> String {
        guard let life else { return "" }
        var ruler = ""
        for place in life.cells.indices {
            guard let date = life.date(ofCell: place), day(date).hasSuffix("-01"), ruler.count <= place else {
                continue
            }
            ruler += String(repeating: " ", count: place - ruler.count) + day(date)
        }
        return ruler
    }

    private static func day(_ date: Date) -> String {
        String(date.utcText.prefix(10))
    }

    private static func money(_ amount: Decimal) -> String {
        let text = "\(amount)"
        let decimals = text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
        return "$" + text + (decimals == 0 ? ".00" : String(repeating: "0", count: max(0, 2 - decimals)))
    }

    private static func aligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
