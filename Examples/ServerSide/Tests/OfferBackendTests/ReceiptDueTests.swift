import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("When a receipt is asked for anew, and which unread ones are kept", .serialized)
struct ReceiptDueTests {
    private static func receipt(_ both: BothServers, _ customer: String) async throws -> JSONValue {
        try await both.control("POST", "\(customer)/receipt", [:])["receipt"] ?? .null
    }

    private static func features(_ both: BothServers, _ user: String) async throws -> [JSONValue]? {
        try await both.ask("GET", "/features?userId=\(user)").1["ids"]?.list
    }

    @Test("A refund that was told takes the features at once, and one that is taken back returns them (S2-3, C-27)")
    func refund() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let (other, second) = try await both.subscriber()
            for (user, customer) in [(user, customer), (other, second)] {
                let receipt = try await Self.receipt(both, customer)
                let sent = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
                #expect(sent["features"]?.list == [.text("themes")])
            }
            let number = try await both.control("GET", "\(customer)/transactions")["transactions"]?[0]?["transactionId"]
            try await both.control("POST", "transactions/\(number?.text ?? "")/refund", [:])
            #expect(try await Self.features(both, user) == [])
            #expect(try await Self.features(both, other) == [.text("themes")])
            // What was asked for is not asked for again.
            let kept = try await both.backend.database.pool.read { try KnownReceipt.fetchAll($0) }
            #expect(kept.count == 2 && kept.allSatisfy { $0.told == $0.toldWhenAsked })
            try await both.control("POST", "transactions/\(number?.text ?? "")/refund-reversal", [:])
            #expect(try await Self.features(both, user) == [.text("themes")])
        }
    }

    @Test("What was told in an outage is asked for when it is over, and what is known is served until then (S2-33)")
    func outage() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            try await both.control("PUT", "receipt-failures", ["status": 21_199])
            let number = try await both.control("GET", "\(customer)/transactions")["transactions"]?[0]?["transactionId"]
            try await both.control("POST", "transactions/\(number?.text ?? "")/refund", [:])
            #expect(try await Self.features(both, user) == [.text("themes")])
            try await both.control("PUT", "receipt-failures", ["status": 21_199, "next": 0])
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 15) })
            #expect(try await later.decide(of: user).features == [])
            try later.close()
        }
    }

    @Test("The hour of a receipt goes by the store's clock, too, where that one counts")
    func storeClock() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            func requested() async throws -> Int64? {
                try await both.backend.database.pool.read { try KnownReceipt.fetchOne($0)?.requestDate }
            }
            let first = try await requested() ?? 0
            // Nothing is told of the user meanwhile, but of somebody else.
            try await both.control("POST", "clock/advance", ["hours": 2])
            _ = try await both.subscriber()
            _ = try await Self.features(both, user)
            #expect(try await requested() == first + 7_200_000)
            let known = try await both.backend.database.pool.read { try KnownReceipt.fetchOne($0) }
            let (now, store) = (known?.verifiedAt ?? 0, (known?.requestDate ?? 0) + 3_600_000)
            #expect(known?.isDue(at: now, storeTime: store, judgedAt: 0) == true)
            #expect(known?.isDue(at: now, storeTime: store - 1, judgedAt: 0) == false)
            #expect(known?.isDue(at: now, judgedAt: 0) == false)
        }
    }

    @Test("Junk that the App Store does not even take as a request is treated as what it cannot read, and is not kept")
    func tooLong() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let junk = Data((0..<2_900_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let sent = try await both.ask(
                "POST", "/receipts", ["userId": .text(user), "receipt": .text(junk.base64EncodedString())])
            #expect(sent.status == 200 && sent.1["verdict"]?.text == "malformed", "\(sent)")
            #expect(sent.1["action"]?.text == "refreshReceipt")
            #expect(try await both.backend.database.pool.read { try KnownReceipt.fetchCount($0) } == 0)
        }
    }

    @Test("Unread receipts of a user are bounded in bytes, too, and what proves to be junk is forgotten (S2-33)")
    func unread() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let cutOff = try both.another(receipts: "http://127.0.0.1:9/")
            for number in 0..<8 {
                _ = try await cutOff.decide(receipt: Data(repeating: UInt8(number), count: 700_000), of: user)
            }
            func kept() async throws -> [KnownReceipt] {
                try await both.backend.database.pool.read { try KnownReceipt.order(Column.rowID).fetchAll($0) }
            }
            #expect(try await kept().map { $0.receipt.first } == [6, 7])
            // One alone is kept, however long it is, and a good one beside it.
            _ = try await cutOff.decide(receipt: Data(repeating: 9, count: 3_000_000), of: user)
            #expect(try await kept().map { $0.receipt.first } == [9])
            let receipt = try await Self.receipt(both, customer)
            let good = Data(base64Encoded: receipt.text ?? "") ?? Data()
            for data in [Data([1, 2, 3]), good] { _ = try await cutOff.decide(receipt: data, of: user) }
            try cutOff.close()
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 60) })
            #expect(try await later.decide(of: user).features == ["themes"])
            try later.close()
            #expect(try await kept().map(\.receipt) == [good])
        }
    }

    @Test("A receipt is due until it was asked for since the last that was told of its purchases")
    func told() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            func known() async throws -> KnownReceipt? {
                try await both.backend.database.pool.read { try KnownReceipt.fetchOne($0) }
            }
            func isDue(_ receipt: KnownReceipt?) throws -> Bool {
                let receipt = try #require(receipt)
                return receipt.isDue(at: receipt.verifiedAt ?? 0, judgedAt: 0)
            }
            var first = try #require(try await known())
            let number = String(first.purchase.split(separator: " ").last ?? "")
            #expect(try !isDue(first))
            // Once more than when the question was sent, as where it is told while the answer is under way.
            first.told += 1
            #expect(try isDue(first))
            // Of the user, and where the purchase is known by the receipt alone.
            for users in [[user], []] {
                try await both.backend.database.pool.write { try KnownReceipt.makeDue(Set(users), number, $0) }
                #expect(try await isDue(known()))
                _ = try await Self.features(both, user)
                #expect(try await !isDue(known()))
            }
        }
    }
}
