import Foundation
import GRDB
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("Which subscription and which key decide", .serialized)
struct DecisionTests {
    private static let day: Int64 = 86_400_000

    /// A row of a user, as if notifications had told of it.
    private static func row(
        _ number: Int, of user: String, product: String, group: String, status: Int, bought: Int64
    ) -> UserRow {
        UserRow(
            originalTransactionId: "\(number)", userId: user, productId: product, groupId: group, status: status,
            autoRenewStatus: status == 1, expirationIntent: status == 1 ? nil : 1, purchaseDate: bought * day,
            expiresDate: (bought + 300) * day, lapsedAt: status == 1 ? nil : bought * day, eligibleForPromotional: true)
    }

    @Test("A subscription that runs decides before one of another group that is over (S0-98, S0-113)")
    func running() async throws {
        try await BothServers.run(changing: [
            "products": [
                ["id": .text(BothServers.monthly), "level": 1, "period": "P1M", "group": "A"],
                ["id": "com.example.basic.weekly", "level": 1, "period": "P1W", "group": "B"],
            ],
            "offers": [
                ["segment": "win-back", "id": "comeback", "type": "winBack", "product": "com.example.basic.weekly"],
                ["segment": "win-back", "id": "back", "product": "com.example.basic.weekly", "discount": .number(0.5)],
                ["segment": "customer service", "id": "freemonth", "product": .text(BothServers.monthly)],
            ],
        ]) { both in
            let user = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
            try await both.backend.database.pool.write { database in
                try Self.row(1, of: user, product: BothServers.monthly, group: "A", status: 1, bought: 100)
                    .insert(database)
                var over = Self.row(
                    2, of: user, product: "com.example.basic.weekly", group: "B", status: 2, bought: 200)
                (over.eligibleForWinBack, over.winBackOfferIds) = (true, ["another"])
                try over.insert(database)
            }
            var decision = try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1
            #expect(decision["segment"] == nil && decision["offerId"] == nil && decision["reason"]?.text != nil)
            // The app may ask for what is on the other subscription.
            decision = try await both.ask("POST", "/offers/sign", ["userId": .text(user), "offerId": "back"]).1
            #expect(decision["segment"]?.text == "win-back" && decision["offerId"]?.text == "back")
            // A win-back offer is one only when the App Store names it.
            let refused = try await both.ask("POST", "/offers/sign", ["userId": .text(user), "offerId": "comeback"])
            #expect(refused.status == 409 && refused.1["error"]?["code"]?.text == "otherOffer")
            _ = try await both.ask("PUT", "/users/\(user)/activity", ["isMarkedByAgent": true])
            decision = try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1
            #expect(decision["offerId"]?.text == "freemonth" && decision["productId"]?.text == BothServers.monthly)
        }
    }

    @Test(
        "Whoever is likely to leave is shown an offer before the page for managing subscriptions, others are not (S0-130)"
    )
    func beforeManaging() async throws {
        try await BothServers.run(changing: [
            "offers": [
                ["segment": "save", "id": "half3", "product": .text(BothServers.monthly), "discount": .number(0.5)]
            ]
        ]) { both in
            let (user, _) = try await both.subscriber()
            var decision = try await both.ask("POST", "/offers/before-managing", ["userId": .text(user)]).1
            #expect(decision["offerId"] == nil && decision["reason"]?.text?.isEmpty == false)
            // What there is no offer for concerns nobody here.
            let lines = decision["explanation"]?.text?.split(separator: "\n") ?? []
            #expect(lines.count == 2 && lines[0] == "In no segment." && lines[1].contains("“save”"), "\(decision)")
            let change: JSONValue = ["churnRisk": .number(0.8), "usesApp": true, "lastContacted": 5]
            #expect(try await both.ask("PUT", "/users/\(user)/activity", change).1["churnRisk"] == .number(0.8))
            decision = try await both.ask("POST", "/offers/before-managing", ["userId": .text(user)]).1
            #expect(decision["offerId"]?.text == "half3" && decision["segment"]?.text == "save")
            #expect(decision["signature"]?["signature"]?.text != nil)
        }
    }

