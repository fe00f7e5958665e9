import Foundation
package import OfferKit

/// What a failing test shows of its store (C-237).
package enum StoreSummary {
    /// At most so many lives are drawn.
    private static let mostTimelines = 4
    /// At most so many customers are asked.
    private static let mostCustomers = 50
    /// So many entries of the log are shown.
    private static let mostEntries = 6
    /// A line is cut after so many characters.
    private static let longestLine = 160

    /// The clock, the lives of the first customers, and the last entries of the log: twelve lines at most.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - log: Where the whole log is; nil where nobody keeps it.
    /// - Returns: The lines.
    package static func lines(of store: Store, withLogIn log: String? = nil) -> [String] {
        let entries = store.log
        var lines = ["\(store)"] + lives(in: store)
        guard !entries.isEmpty else { return lines + ["The store keeps no log."] }
        let told = entries.filter(\.isTold).suffix(mostEntries)
        guard !told.isEmpty else { return lines + ["Nothing happened in it."] }
        let place = log.map { ", which is in \($0)" } ?? ""
        lines.append("The last \(told.count) of \(entries.count) entries of its log\(place):")
        return lines + told.map { "  " + shortened("\($0)") }
    }

    /// The whole log, a line for each entry.
    package static func log(of store: Store) -> String {
        store.log.map { "\($0.number) \($0)\n" }.joined()
    }

    private static func lives(in store: Store) -> [String] {
        var lives: [String] = []
        for customer in store.customers.prefix(mostCustomers) {
            for (group, start) in groups(of: customer) {
                guard lives.count < mostTimelines else { return lives }
                let (step, name) = step(from: start, to: store.now)
                guard let life = try? Timeline(of: customer, inGroup: group, each: step) else { continue }
                lives.append(
                    shortened("\(customer.id), group \(group), by \(name) from \(Instant(start)): \(life.shortLine)"))
            }
        }
        return lives
    }

    /// The groups in which a customer bought, each with when that began.
    private static func groups(of customer: Customer) -> [(group: String, start: Date)] {
        var groups: [(group: String, start: Date)] = []
        for transaction in customer.addDevice().transactions where transaction.ownershipType == .purchased {
            guard let group = transaction.subscriptionGroupID, !groups.contains(where: { $0.group == group }) else {
                continue
            }
            groups.append((group, transaction.purchaseDate))
        }
        return groups
    }

    /// How long one character lasts: as short as leaves the line readable.
    private static func step(from start: Date, to now: Date) -> (TimeStep, String) {
        let hours = now.timeIntervalSince(start) / 3_600
        return switch hours {
        case ..<2: (.minutes(1), "minutes")
        case ..<72: (.hours(1), "hours")
        case ..<(24 * 366 * 5): (.days(1), "days")
        default: (.months(1), "months")
        }
    }

    /// The first line of a text, cut where it is long.
    private static func shortened(_ text: String) -> String {
        let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        return line.count > longestLine ? "\(line.prefix(longestLine))…" : line
    }
}

extension LogEntry {
    /// Whether it helps somebody whose test failed; the whole log has the others, too.
    fileprivate var isTold: Bool {
        switch event {
        case .clockMoved, .termsCaptured, .accountTokenNoted, .customerAdded: false
        default: true
        }
    }
}
