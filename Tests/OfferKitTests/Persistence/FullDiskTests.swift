import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A store whose disk is full.
struct FullDiskTests {
    private let file = JournalFolder()

    /// A store in a file with room for so many bytes of records, and one customer.
    private func store(room: Int, buying product: String? = nil) throws -> Store {
        let first = Store(try .sample(), keeping: .liveOnly)
        let device = first.addCustomer().addDevice()
        if let product { try device.purchase(product) }
        let length = try first.snapshot().count
        var options = JournalOptions(compactsAfter: nil)
        options.largestFile = length + room
        return try file.open(startingWith: first, options: options)
    }

    private func customer(of store: Store) throws -> Customer {
        try #require(store.customers.first)
    }

    /// Fills the disk; a new snapshot makes room again.
    private func fill(_ customer: Customer) {
        for round in 0..<1_000 where customer.store.journalError == nil {
            customer.paymentMethod = round.isMultiple(of: 2) ? .declining : .working
        }
        #expect(customer.store.journalError != nil)
    }

    /// Every way to answer a sheet.
    private static let answers: [@Sendable (PaymentSheet) -> Void] = [
        { $0.cancel() }, { $0.decline() }, { $0.askToBuy() }, { $0.interrupt() },
        { sheet in expectEqual(refusal { try sheet.confirm() }, .notRecorded) },
    ]

    @Test("leaves a sheet open that cannot be answered, and the app's call waits for the answer that can be written")
    func openSheet() async throws {
        let store = try store(room: 6_000)
        let customer = try customer(of: store)
        let device = customer.addDevice()
        device.holdsSheets = true
        let product = try #require(device.product(Shopping.coins))
        let purchase = Task { try await product.purchase() }
        let sheet = try #require(await device.nextSheet())
        fill(customer)
        for answer in FullDiskTests.answers {
            answer(sheet)
            expectEqual(device.openSheets, [sheet])
            expectEqual(device.lastRefusal, .notRecorded)
        }
        #expect(store.pendingPurchases == [] && device.transactions == [])
        try store.compactJournal()
        customer.paymentMethod = .working
        let transaction = try sheet.confirm()
        guard case .success(let result) = try await purchase.value else {
            Issue.record("The app was told something else.")
            return
        }
        expectEqual(result, .verified(transaction))
    }

    @Test("does not take another device's purchase for one of which this device could not be told")
    func number() async throws {
        let store = try store(room: 6_000)
        let customer = try customer(of: store)
        let (device, other) = (customer.addDevice(), customer.addDevice())
        let sheet = try device.requestPurchase(Shopping.coins)
        fill(customer)
        expectEqual(refusal { try sheet.confirm() }, .notRecorded)
        try store.compactJournal()
        customer.paymentMethod = .working
        let updates = listen(device.app.updates)
        let transaction = try other.purchase(Shopping.coins)
        await expectEqual(heard(updates, in: store).map(\.unsafePayloadValue.id), [transaction.id])
    }

    @Test("ends a move that hands over its entries with the entry before, in memory and in the file")
    func stream() throws {
        let store = try store(room: 9_000, buying: Shopping.weekly)
        var entries: [LogEntry] = []
        #expect(throws: ClockRefusal.notRecorded) {
            try store.advance(by: .years(5)) { entries.append($0) }
        }
        #expect(entries.count > 3)
        expectEqual(store.now, entries.last?.date)
        #expect(store.nextDue.map { $0 > store.now } ?? false)
        let snapshot = try store.snapshot()
        store.closeJournal()
        let again = try file.open()
        try expectEqual(again.snapshot(), snapshot)
        // What could not be written happens once there is room.
        #expect(try again.advanceToNext() != nil)
    }

    @Test("keeps a clock it follows before what it cannot record, once it has let go of its file")
    func following() throws {
        let store = try store(room: 9_000, buying: Shopping.weekly)
        let clock = HandClock()
        store.follow(clock)
        clock.move(by: .seconds(3_600))
        expectEqual(store.now, date("2026-01-01T01:00:00Z"))
        store.closeJournal()
        let due = try #require(store.nextDue)
        clock.move(by: .seconds(86_400 * 30))
        expectEqual(store.now, date("2026-01-01T01:00:00Z"))
        expectEqual(store.nextDue, due)
        try expectEqual(file.open().nextDue, due)
    }
}
