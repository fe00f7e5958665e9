import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Journals with a record that no store has written, and with right checksums.
struct ForgedJournalTests {
    /// A journal of a store with two subscribers, the second of whom has two subscriptions that are retried.
    private static func journal() throws -> (bytes: [UInt8], now: Date) {
        let file = JournalFolder()
        let catalog = try Catalog(groups: [
            .group("G", [.subscription("a", level: 1, period: .monthly, price: 9.99)]),
            .group("H", [.subscription("b", level: 1, period: .monthly, price: 1.99)]),
        ])
        let store = try file.open(startingWith: Store(catalog: catalog), options: JournalOptions(compactsAfter: nil))
        let (one, two) = (store.addCustomer(), store.addCustomer())
        try one.addDevice().purchase("a")
        for product in ["a", "b"] { try two.addDevice().purchase(product) }
        two.paymentMethod = .declining
        try store.advance(by: .days(40))
        store.closeJournal()
        return (try file.bytes(), store.now)
    }

    // C-17, C-55.
    @Test(
        "is refused where an attempt is planned on a renewal that the change does not concern",
        arguments: [
            #"{"paymentMethodChanged":{"of":0,"to":0,"attempts":[1]}}"#,
            #"{"saleChanged":{"of":1,"isForSale":true,"attempts":[1]}}"#,
        ])
    func attempts(event: String) throws {
        let (bytes, now) = try Self.journal()
        let forged = ForgedRecord([event], at: now, after: bytes)
        let file = JournalFolder()
        try file.write(forged.journal)
        let error = #expect(throws: JournalError.self) { try file.open() }
        guard case .damaged(_, let offset, .content)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(offset, forged.start)
    }

    @Test("names the record after which the store cannot be, and opens without it where that is allowed")
    func impossibleStore() throws {
        let (bytes, now) = try Self.journal()
        // Each event can happen, and the store that they lead to has an end that no clock shows.
        let lapse = #"{"subscriptionLapsed":{"_0":0,"because":1,"on":9223372036854775807}}"#
        let forged = ForgedRecord([lapse], at: now, after: bytes)
        let file = JournalFolder()
        try file.write(forged.journal)
        let error = #expect(throws: JournalError.self) { try file.open() }
        guard case .damaged(_, let offset, .content)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        expectEqual(offset, forged.start)
        expectEqual(try file.open(options: JournalOptions(recovery: .dropsWhatFollowsDamage)).now, now)
    }

    @Test("names the member of a record whose number does not fit")
    func number() throws {
        let (bytes, now) = try Self.journal()
        let file = JournalFolder()
        try file.write(ForgedRecord([#"{"customerAdded":{"_0":4294967296}}"#], at: now, after: bytes).journal)
        let error = #expect(throws: JournalError.self) { try file.open() }
        expectContains(error.map { "\($0)" }, "events[0].kind.customerAdded._0 is 4294967296")
    }

    @Test("is refused where an event of 0.1.0 has two kinds, in every process")
    func kinds() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Golden/0.1.0")
        let bytes = Array(try Data(contentsOf: folder.appending(path: "conclusions.journal")))
        let file = JournalFolder()
        let event = #"{"clockMoved":{},"appApproved":{"handlesIntents":true}}"#
        try file.write(ForgedRecord([event], at: Date(utc: "2026-03-22"), after: bytes).journal)
        #expect(throws: JournalError.self) { try file.open() }
    }

    @Test("of 0.1.0 stays as it is where it cannot be written anew, with a torn end too", arguments: [0, 10, 200])
    func fullDisk(cut: Int) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Golden/0.1.0")
        let bytes = Array(try Data(contentsOf: folder.appending(path: "conclusions.journal")).dropLast(cut))
        let file = JournalFolder()
        try file.write(bytes)
        var options = JournalOptions()
        options.largestFile = 0
        #expect(throws: JournalError.self) { try file.open(options: options) }
        try expectEqual(file.bytes(), bytes)
        _ = try file.open()
    }
}
