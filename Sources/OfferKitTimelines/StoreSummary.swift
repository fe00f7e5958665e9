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
    /// The most characters in a line that says why something was refused: far more than a diagnosis has.
    private static let longestRefusal = 4_000
    /// The most lines.
    private static let mostLines = 12

    /// Returns the clock, the lives of the first customers, and the last entries of the log: twelve lines at most.
    ///
    /// A refusal is shown whole. Where the last purchase was refused, a line says where the test has the diagnosis; where a
    /// listener had not taken all, one names it.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - log: The name of the file with the whole log; nil where there is none.
    /// - Returns: The lines.
    package static func lines(of store: Store, withLogIn log: String? = nil) -> [String] {
        let entries = store.log
        var lines = ["\(store)"] + lives(in: store)
        let all = entries.filter(\.isTold)
        let last = all.last(where: \.isOfPurchase)
        let refused = store.refusedLast.flatMap { $0.isLast(after: last?.number) ? $0 : nil }
        var notes = store.sentenceOnListeners.map { [$0] } ?? []
        if let refused { notes.insert(sentence(on: refused, isTold: last?.says(refused.refusal) ?? false), at: 0) }
        guard !entries.isEmpty else { return lines + notes + ["The store keeps no log."] }
        guard !all.isEmpty else { return lines + notes + ["Nothing happened in it."] }
        let told = all.suffix(min(mostEntries, mostLines - lines.count - notes.count - 1))
        let place = log.map { ", which is in \($0)" } ?? ""
        lines.append("The last \(told.count) of \(entries.count) entries of its log\(place):")
        return lines + told.map { "  " + ($0.isRefusal ? whole("\($0)") : shortened("\($0)")) } + notes
    }

    /// Returns where a test has the diagnosis of a purchase that was refused; and the diagnosis, unless the log told it.
    private static func sentence(on refused: LatestRefusal, isTold: Bool) -> String {
        let sentence =
            "The last purchase of \(refused.customer) was refused: device.lastRefusal holds the whole diagnosis."
        return isTold ? sentence : whole("\(sentence) It is \(refused.refusal)")
    }

    /// Returns a text on one line.
    private static func whole(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > longestRefusal ? "\(line.prefix(longestRefusal))…" : line
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

    /// Whether the entry says why something was refused.
    fileprivate var isRefusal: Bool {
        switch event {
        case .purchaseRefused, .codeRefused, .extensionFailed: true
        default: false
        }
    }

    /// Returns whether the entry tells of that refusal.
    fileprivate func says(_ refusal: PurchaseRefusal) -> Bool {
        if case .purchaseRefused(_, _, _, refusal) = event { true } else { false }
    }

    /// Whether the entry is an answer to somebody who buys.
    fileprivate var isOfPurchase: Bool {
        switch event {
        case .purchaseRequested, .purchaseRefused, .purchaseDeferred, .purchaseConfirmed, .transactionMade: true
        default: false
        }
    }
}
