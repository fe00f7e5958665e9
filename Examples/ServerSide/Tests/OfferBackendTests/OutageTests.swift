import Foundation
import GRDB
import LocalAppStore
import NIOCore
import OfferKit
import ServerBench
import Testing

@testable import OfferBackend

@Suite("When an outage of verifyReceipt is over, and receipts that it cannot read", .serialized)
struct OutageTests {
    private static func receipt(_ both: BothServers, _ customer: String) async throws -> JSONValue {
        try await both.control("POST", "\(customer)/receipt", [:])["receipt"] ?? .null
    }

    @Test(
        "Features are good again some seconds after the outage ended, and at once where another receipt was judged (S2-33)"
    )
    func over() async throws {
        try await BothServers.run { both in
            let (first, customer) = try await both.subscriber()
            let (second, other) = try await both.subscriber()
            let receipts = [try await Self.receipt(both, customer), try await Self.receipt(both, other)]
            try await both.control("PUT", "receipt-failures", ["status": 21_199])
            let sent = try await both.ask("POST", "/receipts", ["userId": .text(first), "receipt": receipts[0]]).1
            #expect(sent["verdict"]?.text == "tryLater" && sent["status"]?.whole == 21_199)
            #expect(try await both.ask("GET", "/features?userId=\(first)").1["action"]?.text == "tryLater")
            try await both.control("PUT", "receipt-failures", ["status": 21_199, "next": 0])
            // It was asked a moment ago, and nobody knows that the outage is over.
            #expect(try await both.ask("GET", "/features?userId=\(first)").1["action"]?.text == "tryLater")
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 15) })
            #expect(try await later.decide(of: first).action == "goOn")
            try later.close()

            try await both.control("PUT", "receipt-failures", ["status": 21_199])
            _ = try await both.ask("POST", "/receipts", ["userId": .text(first), "receipt": receipts[0]])
            #expect(try await both.ask("GET", "/features?userId=\(first)").1["action"]?.text == "tryLater")
            try await both.control("PUT", "receipt-failures", ["status": 21_199, "next": 0])
            _ = try await both.ask("POST", "/receipts", ["userId": .text(second), "receipt": receipts[1]])
            #expect(try await both.ask("GET", "/features?userId=\(first)").1["action"]?.text == "goOn")
        }
    }

    @Test("An outage is over when the App Store says so, also where its clock is behind an answer of before (S2-33)")
    func clockBehind() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            try await both.backend.database.pool.write { database in
                try database.execute(
                    sql: "UPDATE receiptOfPurchase SET requestDate = requestDate + 3600000, verdict = 'tryLater'")
            }
            let sent = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
            #expect(sent["verdict"]?.text == "valid")
            let served = try await both.ask("GET", "/features?userId=\(user)").1
            #expect(served["action"]?.text == "goOn" && served["ids"]?.list == [.text("themes")], "\(served)")
        }
    }

    @Test("A receipt that is none is answered with what verifyReceipt said, and leaves nothing behind (B13)")
    func malformed() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": "abcd"])
            #expect(answer.status == 200 && answer.1["verdict"]?.text == "malformed", "\(answer)")
            #expect(answer.1["status"]?.whole == 21_002 && answer.1["action"]?.text == "refreshReceipt")
            let none = try await both.ask("GET", "/features?userId=\(user)").1
            #expect(none["action"]?.text == "refreshReceipt")
            let receipt = try await Self.receipt(both, customer)
            let good = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
            #expect(good["status"]?.whole == 0 && good["features"]?.list == [.text("themes")])
            // The same words of one that was valid are a problem of the App Store (S2-33).
            try await both.control("PUT", "receipt-failures", ["status": 21_002])
            let known = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
            #expect(known["verdict"]?.text == "tryLater" && known["features"]?.list == [.text("themes")])
            #expect(known["status"]?.whole == 21_002 && known["action"]?.text == "tryLater")
        }
    }

    @Test("An answer that begins and never ends is given up when the time for it is over")
    func dripping() async throws {
        try await BothServers.run { both in
            try await whileDripping { address in
                let error = await #expect(throws: BackendError.self) {
                    try await both.backend.send("POST", "\(address)/", Data(), within: .milliseconds(300))
                }
                #expect(error?.status == 502 && error?.code == BackendError.noAnswer.code)
            }
        }
    }
}
