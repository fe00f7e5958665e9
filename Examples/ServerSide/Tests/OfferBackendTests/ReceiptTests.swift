import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("Receipts of users", .serialized)
struct ReceiptTests {
    private static let monthly = BothServers.monthly

    /// A customer without an account of the app, and a user without a purchase.
    private static func stranger(_ both: BothServers) async throws -> (user: String, customer: String) {
        let user = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
        return (user, "customers/\(try await both.control("POST", "customers")["customer"]?.whole ?? -1)")
    }

    private static func receipt(_ both: BothServers, _ customer: String) async throws -> JSONValue {
        try await both.control("POST", "\(customer)/receipt", [:])["receipt"] ?? .null
    }

    @Test(
        "A code that was redeemed before the app was installed is found in the receipt, and its user served (S1-48…51)")
    func code() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await Self.stranger(both)
            let made = try await both.control(
                "POST", "codes", ["product": .text(Self.monthly), "offer": "Spring campaign", "count": 1])
            let code = made["codes"]?[0] ?? .null
            try await both.control("POST", "\(customer)/redemptions", ["code": code])
            let before = try await both.ask("GET", "/entitlement?userId=\(user)").1
            #expect(before["isEntitled"]?.flag == false)
            let receipt = try await Self.receipt(both, customer)
            let (status, answer) = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            #expect(status == 200 && answer["redeemedCode"]?.text == "Spring campaign")
            #expect(answer["isEntitled"]?.flag == true && answer["verdict"]?.text == "valid")
            let after = try await both.ask("GET", "/entitlement?userId=\(user)").1
            #expect(after["isEntitled"]?.flag == true && after["products"]?.list == [.text(Self.monthly)])
            // A shared Apple ID serves one user (S2-36).
            let other = try await Self.stranger(both).user
            let refused = try await both.ask("POST", "/receipts", ["userId": .text(other), "receipt": receipt])
            #expect(refused.status == 409 && refused.1["error"]?["code"]?.text == "otherUser")
            #expect(try await both.ask("GET", "/entitlement?userId=\(other)").1["isEntitled"]?.flag == false)
        }
    }

    @Test("A receipt alone tells of periods, renewals and auto-renew, whatever notifications were lost (S0-84…90)")
    func columns() async throws {
        try await BothServers.run { both in
            try await both.control("PUT", "delivery", ["url": ""])
            let (user, customer) = try await both.subscriber()
            // The free week ends on day 7, and two months after it between day 66 and day 69: three renewals (B5).
            try await both.control("POST", "clock/advance", ["days": 70])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            #expect(try await both.ask("GET", "/users/\(user)").1["subscriptions"]?.list?.isEmpty == true)
            let receipt = try await Self.receipt(both, customer)
            for _ in 1...2 {
                let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
                #expect(answer.status == 200)
            }
            let row = try await both.backend.database.user(user).rows[0]
            #expect(row.renewals == 3 && row.renewalsInARow == 3 && !row.autoRenewStatus && row.status == 1)
            #expect(row.webOrderLineItemId != nil && !row.eligibleForIntroductory && row.eligibleForPromotional)
            let kept = try await both.backend.database.pool.read { database in
                (try StoreStatement.fetchCount(database), try Period.fetchCount(database))
            }
            #expect(kept == (1, 4))
            #expect(try await both.ask("GET", "/users/\(user)").1["segment"]?.text == "retention")
            let owner = try await both.ask("POST", "/users").1["userId"] ?? .null
            let refused = try await both.ask("POST", "/receipts", ["userId": owner, "receipt": receipt])
            #expect(refused.status == 409)
        }
    }

    @Test("The receipt of a second Apple ID takes nothing away that the first unlocked (S2-3, S2-29, S2-30)")
    func secondAppleID() async throws {
        try await BothServers.run { both in
            let (user, first) = try await Self.stranger(both)
            try await both.control("POST", "\(first)/purchases", ["product": .text(Self.monthly)])
            let second = try await Self.stranger(both).customer
            for customer in [first, second] {
                let receipt = try await Self.receipt(both, customer)
                let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
                #expect(answer["features"]?.list == [.text("themes")])
            }
            #expect(try await both.ask("GET", "/features?userId=\(user)").1["ids"]?.list == [.text("themes")])
        }
    }

    @Test(
        "In the sandbox, where everybody downloaded the app in 2013, nobody is a legacy user by that, unless it is said so (S2-15)",
        arguments: [("Sandbox", false, false), ("Sandbox", true, true), ("Production", false, true)])
    func legacyInSandbox(environment: String, counts: Bool, isLegacy: Bool) async throws {
        try await BothServers.run(
            environment: environment,
            changing: [
                "updates": [
                    "regular": .text(Self.monthly), "legacy": "com.example.pro.yearly",
                    "legacyDownloadedBefore": "2090-01-01", "legacyInSandbox": .flag(counts),
                ]
            ]
        ) { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
            #expect(answer["isLegacy"]?.flag == isLegacy, "\(answer)")
            let products: [JSONValue] = [.text(isLegacy ? "com.example.pro.yearly" : Self.monthly)]
            #expect(try await both.ask("GET", "/products?userId=\(user)").1["ids"]?.list == products)
        }
    }

    @Test("Whoever got the money back did not pay for features (C-27)")
    func refunded() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 8])
            let receipt = try await Self.receipt(both, customer)
            let rows = try await both.control("GET", "\(customer)/transactions")["transactions"]?.list ?? []
            for row in rows {
                try await both.control("POST", "transactions/\(row["transactionId"]?.text ?? "")/refund", [:])
            }
            let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
            #expect(answer["verdict"]?.text == "valid" && answer["features"]?.list?.isEmpty == true)
        }
    }

    @Test(
        "What is known is served through outages of verifyReceipt, and what was sent then is kept (S2-12, S2-23, S2-33…35)"
    )
    func outages() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            let data = Data(base64Encoded: receipt.text ?? "") ?? Data()
            let none = try await both.ask("GET", "/features?userId=\(user)").1
            #expect(none["ids"]?.list?.isEmpty == true && none["action"]?.text == "refreshReceipt")
            // A backend on the same table whose App Store was not there two minutes ago.
            let cutOff = try both.another(
                database: "users.sqlite", receipts: "http://127.0.0.1:9/",
                wallClock: { Date(timeIntervalSinceNow: -120) })
            let kept = try await cutOff.decide(receipt: data, of: user)
            #expect(kept.verdict == "unreachable" && kept.features.isEmpty && kept.verifiedAt == nil)
            try cutOff.close()

            let served = try await both.ask("GET", "/features?userId=\(user)").1
            #expect(served["ids"]?.list == [.text("themes")] && served["action"]?.text == "goOn")
            #expect(try await both.ask("GET", "/products?userId=\(user)").1["ids"]?.list == [.text(Self.monthly)])

            let later = try both.another(
                database: "users.sqlite", receipts: "http://127.0.0.1:9/",
                wallClock: { Date(timeIntervalSinceNow: 7_200) })
            let known = try await later.decide(of: user)
            #expect(known.verdict == "unreachable" && known.features == ["themes"] && known.action == "tryLater")
            #expect(known.products == [Self.monthly] && known.message != nil)
            try later.close()
        }
    }

    @Test("An answer that was given earlier and arrives later changes nothing that is known since")
    func lateAnswer() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            let secret = try String(contentsOf: both.folder.appendingPathComponent("secret"), encoding: .utf8)
            let (_, early) = try await BothServers.ask(
                both.client, "POST", "\(both.appStore)/sandbox/verifyReceipt",
                JSONValue.object(["receipt-data": receipt, "password": .text(secret)]).data)
            #expect(early["status"]?.whole == 0)
            try await both.control("POST", "clock/advance", ["days": 1])
            let number = try await both.control("GET", "\(customer)/transactions")["transactions"]?[0]?["transactionId"]
            try await both.control("POST", "transactions/\(number?.text ?? "")/refund", [:])
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            let known = try await both.backend.database.user(user).rows
            try await AnswerStub.whileAnswering(early.data) { address in
                let late = try both.another(database: "users.sqlite", receipts: "http://\(address)/")
                let data = Data(base64Encoded: receipt.text ?? "") ?? Data()
                let decision = try await late.decide(receipt: data, of: user)
                #expect(decision.verdict == "valid" && decision.features.isEmpty && !decision.isEntitled)
                #expect(try await late.database.user(user).rows == known)
                try late.close()
            }
        }
    }

    @Test("A page in place of an answer, and the status 21199, take nothing away (S2-33)", arguments: [false, true])
    func badAnswers(isPage: Bool) async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let receipt = try await Self.receipt(both, customer)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            let body: JSONValue = isPage ? .text("We'll be back soon.") : ["status": 21_199, "is_retryable": true]
            try await AnswerStub.whileAnswering(body.data) { address in
                let backend = try both.another(
                    database: "users.sqlite", receipts: "http://\(address)/",
                    wallClock: { Date(timeIntervalSinceNow: 7_200) })
                let known = try await backend.decide(of: user)
                #expect(known.verdict == (isPage ? "unreadable" : "tryLater"))
                #expect(known.features == ["themes"] && known.action == "tryLater")
                let sent = try await backend.decide(
                    receipt: Data(base64Encoded: receipt.text ?? "") ?? Data(), of: user)
                #expect(sent.features == ["themes"])
                try backend.close()
            }
        }
    }

    /// Two customers' receipts, of which the first is a subscriber's.
    private static func twoReceipts(_ both: BothServers) async throws -> (user: String, [JSONValue]) {
        let (user, first) = try await Self.stranger(both)
        try await both.control("POST", "\(first)/purchases", ["product": .text(Self.monthly)])
        let second = try await Self.stranger(both).customer
        return (user, [try await Self.receipt(both, first), try await Self.receipt(both, second)])
    }

    @Test("A receipt that is refused takes nothing away that another one unlocked (S2-3, C-166)")
    func refusedBesideGood() async throws {
        try await BothServers.run { both in
            let (user, receipts) = try await Self.twoReceipts(both)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipts[0]])
            try await both.control("PUT", "receipt-failures", ["status": 21_010])
            let refused = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipts[1]]).1
            #expect(refused["verdict"]?.text == "refused" && refused["action"]?.text == "refreshReceipt")
            #expect(refused["features"]?.list == [.text("themes")])
            // The same receipt again, of which it is known, and then refused: it proves nothing any more.
            try await both.control("PUT", "receipt-failures", ["status": 21_010, "next": 0])
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipts[1]])
            try await both.control("PUT", "receipt-failures", ["status": 21_010])
            for (receipt, features) in [(receipts[1], ["themes"]), (receipts[0], [])] {
                let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
                #expect(answer["features"]?.list == features.map(JSONValue.text))
            }
        }
    }

    @Test("Of several receipts the worst verdict is told, whichever came first (S2-34)")
    func worstVerdict() async throws {
        try await BothServers.run { both in
            let user = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
            func set(_ verdicts: [String]) async throws {
                let now = Date().milliseconds
                try await both.backend.database.pool.write { database in
                    try database.execute(sql: "DELETE FROM receiptOfPurchase")
                    for (number, verdict) in verdicts.enumerated() {
                        try KnownReceipt(
                            userId: user, purchase: "transaction \(number)", receipt: Data([UInt8(number)]),
                            features: Data(#"["themes"]"#.utf8), isLegacy: false, verifiedAt: now, verdict: verdict,
                            askedAt: now
                        ).insert(database)
                    }
                }
            }
            let orders = [
                ["tryLater", "refused", "valid"], ["refused", "valid", "tryLater"], ["valid", "tryLater", "refused"],
            ]
            for order in orders {
                try await set(order)
                let decision = try await both.backend.decide(of: user)
                #expect(decision.verdict == "refused" && decision.features == ["themes"])
            }
            try await set(["valid", "unreadable"])
            #expect(try await both.backend.decide(of: user).verdict == "unreadable")
        }
    }

    @Test("A shared secret that the App Store does not take is the server's trouble, and no user's (S2-3, S2-33)")
    func wrongSecret() async throws {
        try await BothServers.run { both in
            let (user, receipts) = try await Self.twoReceipts(both)
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipts[0]])
            try await both.control("PUT", "receipt-failures", ["status": 21_004])
            for receipt in receipts {
                let sent = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt]).1
                #expect(sent["features"]?.list == [.text("themes")] && sent["action"]?.text == "tryLater")
            }
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 7_200) })
            #expect(try await later.decide(of: user).features == ["themes"])
            try later.close()
            let health = try await both.ask("GET", "/health").1
            #expect(health["status"]?.text == "degraded" && health["sharedSecret"]?.text?.contains("21004") == true)
            try await both.control("PUT", "receipt-failures", ["status": 21_004, "next": 0])
            _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipts[0]])
            #expect(try await both.ask("GET", "/health").1["status"]?.text == "ok")
        }
    }

    @Test("Receipts of several Apple IDs that are sent in an outage are all kept (S2-29, S2-30, S2-33)")
    func severalInOutage() async throws {
        try await BothServers.run { both in
            let (user, receipts) = try await Self.twoReceipts(both)
            try await both.control("PUT", "receipt-failures", ["status": 21_199])
            // The subscriber's first, so that one place for both would lose it.
            for receipt in receipts + receipts {
                let answer = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
                #expect(answer.status == 200 && answer.1["verdict"]?.text == "tryLater")
            }
            func kept() async throws -> Int {
                try await both.backend.database.pool.read { try KnownReceipt.fetchCount($0) }
            }
            #expect(try await kept() == 2)
            try await both.control("PUT", "receipt-failures", ["status": 21_199, "next": 0])
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 120) })
            #expect(try await later.decide(of: user).features == ["themes"])
            try later.close()
            #expect(try await kept() == 2)
            #expect(try await both.backend.database.user(user).rows.count == 1)
            // Nobody fills the table in an outage.
            try await both.control("PUT", "receipt-failures", ["status": 21_199])
            for number in 0..<20 {
                _ = try await both.backend.decide(receipt: Data([7, UInt8(number)]), of: user)
            }
            #expect(try await kept() == 2 + KnownReceipt.mostUnverified)
        }
    }

    @Test("Features are answered in three seconds and a little, however many addresses and receipts are slow (S2-33)")
    func oneDeadline() async throws {
        try await BothServers.run { both in
            let (user, receipts) = try await Self.twoReceipts(both)
            for receipt in receipts {
                _ = try await both.ask("POST", "/receipts", ["userId": .text(user), "receipt": receipt])
            }
            let answer: JSONValue = ["status": 21_007]
            try await AnswerStub.whileAnswering(answer.data, after: .seconds(5)) { address in
                var configuration = try BackendConfiguration.read(both.folder.appendingPathComponent("backend.json"))
                (configuration.productionReceipts, configuration.sandboxReceipts) =
                    ("http://\(address)/", "http://\(address)/")
                let slow = try Backend(
                    configuration, in: both.folder, database: both.folder.appendingPathComponent("users.sqlite").path,
                    client: both.client, logger: both.backend.logger, wallClock: { Date(timeIntervalSinceNow: 7_200) })
                let begun = ContinuousClock.now
                let decision = try await slow.decide(of: user)
                // With three seconds for each they would take twelve.
                #expect(begun.duration(to: .now) < .seconds(10))
                #expect(decision.features == ["themes"] && decision.action == "tryLater")
                try slow.close()
            }
        }
    }
}
