import Foundation
import OfferKit

/// Times a store that is kept in a file, small and large.
///
/// Each turn of the lock must cost only its events, however much the store holds.
enum JournalBenchmark {
    /// Prints the cost of an event over a year, in both stores, and the ratio.
    static func run() throws {
        var table = Table(rows: [["one event of a year, in a file", "100 subscribers", "10000 subscribers", "ratio"]])
        for (name, advance) in ways {
            let few = try cost(of: 100, advance)
            let many = try cost(of: 10_000, advance)
            table.rows.append([name, Table.time(few * 1e9), Table.time(many * 1e9), Table.rounded(many / few)])
        }
        table.printAligned()
    }

    /// The ways to move a clock: in one turn of the lock, and in one for each instant.
    private static let ways: [(String, @Sendable (Store) throws -> Int)] = [
        ("advance(by:)", { try $0.advance(by: .years(1)).entries.count }),
        ("advance(by:forEach:)", { try $0.advance(by: .years(1)) { _ in }.entries.count }),
        (
            "advanceToNext()",
            { store in
                var count = 0
                let end = store.now.addingTimeInterval(86_400 * 32)
                while let due = store.nextDue, due <= end { count += try store.advanceToNext()?.entries.count ?? 0 }
                return count
            }
        ),
    ]

    /// Returns the processor's seconds for an event.
    private static func cost(of subscribers: Int, _ advance: (Store) throws -> Int) throws -> Double {
        let catalog = try Catalog(
            groups: [.group("news", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])])
        let first = Store(catalog: catalog, keeping: .liveOnly)
        for _ in 0..<subscribers {
            try first.addCustomer().addDevice().purchase("monthly")
            // Each subscribes at an instant of its own, so that each has turns of its own.
            try first.advance(by: .seconds(200))
        }
        let process = ProcessInfo.processInfo.processIdentifier
        let folder = FileManager.default.temporaryDirectory.appending(path: "offerkit-benchmark-\(process)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(journal: folder.appending(path: "store.journal"), startingWith: first)
        let start = clock()
        let events = try advance(store)
        return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(max(events, 1))
    }
}
