import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import interop

/// What a server asks a store behind standard input.
///
/// The server's half of a store behind standard input: the App Store Server API, receipts, and two accounts on one device.
struct InteropServerTests {
    private static let monthly = #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly"}"#

    private static func object(_ answer: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any], "\(answer)")
    }

    private static func line(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    /// A session on 10 January 2026, 09:00, with one customer, after these lines.
    private static func session(_ environment: String = "Sandbox", _ lines: String...) async -> Session {
        var session = Session()
        let start = #"{"command":"makeStore","environment":"\#(environment)","start":"2026-01-10T09:00:00Z"}"#
        for line in [start, #"{"command":"addCustomer"}"#] + lines { _ = await session.answer(to: line) }
        return session
    }

    /// What stands in the payload of a signed value, unverified.
    private static func payload(_ jws: Any?) throws -> [String: Any] {
        let parts = try #require(jws as? String).split(separator: ".")
        let text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        let padded = text + String(repeating: "=", count: (4 - text.count % 4) % 4)
        return try object(String(decoding: try #require(Data(base64Encoded: padded)), as: UTF8.self))
    }

    @Test("B12-4: statuses are the API's answer, of one who never bought too")
    func statuses() async throws {
        var session = await Self.session()
        let line = #"{"command":"statuses","customer":0}"#
        try expectEqual(Self.object(await session.answer(to: line))["data"] as? [String], [])
        _ = await session.answer(to: Self.monthly)
        let answer = try Self.object(await session.answer(to: line))
        expectEqual(answer["bundleId"] as? String, "com.example.app")
        let group = try #require((answer["data"] as? [[String: Any]])?.first)
        expectEqual(group["subscriptionGroupIdentifier"] as? String, "21000001")
        let row = try #require((group["lastTransactions"] as? [[String: Any]])?.first)
        expectEqual(row["status"] as? Int, 1)
        expectEqual(row["originalTransactionId"] as? String, "1")
        try expectEqual(Self.payload(row["signedTransactionInfo"])["offerDiscountType"] as? String, "FREE_TRIAL")
        try expectEqual(Self.payload(row["signedRenewalInfo"])["autoRenewStatus"] as? Int, 1)
        let others = await session.answer(to: #"{"command":"statuses","customer":0,"status":[2,5]}"#)
        try expectEqual(Self.object(others)["data"] as? [String], [])
        let none = try Self.object(await session.answer(to: #"{"command":"statuses","customer":0,"status":[6]}"#))
        expectEqual((none["error"] as? [String: Any])?["code"] as? Int, 4_000_031)
    }

    @Test("B12-5: a history is read page by page, and its last revision finds what comes later")
    func history() async throws {
        var session = await Self.session()
        for _ in 0..<21 {
            _ = await session.answer(to: #"{"command":"purchase","customer":0,"product":"com.example.coins.100"}"#)
        }
        func page(_ revision: Any? = nil) async throws -> [String: Any] {
            var members: [String: Any] = ["command": "history", "customer": 0]
            members["revision"] = revision
            return try Self.object(await session.answer(to: Self.line(members)))
        }
        func ids(_ page: [String: Any]) throws -> [String] {
            try (page["signedTransactions"] as? [String] ?? []).map {
                try Self.payload($0)["transactionId"] as? String ?? ""
            }
        }
        let first = try await page()
        try expectEqual(ids(first), (1...20).map(String.init))
        expectEqual(first["hasMore"] as? Bool, true)
        let second = try await page(first["revision"])
        try expectEqual(ids(second), ["21"])
        expectEqual(second["hasMore"] as? Bool, false)
        _ = await session.answer(to: #"{"command":"refund","transaction":3}"#)
        try expectEqual(ids(try await page(second["revision"])), ["3"])
        let wrong = try #require(try await page("x&y=1")["error"] as? [String: Any])
        expectEqual(wrong["kind"] as? String, "serverError")
        expectEqual(wrong["code"] as? Int, 4_000_005)
    }

    @Test("C-140: any request goes through the pipe, open at first, and with a token once a key is registered")
    func requests() async throws {
        var session = await Self.session("Sandbox", Self.monthly)
        // 12:00 UTC on 22 November 2026.
        let now = 1_795_348_800_000
        func send(_ members: [String: Any]) async throws -> [String: Any] {
            let line = members.merging(["command": "serverRequest", "now": now]) { first, _ in first }
            return try Self.object(await session.answer(to: Self.line(line)))
        }
        let open = try await send(["path": "/inApps/v1/transactions/1"])
        expectEqual(open["status"] as? Int, 200)
        expectEqual((open["headers"] as? [String: String])?["Content-Type"], "application/json")
        let body = try Self.object(try #require(open["body"] as? String))
        try expectEqual(Self.payload(body["signedTransactionInfo"])["transactionId"] as? String, "1")
        let extended = try await send([
            "method": "PUT", "path": "/inApps/v1/subscriptions/extend/1",
            "body": ["extendByDays": 5, "extendReasonCode": 1, "requestIdentifier": "r"],
        ])
        // In a free week there is no extension (B10-9).
        expectContains(extended["body"] as? String, "4030004", "\(extended)")
        try await expectEqual(send(["path": "/inApps/v3/x"])["status"] as? Int, 404)
        try await expectEqual(send(["path": "/inApps/v1/transactions/1", "failing": 5_000_001])["status"] as? Int, 500)

        let keys = Store(catalog: try Catalog(groups: []), seed: 5)
        let pem = try keys.downloadKey(keys.generateKey(named: "Server").id)
        let key = ["command": "registerServerKey", "keyID": "ABC1234567", "issuerID": "i"]
        await expectEqual(session.answer(to: try Self.line(key.merging(["pem": pem]) { $1 })), "{}")
        await expectEqual(session.answer(to: try Self.line(key.merging(["pem": pem]) { $1 })), "{}")
        let wrapped = pem.replacing("\n", with: "\\n")
        let unread =
            try Self.object(
                await session.answer(to: try Self.line(key.merging(["pem": wrapped]) { $1 })))["error"]
            as? [String: Any]
        expectEqual(unread?["kind"] as? String, "unreadableKey")
        expectEqual(unread?["at"] as? String, "pem")
        let refused = try await send(["path": "/inApps/v1/transactions/1"])
        expectEqual(refused["status"] as? Int, 401)
        expectEqual(refused["refusal"] as? String, "noAuthorization")
        let signer = try AppStoreServerTokenSigner(
            keyID: "ABC1234567", issuerID: "i", bundleID: "com.example.app", pem: pem)
        let token = try signer.authorization(at: Date(timeIntervalSince1970: Double(now) / 1_000))
        let taken = try await send(["path": "/inApps/v1/transactions/1", "headers": ["authorization": token]])
        expectEqual(taken["status"] as? Int, 200)
        let late = try await send([
            "path": "/inApps/v1/transactions/1", "headers": ["authorization": token], "now": now + 300_000,
        ])
        expectEqual(late["refusal"] as? String, "expired")
        // The store's own questions need no token.
        #expect(try Self.object(await session.answer(to: #"{"command":"statuses","customer":0}"#))["data"] != nil)
    }

    @Test("B13: a receipt is read, sent, refused and refreshed")
    func receipts() async throws {
        var session = await Self.session()
        await expectEqual(session.answer(to: #"{"command":"receipt","customer":0}"#), "{}")
        _ = await session.answer(to: Self.monthly)
        let receipt = try Self.object(await session.answer(to: #"{"command":"receipt","customer":0}"#))
        expectEqual(receipt["owner"] as? Int, 0)
        let made = try Self.object(await session.answer(to: #"{"command":"makeStore"}"#))
        let secret = try #require(made["sharedSecret"] as? String)
        session = await Self.session("Sandbox", Self.monthly)

        func verify(_ body: Any, _ more: [String: Any] = [:]) async throws -> [String: Any] {
            let members = more.merging(["command": "verifyReceipt", "body": body]) { $1 }
            return try Self.object(await session.answer(to: Self.line(members)))
        }
        func status(_ answer: [String: Any]) throws -> Int? {
            try Self.object(answer["body"] as? String ?? "")["status"] as? Int
        }
        let data = try #require(receipt["receipt"] as? String)
        let good = ["receipt-data": data, "password": secret]
        let answer = try Self.object(try #require(try await verify(good)["body"] as? String))
        expectEqual(answer["status"] as? Int, 0)
        let latest = try #require((answer["latest_receipt_info"] as? [[String: Any]])?.first)
        expectEqual(latest["is_trial_period"] as? String, "true")
        // 17 January 2026, 09:00 UTC.
        expectEqual(latest["expires_date_ms"] as? String, "1768640400000")
        let text = try Self.line(good)
        try expectEqual(status(try await verify(text)), 0)
        try expectEqual(status(try await verify(["receipt-data": data])), 21_004)
        try expectEqual(status(try await verify(good, ["endpoint": "production"])), 21_007)
        try expectEqual(status(try await verify(good, ["method": "GET"])), 21_000)
        try expectEqual(status(try await verify(good, ["failing": 21_199])), 21_199)
        try expectEqual(status(try await verify("{")), 21_002)
        try expectEqual(status(try await verify(good, ["sharedSecret": "another"])), 21_004)
        let page = try await verify(good, ["failing": "page"])
        expectEqual(page["status"] as? Int, 503)
        expectPrefix(page["body"] as? String, "<html>")

        _ = await session.answer(to: #"{"command":"advance","to":"2026-01-20T00:00:00Z"}"#)
        let old = try await session.answer(to: Self.line(["command": "receipt", "customer": 0]))
        let refreshed = await session.answer(to: #"{"command":"refreshReceipt","customer":0,"properties":["revoked"]}"#)
        #expect(refreshed != old)
        let revoked = try #require(try Self.object(refreshed)["receipt"] as? String)
        try expectEqual(status(try await verify(["receipt-data": revoked, "password": secret])), 21_010)
    }

    @Test("S2-29, S2-30: a second account buys on the first one's device, and the receipt changes hands with that")
    func twoAccounts() async throws {
        var session = Session()
        for line in [
            #"{"command":"makeStore","environment":"Production","start":"2026-01-10T09:00:00Z"}"#,
            """
            {"command":"addCustomer","appVersion":"3.1","firstDownload":{"version":"17","date":"2019-01-01T00:00:00Z"}}
            """, #"{"command":"addCustomer"}"#,
        ] { _ = await session.answer(to: line) }
        func owner(_ line: String) async throws -> Int? {
            try Self.object(await session.answer(to: line))["owner"] as? Int
        }
        func download() async throws -> String? {
            let receipt = try Self.object(await session.answer(to: #"{"command":"receipt","customer":0}"#))["receipt"]
            let line = try Self.line(["command": "verifyReceipt", "body": ["receipt-data": try #require(receipt)]])
            let answer = try Self.object(await session.answer(to: line))
            let body = try Self.object(try #require(answer["body"] as? String))
            return (body["receipt"] as? [String: Any])?["original_application_version"] as? String
        }
        try await expectEqual(download(), "17")
        try await expectEqual(owner(#"{"command":"signIn","customer":0,"account":1}"#), 0)
        let coins = #"{"command":"purchase","customer":0,"product":"com.example.coins.100"}"#
        let bought = try Self.object(await session.answer(to: coins))
        let model = (bought["transaction"] as? [String: Any])?["model"] as? [String: Any]
        expectEqual(model?["appTransactionID"] as? String, "700000000000000002")
        try await expectEqual(owner(#"{"command":"receipt","customer":0}"#), 1)
        try await expectEqual(download(), "1.0")
        // The subscription is that of the account, whichever device it was bought on.
        _ = await session.answer(to: Self.monthly)
        let off = #","group":"21000001","isOn":false}"#
        await expectContains(session.answer(to: #"{"command":"setAutoRenew","customer":0"# + off), "notSubscribed")
        await expectEqual(session.answer(to: #"{"command":"setAutoRenew","customer":1"# + off), "{}")
        let statuses = try Self.object(await session.answer(to: #"{"command":"statuses","customer":1}"#))
        expectEqual((statuses["data"] as? [Any])?.count, 1)
    }

    @Test("B13-5: an app that is deleted has no receipt, and none comes without it")
    func deleted() async throws {
        var session = await Self.session("Production")
        #expect(await session.answer(to: #"{"command":"receipt","customer":0}"#) != "{}")
        await expectEqual(session.answer(to: #"{"command":"setInstalled","customer":0,"isOn":false}"#), "{}")
        let refused = try Self.object(await session.answer(to: #"{"command":"refreshReceipt","customer":0}"#))
        expectEqual((refused["error"] as? [String: Any])?["kind"] as? String, "notInstalled")
        let back = try Self.object(await session.answer(to: #"{"command":"setInstalled","customer":0,"isOn":true}"#))
        expectEqual(back["owner"] as? Int, 0)
    }

    @Test("customers whom a notification brought are counted with the others")
    func triggered() async throws {
        var session = await Self.session("Sandbox", #"{"command":"keepNotifications","isOn":true}"#)
        let row = await session.answer(
            to: #"{"command":"triggerNotification","type":"SUBSCRIBED","subtype":"INITIAL_BUY"}"#)
        try expectEqual(Self.object(row)["status"] as? Int, 1)
        let statuses = try Self.object(await session.answer(to: #"{"command":"statuses","customer":1}"#))
        expectEqual((statuses["data"] as? [Any])?.count, 1)
        let next = try Self.object(await session.answer(to: #"{"command":"addCustomer"}"#))
        expectEqual(next["customer"] as? Int, 2)
        expectEqual(next["appTransactionID"] as? String, "700000000000000003")
    }

    @Test(
        "C-155: transactions are counted from a number that is given, or from one of the seed's, and app transactions with them",
        arguments: [
            ("41", "41", "700000000000000041"), (#""seed""#, "7000001", "700000000007000001"),
            ("4000000000", "4000000000", "700000004000000000"),
        ])
    func firstTransaction(_ member: String, _ first: String, _ app: String) async throws {
        var session = Session()
        for line in [
            #"{"command":"makeStore","seed":7,"firstTransactionID":\#(member),"start":"2026-01-10T09:00:00Z"}"#,
            #"{"command":"addCustomer"}"#,
        ] { _ = await session.answer(to: line) }
        let bought = try Self.object(await session.answer(to: Self.monthly))
        let model = try #require((bought["transaction"] as? [String: Any])?["model"] as? [String: Any])
        expectEqual(model["id"] as? String, first)
        expectEqual(model["appTransactionID"] as? String, app)
        _ = await session.answer(to: #"{"command":"advance","weeks":1}"#)
        let all = try Self.object(await session.answer(to: #"{"command":"transactions","customer":0}"#))
        let ids = (all["transactions"] as? [[String: Any]])?.compactMap {
            ($0["model"] as? [String: Any])?["id"] as? String
        }
        expectEqual(ids, [first, String(try #require(UInt64(first)) + 1)])
    }

    @Test(
        "C-155: no first transaction has the number 0, and none leaves no room for others",
        arguments: ["0", "4000000001"])
    func noFirstTransaction(_ member: String) async throws {
        var session = Session()
        let answer = try Self.object(
            await session.answer(to: #"{"command":"makeStore","firstTransactionID":\#(member)}"#))
        let error = try #require(answer["error"] as? [String: Any])
        expectEqual(error["kind"] as? String, "wrongValue")
        expectEqual(error["at"] as? String, "firstTransactionID")
    }
}
