import Foundation
import OfferKit
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Files of earlier versions.
///
/// Files that an earlier version saved, which every later one opens.
///
/// They are in `Tests/Golden`, in a folder for each version.
struct GoldenFileTests {
    /// The versions with files here, the oldest first.
    static let versions = ["0.1.0"]

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Golden")

    /// A file that a version saved.
    static func data(_ version: String, _ name: String) throws -> Data {
        try Data(contentsOf: folder.appending(path: version).appending(path: name))
    }

    private static func text(_ version: String, _ name: String) throws -> String {
        String(decoding: try data(version, name), as: UTF8.self)
    }

    /// The clock, and what each customer may use: number, product and end.
    private static func facts(of store: Store) -> String {
        let lines = store.customers.map { customer in
            let entitlements = customer.addDevice().currentEntitlements.map { transaction in
                "\(transaction.id) \(transaction.productID) \(transaction.expirationDate?.utcText ?? "for ever")"
            }
            return (["customer \(customer.id.rawValue)"] + entitlements).joined(separator: ", ")
        }
        return ([store.now.utcText] + lines).joined(separator: "\n") + "\n"
    }

    @Test("a snapshot says of every customer what it said then", arguments: versions, RichStore.Kind.allCases)
    func snapshot(version: String, kind: RichStore.Kind) throws {
        let store = try Store(snapshot: GoldenFileTests.data(version, "\(kind).snapshot"))
        try expectEqual(GoldenFileTests.facts(of: store), GoldenFileTests.text(version, "\(kind).txt"))
        try store.advance(by: .months(3))
    }

    @Test("a journal says of every customer what it said then, and goes on", arguments: versions)
    func journal(version: String) throws {
        let file = JournalFolder()
        try file.write(GoldenFileTests.data(version, "store.journal"))
        let store = try file.open()
        try expectEqual(GoldenFileTests.facts(of: store), GoldenFileTests.text(version, "store.txt"))
        try store.advance(by: .months(3))
        store.closeJournal()
        try expectEqual(file.open().now, store.now)
    }

    // 0.1.0 drew these conclusions when it applied an event; today they stand in the events: which transaction a purchase
    // that waited makes, that numbers begin afresh (C-221), that a product lasts, that a refund ends a run (B10-1), when a
    // period begins that is made good in grace (C-18), what an erased chain leaves (C-124), and that another reason keeps a
    // renewal from succeeding (C-195).
    @Test("a journal of 0.1.0 leads where it led then, although its events leave conclusions open")
    func conclusions() throws {
        let file = JournalFolder()
        try file.write(GoldenFileTests.data("0.1.0", "conclusions.journal"))
        let store = try file.open()
        var found = GoldenFileTests.standing(of: store)
        try store.advance(by: .months(3))
        found += GoldenFileTests.standing(of: store)
        for product in ["badge", "theme"] {
            let once = try store.customers[1].addDevice().purchase(product)
            found += "\(product) again: \(once.id)\n"
        }
        try expectEqual(found, GoldenFileTests.text("0.1.0", "conclusions.txt"))
    }

    @Test("B8-1: a family member's transaction that an upgrade replaced is marked, although 0.1.0 did not mark it")
    func replaced() throws {
        let file = JournalFolder()
        try file.write(GoldenFileTests.data("0.1.0", "conclusions.journal"))
        expectEqual(try file.open().customers[2].addDevice().transactions.map(\.isUpgraded).prefix(2), [true, false])
    }

    /// The clock, and what each customer has bought and may use, and how their subscription stands, with the reason of its end.
    private static func standing(of store: Store) -> String {
        let lines = store.customers.map { customer in
            let device = customer.addDevice()
            let entitlements = device.currentEntitlements.map { transaction in
                "\(transaction.id) \(transaction.productID) \(transaction.expirationDate?.utcText ?? "for ever")"
            }
            let status = device.subscriptionStatus(inGroup: "G").map { status in
                let reason = try? status.renewalInfo.payloadValue.expirationReason
                return "\(status.state.rawValue) \(reason.map { "\($0.rawValue)" } ?? "-")"
            }
            let all = device.transactions.map { "\($0.id)" }.joined(separator: " ")
            return
                (["customer \(customer.id.rawValue)", "all: \(all)"] + entitlements + [status ?? "never subscribed"])
                .joined(separator: ", ")
        }
        return ([store.now.utcText] + lines).joined(separator: "\n") + "\n"
    }

    @Test("the events are read, and a snapshot of the same store gives the same", arguments: versions)
    func events(version: String) throws {
        let bytes = try GoldenFileTests.data(version, "everything.jsonl")
        let events = try EventFile.read(bytes)
        let store = try Store(snapshot: GoldenFileTests.data(version, "everything.snapshot"))
        expectEqual(store.reportLog.events.count, events.events.count)
        expectEqual(Reports(of: store.reportLog), Reports(of: events))
        expectEqual(EventFile.data(of: events), bytes)
    }

    @Test(
        "makes the files of this version, when it is released",
        .enabled(if: ProcessInfo.processInfo.environment["OFFERKIT_GOLDEN"] != nil))
    func make() async throws {
        let version = try #require(ProcessInfo.processInfo.environment["OFFERKIT_GOLDEN"])
        let folder = GoldenFileTests.folder.appending(path: version)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        func write(_ data: Data, _ name: String) throws { try data.write(to: folder.appending(path: name)) }
        for kind in RichStore.Kind.allCases {
            let saved = try await RichStore.make(kind).snapshot()
            try write(saved, "\(kind).snapshot")
            let store = try Store(snapshot: saved)
            try write(Data(GoldenFileTests.facts(of: store).utf8), "\(kind).txt")
            if kind == .everything { try write(EventFile.data(of: store.reportLog), "everything.jsonl") }
        }
        let file = JournalFolder()
        let store = try await file.open(startingWith: RichStore.make(.everything))
        let device = store.addCustomer().addDevice()
        try device.purchase(Shopping.pro)
        try store.advance(by: .days(20))
        try device.purchase(Shopping.coins)
        store.closeJournal()
        try write(Data(file.bytes()), "store.journal")
        try write(Data(GoldenFileTests.facts(of: file.open()).utf8), "store.txt")
    }
}
