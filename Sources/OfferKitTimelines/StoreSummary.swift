import Foundation
package import OfferKit

/// The summary of its store that a failing test shows (C-237).
package enum StoreSummary {
    /// The most lives that are drawn.
    private static let mostTimelines = 4
    /// The most customers that are searched for lives.
    private static let mostCustomers = 50
    /// The most entries of the log that are shown.
    private static let mostEntries = 6
    /// The most characters in a line.
    private static let longestLine = 160

    /// Returns the clock, the lives of the first customers, and the last entries of the log: twelve lines at most.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - log: The name of the file with the whole log; nil where there is none.
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

    /// Returns the whole log, a line for each entry.
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

    /// Returns the groups in which a customer bought, each with the date of the first purchase.
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

    /// Returns the length of one character: as short as leaves the line readable.
    private static func step(from start: Date, to now: Date) -> (TimeStep, String) {
        let hours = now.timeIntervalSince(start) / 3_600
        return switch hours {
        case ..<2: (.minutes(1), "minutes")
        case ..<72: (.hours(1), "hours")
        case ..<(24 * 366 * 5): (.days(1), "days")
        default: (.months(1), "months")
        }
    }

    /// Returns the first line of a text, cut where it is long.
    private static func shortened(_ text: String) -> String {
        let line = text.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? ""
        return line.count > longestLine ? "\(line.prefix(longestLine))…" : line
    }
}

extension LogEntry {
    /// Whether the entry helps in a failing test; the whole log has the others, too.
    fileprivate var isTold: Bool {
        switch event {
        case .clockMoved, .termsCaptured, .accountTokenNoted, .customerAdded: false
        default: true
        }
    }
}