    @Test("Whoever has cancelled sees the page at once, and is told no other reason than that (S0-130)")
    func beforeManagingCancelled() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            let change: JSONValue = ["churnRisk": .number(0.9), "usesApp": true, "lastContacted": 5]
            _ = try await both.ask("PUT", "/users/\(user)/activity", change)
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            let decision = try await both.ask("POST", "/offers/before-managing", ["userId": .text(user)]).1
            #expect(decision["segment"]?.text == "retention" && decision["offerId"] == nil)
            let reason = decision["reason"]?.text ?? ""
            #expect(reason.hasPrefix("The page opens at once. Not in “save”: "), "\(reason)")
            #expect(!reason.contains("not likely to leave"), "\(reason)")
        }
    }

    @Test("A refund of the period before takes no service away, as the store says; one of the last does (C-24)")
    func refunds() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 50])
            let numbers =
                try await both.control("GET", "\(customer)/transactions")["transactions"]?.list?
                .compactMap { $0["transactionId"]?.text } ?? []
            // The free week, and the months that begin on days 7 and 35 to 38.
            #expect(numbers.count == 3)
            func isEntitled() async throws -> (backend: Bool?, store: Bool?) {
                let entitlements = try await both.control("GET", "\(customer)/entitlements")["entitlements"]?.list
                return (
                    try await both.ask("GET", "/users/\(user)").1["isEntitled"]?.flag, entitlements.map { !$0.isEmpty }
                )
            }
            try await both.control("POST", "transactions/\(numbers[1])/refund", ["reason": "developerIssue"])
            #expect(try await isEntitled() == (true, true))
            #expect(try await both.backend.database.user(user).rows[0].wasRefunded == false)
            try await both.control(
                "POST", "\(customer)/refund-requests", ["transaction": .text(numbers[2]), "answer": "wait"])
            try await both.control("POST", "transactions/\(numbers[2])/refund-decline", [:])
            #expect(try await isEntitled() == (true, true))
            try await both.control("POST", "transactions/\(numbers[2])/refund", ["reason": "developerIssue"])
            #expect(try await isEntitled() == (false, false))
            let row = try await both.backend.database.user(user).rows[0]
            #expect(row.wasRefunded && row.revocationReason == 1 && row.status == 5)
            try await both.control("POST", "transactions/\(numbers[2])/refund-reversal", [:])
            #expect(try await isEntitled() == (true, true))
            #expect(try await both.backend.database.user(user).rows[0].wasRefunded == false)
        }
    }

    @Test("A key that cannot be used is told of, and one whose file is taken away signs no more (S0-37…39)")
    func keys() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            _ = try await both.ask("PUT", "/users/\(user)/activity", ["isMarkedByAgent": true])
            let keys = both.folder.appendingPathComponent("keys")
            let current = keys.appendingPathComponent("current")
            let first = try String(contentsOf: current, encoding: .utf8)
            func sign() async throws -> (status: Int, JSONValue) {
                try await both.ask("POST", "/offers/sign", ["userId": .text(user)])
            }
            // A file beside it that is no key disturbs nobody.
            try Data("no key".utf8).write(to: keys.appendingPathComponent("OTHER.p8"))
            #expect(try await sign().1["signature"]?["keyID"]?.text == first)
            #expect(try await both.ask("GET", "/health").1["status"]?.text == "ok")
            for wrong in ["OTHER", "NOSUCHKEY1", "../api", ""] {
                try Data(wrong.utf8).write(to: current)
                #expect(try await sign().1["signature"]?["keyID"]?.text == first)
                let health = try await both.ask("GET", "/health").1
                #expect(health["status"]?.text == "degraded" && health["offerKeys"]?.text?.isEmpty == false)
            }
            try FileManager.default.removeItem(at: keys.appendingPathComponent("\(first).p8"))
            let stopped = try await sign()
            #expect(stopped.status == 500 && stopped.1["error"]?["code"]?.text == "offerKeys")
        }
    }

    @Test("A signature is dated by the clock that the backend was given (S0-33)")
    func timestamp() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let backend = try both.another(wallClock: { Date(timeIntervalSince1970: 1_600_000_000) })
            _ = try await both.ask("PUT", "/users/\(user)/activity", ["isMarkedByAgent": true])
            let signature = try await backend.decideOffer(for: user, wanted: nil).signature
            #expect(signature?.timestamp == 1_600_000_000_000)
            try backend.close()
        }
    }

    @Test("A configuration with a mistyped name or value is refused, and the place named")
    func configuration() async throws {
        try await BothServers.run { both in
            let file = both.folder.appendingPathComponent("backend.json")
            let good = try Data(contentsOf: file)
            let wrong: [(String, JSONValue, String)] = [
                ("productionReceits", "x", "productionReceits"), ("environment", "production", "environment"),
                ("offers", [["segment": "retention", "id": "a", "product": "b", "type": "winback"]], "offers[0].type"),
                ("offers", [["segment": "retention", "id": "a", "product": "b", "typ": "winBack"]], "offers[0].typ"),
                (
                    "offers", [["segment": "retention", "id": "a", "product": "b", "discount": 50]],
                    "offers[0].discount"
                ),
                (
                    "offers", [["segment": "retention", "id": "a", "product": "b", "discount": .number(-0.1)]],
                    "offers[0].discount"
                ),
                ("products", [["id": "a", "level": 0, "period": "P1M"]], "products[0].level"),
                (
                    "products",
                    [
                        ["id": "a", "level": 1, "period": "P1M"], ["id": "b", "level": 1, "period": "P1M"],
                        ["id": "a", "level": 2, "period": "P1Y"],
                    ], "products[2].id"
                ),
                ("clock", "store", "clock"), ("requestsPerMinute", "many", "requestsPerMinute"),
                ("updates", ["regular": "a", "legacyDownloadedBefore": "then"], "updates"),
                ("products", [["id": "a", "level": 1, "period": "month"]], "products[0].period"),
                ("keepStatementsDays", 30, "keepStatementsDays"), ("appStore", "http://127.0.0.1:99999", "appStore"),
            ]
            for (name, value, place) in wrong {
                var members = try JSONDecoder().decode(JSONValue.self, from: good).object ?? [:]
                members[name] = value
                try JSONValue.object(members).data.write(to: file)
                let error = #expect(throws: BackendError.self) {
                    _ = try Backend(
                        reading: file, database: both.folder.appendingPathComponent("none.sqlite").path,
                        client: both.client, logger: both.backend.logger)
                }
                let told = Comment(rawValue: "\(name): \(String(describing: error))")
                #expect(error?.at == place && error?.code == "configuration", told)
                #expect(error?.message.hasPrefix("backend.json: ") == true, told)
                if name == "clock" { #expect(error?.message.contains("must be real or notifications") == true, told) }
            }
            #expect(!FileManager.default.fileExists(atPath: both.folder.appendingPathComponent("none.sqlite").path))
            for (text, words) in [
                ("{\"a\": }", "no JSON object. "), ("[]", "no JSON object."), ("{}", "\"bundleID\" is missing"),
            ] {
                try Data(text.utf8).write(to: file)
                let error = #expect(throws: BackendError.self) { _ = try BackendConfiguration.read(file) }
                #expect(error?.message.hasPrefix("backend.json: ") == true && error?.message.contains(words) == true)
            }
        }
    }

    @Test(
        "A win-back offer that waits for months after the lapse is offered when they are over (B15-7, B15-8, S0-114…118)"
    )
    func winBackAfterMonths() async throws {
        try await BothServers.run(changing: [
            "offers": [
                ["segment": "win-back", "id": "comeback", "type": "winBack", "product": .text(BothServers.monthly)]
            ]
        ]) { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 10])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            try await both.control("POST", "clock/advance", ["days": 80])
            // The row of the lapse, as the App Store's rules for the offer left it then.
            try await both.backend.database.pool.write { database in
                try database.execute(
                    sql: "UPDATE user SET winBackOfferIds = '[]', eligibleForWinBack = FALSE")
                try database.execute(sql: "UPDATE said SET renewalInfo = NULL WHERE type = 'EXPIRED'")
            }
            let decision = try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1
            #expect(
                decision["offerId"]?.text == "comeback" && decision["offerType"]?.text == "winBack", "\(decision)")
            // Without an answer it goes on with what is known.
            let cutOff = try both.another(appStore: "http://127.0.0.1:9/")
            #expect(try await cutOff.decideOffer(for: user, wanted: nil).offerId == "comeback")
            try cutOff.close()
        }
    }

    @Test("What was signed is shown for a user, and counted for each day, offer and segment (S0-93)")
    func signed() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            _ = try await both.ask("PUT", "/users/\(user)/activity", ["isMarkedByAgent": true])
            let nonces = [
                try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1,
                try await both.ask("POST", "/offers/sign", ["userId": .text(user)]).1,
            ].map { $0["signature"]?["nonce"]?.text }
            let shown = try await both.ask("GET", "/users/\(user)").1["signedOffers"]?.list ?? []
            #expect(Set(shown.map { $0["nonce"]?.text }) == Set(nonces) && shown.count == 2)
            #expect(shown.allSatisfy { $0["offerId"]?.text == "freemonth" })
            // After two days they are no longer shown, also where nothing was signed since.
            let later = try both.another(wallClock: { Date(timeIntervalSinceNow: 3 * 86_400) })
            #expect(try await later.answer(on: user).signedOffers.isEmpty)
            try later.close()
            let days = try await both.ask("GET", "/offers/signed").1["days"]?.list ?? []
            // Midnight may lie between the two.
            #expect(days.compactMap { $0["count"]?.whole }.reduce(0, +) == 2)
            #expect(days.first?["segment"]?.text == "customer service" && days.first?["offerId"]?.text == "freemonth")
            let day = days.first?["day"]?.whole ?? 1
            #expect(day % 86_400_000 == 0 && abs(Date().milliseconds - day) < 2 * 86_400_000)
            #expect(try await BothServers.ask(both.client, "GET", "\(both.backendURL)/offers/signed").status == 401)
        }
    }
}
