import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("A backend beside an App Store", .serialized)
struct OfferBackendTests {
    private static let monthly = BothServers.monthly

    @Test(
        "Trial, cancellation, segment, offer, signature, purchase, notification, table, entitlement (S0-26…51, S0-94…99, S0-119…122)"
    )
    func allTogether() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            var known = try await both.ask("GET", "/users/\(user)").1
            #expect(known["isEntitled"]?.flag == true && known["segment"] == nil)
            #expect(known["subscriptions"]?[0]?["autoRenewStatus"]?.flag == true)

            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            known = try await both.ask("GET", "/users/\(user)").1
            #expect(known["segment"]?.text == "retention")
            #expect(known["subscriptions"]?[0]?["autoRenewStatus"]?.flag == false)

            let (status, decision) = try await both.ask("POST", "/offers/sign", ["userId": .text(user)])
            #expect(status == 200 && decision["offerId"]?.text == "half3" && decision["segment"]?.text == "retention")
            #expect(decision["explanation"]?.text?.isEmpty == false)
            let signature = decision["signature"]
            try await both.control(
                "POST", "\(customer)/purchases",
                [
                    "product": .text(OfferBackendTests.monthly), "appAccountToken": .text(user),
                    "offer": [
                        "kind": "promotional", "id": "half3", "keyID": signature?["keyID"] ?? .null,
                        "nonce": signature?["nonce"] ?? .null, "signature": signature?["signature"] ?? .null,
                        "timestamp": signature?["timestamp"] ?? .null,
                    ],
                ])
            // What comes with the next renewal stands in the row under the store's names.
            let planned = try await both.ask("GET", "/users/\(user)").1["subscriptions"]?[0]
            let told = try await both.control("GET", "\(customer)/subscriptions")["subscriptions"]?[0]?["renewalInfo"]
            #expect(planned?["offerIdentifier"]?.text == "half3" && planned?["offerType"]?.whole == 2)
            for name in ["offerIdentifier", "offerType"] { #expect(planned?[name] == told?[name], "\(name)") }
            // The free week is over on the eighth day; the first month at half the price begins (B5, B8).
            try await both.control("POST", "clock/advance", ["days": 8])
            let row = try await both.ask("GET", "/users/\(user)").1["subscriptions"]?[0]
            #expect(row?["currentOfferId"]?.text == "half3" && row?["renewals"]?.whole == 1)
            #expect(row?["offersRedeemed"]?.whole == 1 && row?["status"]?.whole == 1)
            #expect(try await both.ask("GET", "/users/\(user)").1["isEntitled"]?.flag == true)

            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            try await both.control("POST", "clock/advance", ["days": 40])
            known = try await both.ask("GET", "/users/\(user)").1
            #expect(known["isEntitled"]?.flag == false && known["segment"]?.text == "win-back")
            #expect(try await both.control("GET", "\(customer)/entitlements")["entitlements"]?.list?.isEmpty == true)
        }
    }

    @Test("The order in which notifications arrive, and how often, changes nothing (S0-94…96)")
    func orderAndRepetition() async throws {
        try await BothServers.run { both in
            try await both.control("PUT", "delivery", ["mode": "hold"])
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 10])
            try await both.control("PUT", "\(customer)/payment", ["works": false])
            try await both.control("POST", "clock/advance", ["days": 40])
            try await both.control("PUT", "\(customer)/payment", ["works": true])
            try await both.control("POST", "clock/advance", ["months": 2])
            let payloads = try await both.payloads()
            #expect(payloads.count > 5)
            for payload in payloads.reversed() + payloads {
                let body = JSONValue.object(["signedPayload": .text(payload)])
                #expect(try await both.ask("POST", "/notifications", body).status == 200)
            }
            let reversed = try await both.backend.database.user(user).rows
            try await both.backend.database.pool.write { database in
                for table in ["said", "user", "period"] { try database.execute(sql: "DELETE FROM \(table)") }
            }
            for payload in payloads {
                _ = try await both.ask("POST", "/notifications", ["signedPayload": .text(payload)])
            }
            let inOrder = try await both.backend.database.user(user).rows
            #expect(reversed == inOrder && inOrder.count == 1)
            #expect(inOrder[0].billingErrors == 1 && inOrder[0].status == 1 && inOrder[0].renewals >= 3)
            let kept = try await both.backend.database.pool.read { try StoreStatement.fetchCount($0) }
            #expect(kept == payloads.count)
        }
    }

    @Test("What happens at one instant is known in its order; a consumable makes nobody a subscriber")
    func sameInstant() async throws {
        try await BothServers.run { both in
            for _ in 0..<8 {
                let (user, customer) = try await both.subscriber()
                try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
                #expect(try await both.backend.database.user(user).rows[0].autoRenewStatus == false)
            }
            let user = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
            let customer = "customers/\(try await both.control("POST", "customers")["customer"]?.whole ?? -1)"
            let bought = try await both.control(
                "POST", "\(customer)/purchases", ["product": "com.example.coins.100", "appAccountToken": .text(user)])
            let number = bought["transaction"]?["transactionId"]?.text ?? ""
            try await both.control("POST", "transactions/\(number)/refund", [:])
            let known = try await both.ask("GET", "/users/\(user)").1
            #expect(known["isEntitled"]?.flag == false && known["subscriptions"]?.list?.isEmpty == true)
        }
    }

    @Test("What was missed in an outage comes by the history, and what changed by the status")
    func catchingUp() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("PUT", "delivery", ["url": ""])
            try await both.control("POST", "clock/advance", ["days": 8])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            #expect(try await both.backend.database.user(user).rows[0].renewals == 0)
            let (status, caught) = try await both.ask("POST", "/catch-up")
            #expect(status == 200 && caught["notifications"]?.whole == 2 && caught["statuses"]?.whole == 1)
            let row = try await both.backend.database.user(user).rows[0]
            #expect(row.renewals == 1 && !row.autoRenewStatus)
            #expect(try await both.ask("POST", "/catch-up").1["notifications"]?.whole == 0)
        }
    }

    @Test("What the App Store did not sign is refused, and changes nothing")
    func forged() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let payload = try await both.payloads()[0]
            let other = Store(catalog: try Catalog(), seed: 99)
            other.setKeepsNotifications(true)
            _ = try other.requestTestNotification()
            let foreign = try #require(other.notifications.last?.signedPayload)
            let forged: [(Data, Int, String)] = [
                (Data(), 400, "notANotification"), (Data("[]".utf8), 400, "notANotification"),
                (
                    JSONValue.object(["signedPayload": .text(String(payload.dropLast(4)) + "AAAA")]).data, 401,
                    "notSigned"
                ),
                (JSONValue.object(["signedPayload": .text(foreign)]).data, 401, "notSigned"),
                (JSONValue.object(["signedPayload": "a.b.c"]).data, 401, "notSigned"),
                (Data(repeating: 0x20, count: 5_000_000), 413, "tooLarge"),
            ]
            for (body, status, code) in forged {
                let answer = try await both.ask("POST", "/notifications", raw: body)
                #expect(answer.status == status && answer.1["error"]?["code"]?.text == code)
            }
            #expect(try await both.backend.database.pool.read { try StoreStatement.fetchCount($0) } == 1)
            #expect(try await both.backend.database.user(user).rows.count == 1)
        }
    }

    @Test("A full disk acknowledges nothing, and the notification is taken when there is room again")
    func fullDisk() async throws {
        try await BothServers.run { both in
            try await both.control("PUT", "delivery", ["mode": "hold"])
            _ = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["months": 24])
            let bodies = try await both.payloads().map { JSONValue.object(["signedPayload": .text($0)]) }
            // No page more than there are: what does not fit into them is refused.
            try await both.limitPages(to: nil)
            var acknowledged = 0
            for body in bodies {
                let answer = try await both.ask("POST", "/notifications", body)
                if answer.status == 200 {
                    acknowledged += 1
                } else {
                    #expect(answer.status == 507 && answer.1["error"]?["code"]?.text == "databaseFull")
                }
            }
            #expect(acknowledged < bodies.count)
            #expect(try await both.backend.database.pool.read { try StoreStatement.fetchCount($0) } == acknowledged)
            try await both.limitPages(to: 1_000_000)
            for body in bodies { #expect(try await both.ask("POST", "/notifications", body).status == 200) }
            #expect(try await both.backend.database.pool.read { try StoreStatement.fetchCount($0) } == bodies.count)
        }
    }

    @Test("Keys are rotated while the server runs (S0-37…39)")
    func rotation() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            _ = try await both.ask("PUT", "/users/\(user)/activity", ["isMarkedByAgent": true])
            let first = try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1
            #expect(first["offerId"]?.text == "freemonth" && first["segment"]?.text == "customer service")
            let made = try await both.control("POST", "generated-offer-keys", ["name": "Next"])
            let keyID = try #require(made["keyID"]?.text)
            let keys = both.folder.appendingPathComponent("keys")
            try Data((made["privateKeyPEM"]?.text ?? "").utf8).write(to: keys.appendingPathComponent("\(keyID).p8"))
            try Data(keyID.utf8).write(to: keys.appendingPathComponent("current"))
            let second = try await both.ask("POST", "/offers/sign", ["userId": .text(user), "offerId": "freemonth"]).1
            #expect(second["signature"]?["keyID"]?.text == keyID)
            #expect(first["signature"]?["keyID"]?.text != keyID)
            try Data("NOSUCHKEY1".utf8).write(to: keys.appendingPathComponent("current"))
            let third = try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1
            #expect(third["signature"]?["keyID"]?.text == keyID)
            try await both.control(
                "POST", "\(customer)/purchases",
                [
                    "product": .text(OfferBackendTests.monthly), "appAccountToken": .text(user),
                    "offer": [
                        "kind": "promotional", "id": "freemonth", "keyID": .text(keyID),
                        "nonce": third["signature"]?["nonce"] ?? .null,
                        "signature": third["signature"]?["signature"] ?? .null,
                        "timestamp": third["signature"]?["timestamp"] ?? .null,
                    ],
                ])
        }
    }

    @Test("A user who asks too often is told when to come back; others are not concerned")
    func rateLimit() async throws {
        try await BothServers.run(changing: ["requestsPerMinute": 2]) { both in
            let (first, second) = (try await both.subscriber().user, try await both.subscriber().user)
            for _ in 1...5 {
                let unknown = try await both.ask("POST", "/offers/sign", ["userId": .text(UUID().uuidString)])
                #expect(unknown.status == 404)
            }
            for expected in [200, 200, 429] {
                #expect(try await both.ask("POST", "/offers/sign", ["userId": .text(first)]).status == expected)
            }
            // Two a minute are one in half of it.
            let refused = try await both.send("GET", "/entitlement?userId=\(first)")
            #expect(
                refused.headers["Retry-After"].flatMap { Int($0) }.map { (1...30).contains($0) } == true, "\(refused)")
            #expect(try await both.ask("POST", "/offers/sign", ["userId": .text(second)]).status == 200)
        }
    }

    @Test("Wrong requests are answered with a code and the place")
    func wrongRequests() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let wrong: [(String, String, JSONValue?, Int, String)] = [
                ("POST", "/offers/sign", ["user": .text(user)], 400, "missingMember"),
                ("POST", "/offers/sign", ["userId": 7], 400, "wrongType"),
                ("POST", "/offers/sign", ["userId": "nobody"], 404, "unknownUser"),
                ("POST", "/offers/sign", ["userId": .text(UUID().uuidString)], 404, "unknownUser"),
                ("POST", "/receipts", ["userId": .text(user), "receipt": "%%%"], 400, "notBase64"),
                ("POST", "/offers/sign", ["userId": .text(user), "offer": "half3"], 400, "unknownMember"),
                ("GET", "/features", nil, 400, "missingMember"), ("GET", "/entitlement", nil, 400, "missingMember"),
                ("GET", "/nothing", nil, 404, "unknownPath"), ("DELETE", "/users/\(user)", nil, 405, "wrongMethod"),
                ("GET", "/users/' OR 1=1", nil, 404, "unknownUser"),
                ("PUT", "/users/\(user)/activity", ["contentShare": 2], 400, "wrongValue"),
                ("PUT", "/users/\(user)/activity", ["contentConsumed": -1], 400, "wrongValue"),
                ("PUT", "/users/\(user)/activity", ["churnRisk": .number(-0.1)], 400, "wrongValue"),
            ]
            for (method, path, body, status, code) in wrong {
                let url = path.replacing("'", with: "%27").replacing(" ", with: "%20")
                let answer = try await both.ask(method, url, body)
                #expect(answer.status == status && answer.1["error"]?["code"]?.text == code, "\(method) \(path)")
            }
            let unknown = try await BothServers.ask(both.client, "GET", "\(both.backendURL)/users/\(user)")
            #expect(unknown.status == 401)
            #expect(try await BothServers.ask(both.client, "POST", "\(both.backendURL)/catch-up").status == 401)
        }
    }
}
