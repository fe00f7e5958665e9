import Foundation
import LineProtocol
import OfferKit

/// The commands for the clock, with the events of moving it.
enum TimeCommands {
    static let all = [
        ShellCommand(
            topic: .time, name: "advance", parameters: "<number> <unit> | to <date> | next", words: 1...2,
            summary:
                "Moves the clock by seconds to years, to a date such as 2026-03-01 or 2026-03-01T12:00:00Z, or to the next event.",
            example: ["buy pro.monthly", "advance next", "advance 2 months", "advance to 2026-12-24"], run: advance),
        ShellCommand(
            topic: .time, name: "date", parameters: "", words: 0...0,
            summary: "Says what the clock shows, and when something falls due next.", example: ["date"]
        ) { shell, _ in
            let due = shell.store.nextDue.map { "something falls due at \($0.utcText)" } ?? "nothing will fall due"
            return .line("\(shell.store.now.utcText); \(due)")
        },
    ]

    /// The most entries of the log from one command.
    private static let mostEntries = 100_000
    /// The most entries that are printed.
    private static let mostLines = 20

    private static let units: [(name: String, step: @Sendable (Int) -> TimeStep)] = [
        ("seconds", { .seconds($0) }), ("minutes", { .minutes($0) }), ("hours", { .hours($0) }),
        ("days", { .days($0) }), ("weeks", { .weeks($0) }), ("months", { .months($0) }), ("years", { .years($0) }),
    ]

    private static func advance(_ shell: inout Shell, _ call: Call) throws -> Page {
        let store = shell.store
        guard let target = try target(store, call) else { return .line("Nothing will fall due by itself.") }
        let seen = store.log.count
        let sum = try store.advance(to: target, atMost: mostEntries)
        guard sum.isComplete else {
            throw ShellError.impossible(
                "More than \(mostEntries) things happened on the way. The clock stands at \(store.now.utcText); advance again "
                    + "to go on.")
        }
        var page = Page()
        let lines = store.log.dropFirst(seen).filter(\.isTold)
        if lines.count > mostLines { page.add("\(lines.count - mostLines) lines before these: log has them", .note) }
        for entry in lines.suffix(mostLines) { page.add("\(entry)", entry.event.isLoss ? .loss : .gain) }
        page.add(
            "\(store.now.utcText): \(sum.renewed) renewed, \(sum.failed) failed, \(sum.recovered) recovered, "
                + "\(sum.lapsed) ended", .title)
        return page
    }

    /// Returns the target of the clock; nil where nothing more will happen.
    private static func target(_ store: Store, _ call: Call) throws(ShellError) -> Date? {
        switch (call.words[0], call.word(1)) {
        case ("next", nil): return store.nextDue
        case ("to", let text?):
            // A day begins at midnight.
            guard let instant = DateText.instant(text) ?? DateText.instant("\(text)T00:00:00Z") else {
                throw .misused(call.command, "\(VisibleText.quoted(text)) is no date.")
            }
            return Date(instant)
        case (let number, let unit?):
            guard let count = try call.number(number, upTo: 100_000) else { return nil }
            guard let known = units.first(where: { $0.name == unit || $0.name == "\(unit)s" }) else {
                throw .unknown("unit of time", unit, known: units.map(\.name))
            }
            return store.now.adding(known.step(count))
        default: throw .misused(call.command, "How far?")
        }
    }
}

extension LogEntry {
    /// Whether the entry is printed when the clock moves; the log has all entries.
    fileprivate var isTold: Bool {
        switch event {
        case .clockMoved, .customerContacted, .renewalAnnounced, .termsCaptured, .messageSent, .paymentUpdateAsked:
            false
        default: true
        }
    }
}

extension LogEntry.Event {
    fileprivate var isLoss: Bool {
        switch self {
        case .renewalFailed, .recoveryFailed, .graceEnded, .subscriptionLapsed, .accessRevoked: true
        default: false
        }
    }
}
