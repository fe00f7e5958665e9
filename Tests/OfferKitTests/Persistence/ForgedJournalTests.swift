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

    /// Opens a journal with a forged record, and expects a refusal that names the byte where that record begins.
    private static func expectRefusal(
        of forged: ForgedRecord, in file: JournalFolder, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> String {
        try file.write(forged.journal)
        let error = #expect(throws: JournalError.self, sourceLocation: sourceLocation) { try file.open() }
        guard case .damaged(_, let offset, .content(let fault))? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return ""
        }
        expectEqual(offset, forged.start, sourceLocation: sourceLocation)
        return fault
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
        _ = try Self.expectRefusal(of: ForgedRecord([event], at: now, after: bytes), in: JournalFolder())
    }

    @Test("names the record after which the store cannot be, and opens without it where that is allowed")
    func impossibleStore() throws {
        let (bytes, now) = try Self.journal()
        // Each event can happen, and the store that they lead to has an end that no clock shows.
        let lapse = #"{"subscriptionLapsed":{"_0":0,"because":1,"on":9223372036854775807}}"#
        let file = JournalFolder()
        _ = try Self.expectRefusal(of: ForgedRecord([lapse], at: now, after: bytes), in: file)
        try expectEqual(file.open(options: JournalOptions(recovery: .dropsWhatFollowsDamage)).now, now)
    }

    @Test("names the member of a record whose number does not fit")
    func number() throws {
        let (bytes, now) = try Self.journal()
        let event = #"{"customerAdded":{"_0":4294967296}}"#
        let fault = try Self.expectRefusal(of: ForgedRecord([event], at: now, after: bytes), in: JournalFolder())
        expectContains(fault, "events[0].kind.customerAdded._0 is 4294967296")
    }

    @Test("is refused where an event of 0.1.0 has two kinds, in every process, and opens where it has one of them")
    func kinds() throws {
        let bytes = try Array(GoldenFileTests.data("0.1.0", "conclusions.journal"))
        let now = try Date(utc: "2026-03-22")
        let (moved, approved) = (#""clockMoved":{}"#, #""appApproved":{"handlesIntents":true}"#)
        _ = try Self.expectRefusal(
            of: ForgedRecord(["{\(moved),\(approved)}"], at: now, after: bytes), in: JournalFolder())
        for kind in [moved, approved] {
            let file = JournalFolder()
            try file.write(ForgedRecord(["{\(kind)}"], at: now, after: bytes).journal)
            try expectEqual(file.open().now, now)
        }
    }

    @Test("of 0.1.0 stays as it is where it cannot be written anew, with a torn end too", arguments: [0, 10, 200])
    func fullDisk(cut: Int) throws {
        let bytes = try Array(GoldenFileTests.data("0.1.0", "conclusions.journal").dropLast(cut))
        let file = JournalFolder()
        try file.write(bytes)
        var options = JournalOptions()
        options.largestFile = 0
        #expect(throws: JournalError.self) { try file.open(options: options) }
        try expectEqual(file.bytes(), bytes)
        _ = try file.open()
    }
}
