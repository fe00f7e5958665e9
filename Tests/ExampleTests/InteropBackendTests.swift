import Foundation
import LineProtocol
import OfferKit
import OfferKitTestHarness
import Testing
import interop

/// The store behind standard input, as a backend meets it.
///
/// What a backend that is tested against the program leans on.
struct InteropBackendTests {
    private static func object(_ answer: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any], "\(answer)")
    }

    private static func error(_ answer: String) throws -> [String: Any] {
        try #require(try object(answer)["error"] as? [String: Any], "\(answer)")
    }

    private static func line(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    /// A session after these lines.
    private static func session(_ lines: String...) async -> Session {
        var session = Session()
        for line in lines { _ = await session.answer(to: line) }
        return session
    }

    @Test("a store on the system's clock stands where that does, and is not moved by hand")
    func systemClock() async throws {
        var session = Session()
        let made = try Self.object(await session.answer(to: #"{"command":"makeStore","clock":"system"}"#))
        let now = try #require(made["now"] as? String)
        let started = try Self.object(await session.answer(to: #"{"command":"makeStore","start":"now"}"#))
        let later = try #require(started["now"] as? String)
        // Two readings of one clock, long after the default start. Without its Z, a text of a whole second comes first.
        #expect(now > "2026-01-02" && later.dropLast() >= now.dropLast())
        _ = await session.answer(to: #"{"command":"makeStore","clock":"system"}"#)
        try expectEqual(
            Self.error(await session.answer(to: #"{"command":"advance","days":1}"#))["kind"] as? String,
            "clockIsFollowing")
    }

    @Test("a signature ahead of the store's clock is good within the allowed skew, and the rules tell it")
    func skew() async throws {
        var session = await Self.session(
            #"{"command":"makeStore","allowedClockSkew":1000,"start":"2026-03-01T12:00:00Z"}"#,
            #"{"command":"addCustomer"}"#, #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly"}"#)
        let rules = try Self.object(await session.answer(to: #"{"command":"rules"}"#))
        expectEqual(rules["allowedClockSkew"] as? Int, 1_000)
        expectEqual(rules["emptyUserName"] as? String, "accepted")
    }

    @Test("signOffer answers with an offer that purchase takes as it is, in either form")
    func readyOffer() async throws {
        for extra in [["userName": "4711"], ["compactJWS": true, "customer": 0]] as [[String: Any]] {
            var session = await Self.session(
                #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#,
                #"{"command":"purchase","customer":0,"product":"com.example.basic.weekly"}"#)
            let order =
                ["command": "signOffer", "product": "com.example.pro.monthly", "offer": "half3"] as [String: Any]
            let signed = try Self.object(await session.answer(to: Self.line(order.merging(extra) { $1 })))
            var purchase: [String: Any] = [
                "command": "purchase", "customer": 0, "product": "com.example.pro.monthly",
                "offer": try #require(signed["offer"]),
            ]
            purchase["userName"] = extra["userName"]
            let bought = try Self.object(await session.answer(to: Self.line(purchase)))
            #expect(bought["transaction"] != nil, "\(bought)")
        }
    }

    @Test("a key is registered once more without an error where it is the same, and refused where it is another")
    func sameKey() async throws {
        var session = await Self.session(#"{"command":"makeStore"}"#)
        let first = try Self.object(await session.answer(to: #"{"command":"makeKey","name":"a"}"#))
        let second = try Self.object(await session.answer(to: #"{"command":"makeKey","name":"b"}"#))
        func register(_ pem: Any?) async throws -> String {
            await session.answer(
                to: try Self.line(["command": "registerKey", "keyID": "MINE", "id": 7, "pem": try #require(pem)]))
        }
        try await expectEqual(register(first["privateKeyPEM"]), #"{"id":7}"#)
        try await expectEqual(register(first["privateKeyPEM"]), #"{"id":7}"#)
        try expectEqual(Self.error(await register(second["privateKeyPEM"]))["kind"] as? String, "duplicateKey")
        let pem = try #require(first["privateKeyPEM"] as? String)
        let wrapped = try Self.error(await register(pem.replacingOccurrences(of: "\n", with: "\\n")))
        expectEqual(wrapped["kind"] as? String, "unreadableKey")
        expectEqual(wrapped["at"] as? String, "pem")
        _ = await session.answer(to: #"{"command":"revokeKey","keyID":"MINE"}"#)
        try expectEqual(Self.error(await register(first["privateKeyPEM"]))["kind"] as? String, "duplicateKey")
        try expectEqual(Self.error(await session.answer(to: #"{"command":"revokeKey"}"#))["at"] as? String, "keyID")
    }

    @Test("the log is data: customer, product, transaction, price and offer by their names")
    func log() async throws {
        var session = await Self.session(
            #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly"}"#,
            #"{"command":"purchase","customer":0,"product":"nothing"}"#)
        let log = try Self.object(await session.answer(to: #"{"command":"log"}"#))
        let entries = try #require(log["entries"] as? [[String: Any]])
        let made = try #require(entries.first { $0["event"] as? String == "transactionMade" })
        expectEqual(made["customer"] as? Int, 0)
        expectEqual(made["product"] as? String, "com.example.pro.monthly")
        expectEqual(made["transaction"] as? String, "1")
        expectEqual(made["price"] as? String, "0.00")
        expectEqual(made["offer"] as? String, "introductory")
        #expect(entries.allSatisfy { !($0["text"] as? String ?? "").contains("Optional") })
    }

    @Test("eligibility tells every offer of a product, why not, and from when")
    func eligibility() async throws {
        var session = await Self.session(#"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#)
        let answer = try Self.object(
            await session.answer(to: #"{"command":"eligibility","customer":0,"product":"com.example.pro.monthly"}"#))
        let offers = try #require(answer["offers"] as? [[String: Any]])
        expectEqual(offers.first?["kind"] as? String, "introductory")
        expectEqual(offers.first?["isEligible"] as? Bool, true)
        let half = try #require(offers.first { $0["id"] as? String == "half3" })
        expectEqual(half["isEligible"] as? Bool, false)
        expectEqual((half["reasons"] as? [[String: Any]])?.first?["reason"] as? String, "neverSubscribed")
        let other = await session.answer(
            to: #"{"command":"eligibility","customer":0,"product":"com.example.pro.monthly","offer":"half4"}"#)
        try expectEqual(Self.error(other)["kind"] as? String, "unknownOffer")
    }

    @Test("a catalogue in the line itself is sold, and its rows have prices, periods and levels")
    func inlineCatalog() async throws {
        var session = Session()
        let made = try Self.object(
            await session.answer(
                to: """
                    {"command":"makeStore","storekit":{"version":{"major":4,"minor":0},"subscriptionGroups":[{"id":"1",\
                    "name":"Club","subscriptions":[{"productID":"club","type":"RecurringSubscription","groupNumber":2,\
                    "displayPrice":"4.99","recurringSubscriptionPeriod":"P1M","familyShareable":true}]}]}}
                    """))
        let row = try #require((made["products"] as? [[String: Any]])?.first, "\(made)")
        expectEqual(row["id"] as? String, "club")
        expectEqual(row["price"] as? String, "4.99")
        expectEqual(row["period"] as? String, "P1M")
        expectEqual(row["level"] as? Int, 2)
        expectEqual(row["isFamilyShareable"] as? Bool, true)
        let both = await session.answer(to: #"{"command":"makeStore","storekit":{},"storekitFile":"x"}"#)
        try expectEqual(Self.error(both)["kind"] as? String, "wrongValue")
    }

    @Test("what is missing is named by the members of a line, and a nonce that is none by its place")
    func members() async throws {
        var session = await Self.session(
            #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.basic.weekly"}"#)
        func buy(_ nonce: String) async throws -> [String: Any] {
            try Self.error(
                await session.answer(
                    to: """
                        {"command":"purchase","customer":0,"product":"com.example.pro.monthly","id":"r1",\
                        "offer":{"kind":"promotional","id":"half3","keyID":"K","nonce":"\(nonce)","signature":"s",\
                        "timestamp":1}}
                        """))
        }
        let missing = try await buy("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd")
        expectEqual(missing["missing"] as? [String], ["applicationUsername"])
        expectEqual(missing["members"] as? [String], ["userName", "token"])
        let nonce = try await buy("5f2a")
        expectEqual(nonce["kind"] as? String, "nonceNotUUID")
        expectEqual(nonce["at"] as? String, "offer.nonce")
    }
}
