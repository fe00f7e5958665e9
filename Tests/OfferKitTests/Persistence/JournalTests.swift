import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A store in a file.
struct JournalTests {
    @Test(
        "is the same store when it is opened again, command by command", arguments: UInt64(1)...(Effort.isFull ? 12 : 6)
    )
    func openedAgain(seed: UInt64) throws {
        let file = JournalFolder()
        let memory = try RandomShopping.store(seed: seed)
        var kept = try file.open(startingWith: memory)
        var shopping = RandomShopping(seed: seed)
        for part in 0..<4 {
            var same = shopping
            same.steps(12, on: memory)
            shopping.steps(12, on: kept)
            expectNil(kept.journalError)
            try expectEqual(kept.snapshot(), memory.snapshot(), "seed \(seed), part \(part)")
            if part == 2 { try kept.compactJournal() }
            kept.closeJournal()
            kept = try file.open()
            try expectEqual(kept.snapshot(), memory.snapshot(), "opened again: seed \(seed), part \(part)")
        }
    }

    @Test("compacts by itself, and loses nothing by it")
    func compaction() throws {
        let file = JournalFolder()
        let store = try file.open(
            startingWith: Store(try .sample(), keeping: .transactions), options: JournalOptions(compactsAfter: 10_000))
        var shrank = 0
        var last = try file.bytes().count
        for _ in 0..<60 {
            try store.addCustomer().addDevice().purchase(Shopping.coins)
            let size = try file.bytes().count
            if size < last { shrank += 1 }
            last = size
        }
        #expect(shrank > 0)
        store.closeJournal()
        try expectEqual(file.open().snapshot(), store.snapshot())
    }

    @Test("is a regular local file: a device, a pipe's end or an address on the web is refused")
    func regular() throws {
        #expect(throws: JournalError.unreadable(path: "/dev/null", reason: "it is no regular file")) {
            try Store(journal: URL(fileURLWithPath: "/dev/null"))
        }
        let address = try #require(URL(string: "https://example.com/tmp/shop"))
        #expect(throws: JournalError.unreadable(path: address.absoluteString, reason: "only local files are kept")) {
            try Store(journal: address)
        }
    }

    @Test("is not written over another file that was put in its place")
    func replaced() throws {
        let file = JournalFolder()
        let store = try file.open(startingWith: Store(try .sample()))
        try FileManager.default.removeItem(at: file.url)
        let other = try file.open(startingWith: Store(try .sample()))
        other.addCustomer()
        let bytes = try file.bytes()
        #expect(throws: JournalError.self) { try store.compactJournal() }
        try expectEqual(file.bytes(), bytes)
    }

    @Test("belongs to one store at a time")
    func lock() throws {
        let file = JournalFolder()
        let store = try file.open(startingWith: Store(try .sample()))
        #expect(throws: JournalError.inUse(path: file.url.path)) { try file.open() }
        try store.compactJournal()
        #expect(throws: JournalError.inUse(path: file.url.path)) { try file.open() }
        store.closeJournal()
        try expectEqual(file.open().journalURL?.path, file.url.path)
    }

    @Test("can be read and refuses every command once it has let go of its file")
    func closed() throws {
        let file = JournalFolder()
        let store = try file.open(startingWith: Store(try .sample()))
        let device = store.addCustomer().addDevice()
        store.closeJournal()
        let log = store.log
        #expect(throws: PurchaseRefusal.notRecorded) { try device.purchase(Shopping.coins) }
        expectEqual(device.lastRefusal, .notRecorded)
        #expect(throws: ClockRefusal.notRecorded) { try store.advance(by: .days(1)) }
        #expect(throws: ClockRefusal.notRecorded) { try store.advance(by: .days(1)) { _ in } }
        #expect(throws: CodeCreationRefusal.notRecorded) {
            try store.createCodes(1, for: "Spring campaign", of: Shopping.pro)
        }
        _ = store.addCustomer()
        _ = store.makeSigner()
        expectEqual(store.log, log)
        expectEqual(store.customers.count, 1)
        expectEqual(store.journalError, .closed(path: file.url.path))
    }

    @Test("is only there where it was begun")
    func missing() throws {
        let file = JournalFolder()
        #expect(throws: JournalError.noJournal(path: file.url.path)) { try file.open() }
        #expect(!FileManager.default.fileExists(atPath: file.url.path))
        expectNil(Store(try .sample()).journalURL)
        #expect(throws: JournalError.notKept) { try Store(try .sample()).compactJournal() }
    }

    @Test("cancels the sheets that were open, once, and keeps that")
    func sheets() throws {
        let file = JournalFolder()
        let store = try file.open(startingWith: Store(try .sample()))
        let device = store.addCustomer().addDevice()
        let sheet = try device.requestPurchase(Shopping.pro)
        try store.compactJournal()
        let other = try device.requestPurchase(Shopping.coins)
        store.closeJournal()
        let again = try file.open()
        expectEqual(again.log.dropLast(2), store.log[...])
        expectEqual(again.log.suffix(2).map(\.event).map(JournalTests.cancelled), [sheet.id, other.id])
        again.closeJournal()
        try expectEqual(file.open().log, again.log)
    }

    private static func cancelled(_ event: LogEntry.Event) -> AttemptID? {
        guard case .purchaseRefused(let id, _, _, .cancelled) = event else { return nil }
        return id
    }

    @Test("gives no nonce twice, in however many runs")
    func nonces() throws {
        let file = JournalFolder()
        var nonces: Set<UUID?> = []
        var store = try file.open(startingWith: Store(try .sample()))
        for run in 1...5 {
            let signer = try #require(store.configuredSigner)
            nonces.insert(try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u"), with: signer).nonce)
            expectEqual(nonces.count, run)
            store.closeJournal()
            store = try file.open()
        }
    }

    @Test("waits for the disk where it is told to, and is the same store")
    func synchronized() throws {
        let file = JournalFolder()
        let store = try file.open(startingWith: Store(try .sample()), options: JournalOptions(synchronizes: true))
        try store.addCustomer().addDevice().purchase(Shopping.pro)
        try store.advance(by: .months(3))
        store.closeJournal()
        try expectEqual(file.open().log, store.log)
    }

    @Test(
        "is as before a command that a full disk refused, in memory and in the file",
        arguments: Array(stride(from: 0, to: 10, by: Effort.isFull ? 1 : 4)))
    func fullDisk(step: Int) throws {
        let file = JournalFolder()
        let first = Store(try .sample())
        for _ in 0..<100 { try first.addCustomer().addDevice().purchase(Shopping.weekly) }
        let length = try first.snapshot().count
        var options = JournalOptions(compactsAfter: nil)
        options.largestFile = length + 400 + step * step * step * 500
        let store = try file.open(startingWith: first, options: options)
        var refused = false
        for number in 0..<3 {
            let (before, count) = (try store.snapshot(), store.log.count)
            do throws(ClockRefusal) {
                // Up to a thousand renewals: more events than one record takes.
                try store.advance(by: .weeks(number * 4 + 3))
            } catch {
                expectEqual(error, .notRecorded)
                try expectEqual(store.snapshot(), before, "step \(step), command \(number)")
                expectEqual(store.log.count, count)
                refused = true
            }
        }
        expectEqual(refused, store.journalError != nil)
        store.closeJournal()
        try expectEqual(file.open().snapshot(), store.snapshot(), "step \(step)")
    }
}
