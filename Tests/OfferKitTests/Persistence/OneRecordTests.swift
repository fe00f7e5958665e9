import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A purchase in a journal.
///
/// A turn of the store is one record in its journal, or none.
struct OneRecordTests {
    private let file = JournalFolder()

    /// How many records stand in the file: each has a line of its own before its text, and the snapshot has one too.
    private func records() throws -> Int {
        try file.bytes().count { $0 == UInt8(ascii: "\n") } / 2 - 1
    }

    private static let answers: [(Device.SheetAnswer, PurchaseRefusal?)] = [
        (.confirm, nil), (.cancel, .cancelled), (.decline, .declined),
        (.askToBuy, .awaitingApproval(AttemptID(rawValue: 2))), (.interrupt, .interrupted(AttemptID(rawValue: 2))),
    ]

    /// A subscriber, who may have promotional offers, and what the developer's server signs with.
    private func subscriber() throws -> Shopping {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        return shopping
    }

    @Test("whose sheet is answered at once is one record, whatever the answer", arguments: answers.indices)
    func one(place: Int) throws {
        let (answer, refused) = OneRecordTests.answers[place]
        let shopping = try subscriber()
        let claim = try shopping.claim()
        let store = try file.open(startingWith: shopping.store)
        let device = (try #require(store.customers.first)).addDevice()
        device.sheetAnswer = answer
        let before = try records()
        let answered = refusal {
            try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
        }
        expectEqual(answered, refused)
        try expectEqual(records(), before + 1)
    }

    @Test("that is refused is one record, and one that leaves no trace is none")
    func refused() throws {
        let shopping = try subscriber()
        let store = try file.open(startingWith: shopping.store)
        let device = (try #require(store.customers.first)).addDevice()
        let before = try records()
        #expect(refusal { try device.purchase("com.example.nothing") } != nil)
        try expectEqual(records(), before)
        #expect(refusal { try device.purchase(Shopping.pro, offer: .winBack("none")) } != nil)
        try expectEqual(records(), before + 1)
        // A sheet that is left open makes two turns.
        let sheet = try device.requestPurchase(Shopping.coins)
        try expectEqual(records(), before + 2)
        try sheet.confirm()
        try expectEqual(records(), before + 3)
    }

    @Test("that StoreKit's call and the payment queue's make is one record")
    func otherCalls() async throws {
        let shopping = try subscriber()
        let store = try file.open(startingWith: shopping.store)
        let device = (try #require(store.customers.first)).addDevice()
        let before = try records()
        _ = try await #require(device.product(Shopping.coins)).purchase()
        try expectEqual(records(), before + 1)
        device.pay(for: Shopping.coins, quantity: 1, tell: { _ in })
        try expectEqual(records(), before + 2)
        expectEqual(device.transactions.count { $0.productID == Shopping.coins }, 2)
    }

    @Test("that does not fit leaves nothing: the nonce is good, no sheet is open, in memory and in the file")
    func noRoom() throws {
        let shopping = try subscriber()
        let claim = try shopping.claim()
        let length = try shopping.store.snapshot().count
        var (refusedOnes, boughtOnes) = (0, 0)
        for room in stride(from: 0, through: 2_400, by: Effort.isFull ? 20 : 150) {
            let file = JournalFolder()
            var options = JournalOptions(compactsAfter: nil)
            options.largestFile = length + room
            let store = try file.open(startingWith: shopping.store, options: options)
            let device = (try #require(store.customers.first)).addDevice()
            let before = try store.snapshot()
            func buy(_ device: Device) -> PurchaseRefusal? {
                refusal { try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")) }
            }
            guard let refusal = buy(device) else {
                boughtOnes += 1
                continue
            }
            refusedOnes += 1
            expectEqual(refusal, .notRecorded, "room \(room)")
            expectEqual(device.openSheets, [], "room \(room)")
            try expectEqual(store.snapshot(), before, "room \(room)")
            store.closeJournal()
            let again = try file.open()
            try expectEqual(again.snapshot(), before, "room \(room)")
            // With room for it, the same claim buys.
            #expect(buy((try #require(again.customers.first)).addDevice()) == nil, "room \(room)")
        }
        #expect(refusedOnes > 2 && boughtOnes > 0)
    }

    @Test(
        "is the same in memory as its request and the answer to its sheet, one after the other",
        arguments: answers.indices)
    func asTwoTurns(place: Int) throws {
        let (answer, refused) = OneRecordTests.answers[place]
        func life(_ buy: (Device, PurchaseOffer) throws -> Void) throws -> Store {
            let shopping = try subscriber()
            shopping.store.setKeepsNotifications(true)
            shopping.device.sheetAnswer = answer
            let claim = try shopping.claim()
            expectEqual(refusal { try buy(shopping.device, .promotional(claim)) }, refused)
            try shopping.store.advance(by: .months(2))
            return shopping.store
        }
        let atOnce = try life { try $0.purchase(Shopping.pro, offer: $1, account: .userName("u1")) }
        let inTwo = try life { device, offer in
            let sheet = try device.requestPurchase(Shopping.pro, offer: offer, account: .userName("u1"))
            switch answer {
            case .confirm: try sheet.confirm()
            case .cancel: sheet.cancel()
            case .decline: sheet.decline()
            case .askToBuy: sheet.askToBuy()
            case .interrupt: sheet.interrupt()
            }
            if let refused { throw refused }
        }
        try expectEqual(atOnce.snapshot(), inTwo.snapshot())
    }
}
