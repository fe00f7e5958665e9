import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("The control API")
struct ControlTests {
    private static let monthly = "com.example.pro.monthly"

    @Test("openapi.json is what the table of routes says")
    func description() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("openapi.json")
        let text = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(
            text == String(decoding: OpenAPI.text, as: UTF8.self),
            "Write it anew: local-app-store openapi > openapi.json")
    }

    @Test("Every path and method that is described is answered, and by no error of the server")
    func everyRoute() async throws {
        try await Bench.run { bench in
            let paths = try #require(OpenAPI.document["paths"]?.object)
            // A stream of events has no end.
            for (path, methods) in paths where !path.hasSuffix("/events") {
                for method in (methods.object ?? [:]).keys where method != "delete" {
                    let filled = path.replacing("{store}", with: "default").replacing("{customer}", with: "0")
                        .replacing("{", with: "").replacing("}", with: "")
                    let answer = try await bench.ask(method.uppercased(), filled)
                    #expect(answer.code != "unknownPath" && answer.code != "wrongMethod", "\(method) \(path)")
                    #expect(answer.status < 500, "\(method) \(path): \(answer.text)")
                }
            }
        }
    }

    @Test("What is wrong is told with a code, the place, and what there is")
    func errors() async throws {
        try await Bench.run { bench in
            let wrong: [(String, String, JSONValue?, status: Int, code: String, at: String?)] = [
                ("GET", "/nothing", nil, 404, "unknownPath", "/nothing"),
                ("DELETE", "/_control/health", nil, 405, "wrongMethod", "/_control/health"),
                ("GET", "/_control/stores/other", nil, 404, "unknownStore", "store"),
                ("POST", "customers/7/purchases", ["product": "x"], 404, "unknownCustomer", "customer"),
                ("POST", "/_control/stores", ["sed": 1], 400, "unknownMember", "sed"),
                ("POST", "/_control/stores", ["environment": "Mars"], 400, "wrongValue", "environment"),
                ("POST", "/_control/stores", ["name": "a/b"], 400, "wrongType", "name"),
                ("POST", "/_control/stores", ["name": ".."], 400, "wrongType", "name"),
                ("POST", "snapshots", ["name": ""], 400, "wrongType", "name"),
                ("PUT", "delivery", ["url": "http://127.0.0.1:70000/x"], 400, "wrongType", "url"),
                ("PUT", "receipt-failures", ["status": 21_199, "httpStatus": 503], 400, "wrongMembers", nil),
                ("POST", "/_control/stores", ["name": "default"], 409, "duplicateName", "name"),
                ("DELETE", "/_control/stores/default", nil, 409, "defaultStore", "store"),
                ("POST", "clock/advance", ["days": "three"], 400, "wrongType", "days"),
                ("POST", "clock/advance", ["days": 1, "weeks": 1], 400, "wrongMembers", nil),
                ("PUT", "clock", ["to": "2001-01-01T00:00:00Z"], 409, "clockCannotGoBack", nil),
                ("POST", "clock/advance", ["years": 100_000], 409, "clockAtEnd", "clock"),
                ("POST", "clock/advance", ["days": 1, "weeks": .null], 400, "wrongMembers", nil),
                ("POST", "clock/next", ["x": .null], 400, "unknownMember", "x"),
                ("POST", "restore", ["name": "none"], 404, "unknownSnapshot", "name"),
                ("POST", "codes", ["product": "x", "offer": "y", "count": 1], 404, "unknownProduct", "product"),
                ("GET", "log?from=x", nil, 400, "wrongType", "from"),
                ("GET", "log?form=1", nil, 400, "unknownMember", "form"),
                ("PUT", "delivery", ["url": "ftp://x"], 400, "wrongType", "url"),
                ("PUT", "delivery", ["next": 1], 409, "wrongMode", "next"),
                ("POST", "transactions/99/refund", nil, 404, "unknownTransaction", "transaction"),
                (
                    "POST", "notifications", ["type": "REFUND", "transaction": "99"], 404, "unknownTransaction",
                    "transaction"
                ),
                ("POST", "notifications/\(UUID())/resend", nil, 404, "unknownNotification", "uuid"),
                ("GET", "log?from=1&from=2", nil, 400, "repeatedMember", "from"),
                (
                    "GET", "customers/0/refund-requests", nil, 405, "wrongMethod",
                    "\(Bench.store)/customers/0/refund-requests"
                ),
                ("POST", "notifications", ["type": "NOTHING"], 409, "unreachable", nil),
            ]
            for row in wrong {
                let answer = try await bench.ask(row.0, row.1, row.2)
                #expect(answer.status == row.status, "\(row.0) \(row.1): \(answer.text)")
                #expect(answer.code == row.code, "\(row.0) \(row.1): \(answer.text)")
                #expect(answer.json["error"]?["at"]?.text == row.at, "\(row.0) \(row.1)")
                #expect(answer.headers["content-type"] == "application/json")
                for word in ["store.", "device.", "set("] { #expect(!answer.text.contains(word), "\(answer.text)") }
            }
            let broken = try await bench.ask("POST", "customers", raw: Data("[1".utf8))
            #expect(broken.code == "notJSON")
            _ = try await bench.post("customers")
            let offers: [(JSONValue, at: String)] = [
                (["id": "x"], "offer.kind"), (["kind": "half"], "offer.kind"), (["kind": "winBack"], "offer.id"),
                (["kind": "winBack", "id": "x", "jws": "y"], "offer.jws"),
                (["kind": "promotional", "id": 1], "offer.id"),
            ]
            for (offer, place) in offers {
                let answer = try await bench.ask("POST", "customers/0/purchases", ["product": "x", "offer": offer])
                #expect(answer.status == 400 && answer.json["error"]?["at"]?.text == place, "\(answer.text)")
            }
            let unknown = try await bench.post("customers/0/purchases", ["product": "nothing"])
            #expect(unknown["error"]?["code"]?.text == "unknownProduct" && unknown["error"]?["at"] == "product")
            #expect(unknown["error"]?["known"]?.list?.contains(.text(ControlTests.monthly)) == true)
            #expect(unknown["error"]?["message"]?.text?.contains(ControlTests.monthly) == true, "\(unknown)")
        }
    }

    @Test("Dates are those of RFC 3339 with any offset, or milliseconds since 1970")
    func dates() async throws {
        let dates: [(JSONValue, String?)] = [
            ("2200-01-02T03:04:05Z", "2200-01-02T03:04:05Z"),
            ("2200-01-02T03:04:05.25+01:30", "2200-01-02T01:34:05.250Z"),
            ("2200-01-02T23:04:05.123456-02:00", "2200-01-03T01:04:05.123Z"), ("2200-01-02", "2200-01-02T00:00:00Z"),
            (7_258_118_400_000, "2200-01-01T00:00:00Z"), ("2200-01-32", nil), ("2200-01-02T03:04:05+1:00", nil),
            ("2200-01-02T03:04:05.Z", nil), ("tomorrow", nil), (-1, nil), ("", nil), (true, nil),
        ]
        for (sent, wanted) in dates {
            try await Bench.run { bench in
                let answer = try await bench.ask("PUT", "clock", ["to": sent])
                #expect(answer.json["now"]?.text == wanted, "\(sent)")
                #expect(answer.status == (wanted == nil ? 400 : 200))
            }
        }
    }

    @Test("HEAD answers the head of what GET answers, and no body")
    func heads() async throws {
        try await Bench.run { bench in
            for path in ["/", "/_control/health", "/_control/nothing"] {
                let (whole, head) = try await (bench.ask("GET", path), bench.ask("HEAD", path))
                #expect(head.status == whole.status && head.text.isEmpty, "\(path)")
                #expect(head.headers["content-type"] == whole.headers["content-type"], "\(path)")
                #expect(head.headers["content-length"] == "\(whole.body.count)", "\(path)")
            }
        }
    }

    @Test("A body that is too long is 413, as JSON")
    func tooLong() async throws {
        try await Bench.run { bench in
            let answer = try await bench.ask("POST", "customers", raw: Data(count: 1_048_577))
            #expect(answer.status == 413)
            #expect(answer.code == "tooLarge")
        }
    }

    @Test("Lists are read part by part, and reading them makes no devices")
    func pages() async throws {
        try await Bench.run { bench in
            for _ in 0..<5 { _ = try await bench.post("customers") }
            let page = try await bench.get("customers?from=1&count=3")
            #expect(page["customers"]?.list?.map { $0["customer"] } == [1, 2, 3] && page["total"] == 5)
            #expect(page["customers"]?[0]?["devices"] == 1)
            _ = try await bench.post("customers/2/purchases", ["product": .text(ControlTests.monthly)])
            _ = try await bench.post("clock/advance", ["months": 5])
            let life = try await bench.get("customers/2/transactions?from=4")
            #expect(life["total"]?.whole.map { $0 - 4 } == life["transactions"]?.list.map { Int64($0.count) })
        }
    }

    @Test("verifyReceipt fails as it was asked for, so often, and in between by a page for people")
    func receiptFailures() async throws {
        try await Bench.run { bench in
            _ = try await bench.put("receipt-failures", ["status": 21_199, "isRetryable": true, "next": 1])
            let lost = try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"])
            #expect(lost.json["status"] == 21_199 && lost.json["is_retryable"] == true, "\(lost.text)")
            #expect(try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"]).json["status"] == 21_002)
            _ = try await bench.put("receipt-failures", ["httpStatus": 503])
            for _ in 0..<3 {
                let page = try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"])
                #expect(page.status == 503 && page.json == .null, "\(page.text)")
            }
            _ = try await bench.put("receipt-failures", [:])
            #expect(try await bench.ask("POST", "/verifyReceipt", ["receipt-data": "x"]).json["status"] == 21_002)
        }
    }

    @Test("A store of its own sends nothing where it is told to, though the server has a URL")
    func ownURL() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.options.notificationURL = "http://127.0.0.1:9/"
        try await Bench.run(configuration) { bench in
            let (like, own) = try await (
                bench.post("/_control/stores"), bench.post("/_control/stores", ["notify": ""])
            )
            #expect(like["notify"]?.text == "http://127.0.0.1:9/" && own["notify"] == nil)
            #expect(own["baseURL"] != nil)
        }
    }

    @Test("With a token nobody controls the server without it, and Apple's paths need it not")
    func token() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.token = "a secret"
        try await Bench.run(configuration) { bench in
            for (sent, status) in [(nil, 401), ("Bearer a secreT", 401), ("a secret", 401), ("Bearer a secret", 200)] {
                let headers = sent.map { ["Authorization": $0] } ?? [:]
                let answer = try await bench.ask("GET", "/_control/health", headers: headers)
                #expect(answer.status == status)
            }
            let receipt = try await bench.ask("POST", "/verifyReceipt")
            #expect(receipt.json["status"]?.whole == 21_002)
        }
    }

    @Test("A life: a trial, a cancellation, an expiry, entitlements and the log")
    func life() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(ControlTests.monthly)])
            #expect(try await bench.get("customers/0/entitlements")["entitlements"]?.list?.count == 1)
            let products = try await bench.get("products")["products"]?.list ?? []
            let group = try #require(products.first { $0["id"]?.text == ControlTests.monthly }?["group"])
            _ = try await bench.post("customers/0/auto-renew", ["isOn": false, "group": group])
            let moved = try await bench.post("clock/advance", ["months": 2])
            #expect(moved["lapsed"]?.whole == 1, "\(moved)")
            #expect(try await bench.get("customers/0/entitlements")["entitlements"]?.list == [])
            #expect(try await bench.get("customers/0/subscriptions")["subscriptions"]?[0]?["status"]?.whole == 2)
            #expect(try await bench.get("log?count=1")["entries"]?.list?.count == 1)
        }
    }

    @Test("A body of many levels is read at once, and what is near a path or a name is told")
    func nested() async throws {
        try await Bench.run { bench in
            let level = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
            let body = "{\"a\":[" + Array(repeating: level, count: 600).joined(separator: ",") + "]}"
            // It took minutes when each level was tried as everything that it is not.
            #expect(try await bench.ask("POST", "customers", raw: Data(body.utf8)).code == "unknownMember")
            let path = try await bench.ask("POST", "clock/advnce", ["days": 1])
            #expect(path.status == 404 && path.text.contains("Did you mean /_control/stores/default/clock/advance?"))
            let member = try await bench.ask("POST", "clock/advance", ["day": 1])
            #expect(member.text.contains("Did you mean \\\"days\\\"?"), "\(member.text)")
            _ = try await bench.post("/_control/stores", ["name": "two"])
            let store = try await bench.ask("GET", "/_control/stores/defualt")
            #expect(store.status == 404 && store.text.contains("Did you mean \\\"default\\\"?"), "\(store.text)")
        }
    }

    @Test("Values of every type are read as they are written")
    func types() async throws {
        try await Bench.run { bench in
            let told = try await bench.put("customers/0/payment", ["works": 1])
            #expect(told["error"]?["code"] == "unknownCustomer" || told["error"]?["code"] == "wrongType", "\(told)")
            _ = try await bench.post("customers")
            #expect(try await bench.ask("PUT", "customers/0/payment", ["works": 1]).code == "wrongType")
            #expect(try await bench.ask("PUT", "customers/0/payment", ["failNext": true]).code == "wrongType")
            #expect(try await bench.ask("PUT", "customers/0/payment", ["works": false]).status == 200)
            let numbers = Data("{\"failNext\": 2.0}".utf8)
            #expect(try await bench.ask("PUT", "customers/0/payment", raw: numbers).status == 200)
            let large = Data("{\"failNext\": 1e400}".utf8)
            #expect(try await bench.ask("PUT", "customers/0/payment", raw: large).status == 400)
        }
    }

    @Test("No two stores have the same seed, whatever seed one was given by itself")
    func seeds() async throws {
        try await Bench.run { bench in
            var keys: [String] = []
            for body in [["seed": 3], [:], [:], [:]] as [JSONValue] {
                let made = try await bench.ask("POST", "/_control/stores", body)
                #expect(made.status == 201, "\(made.text)")
                keys.append(made.json["keyID"]?.text ?? "")
            }
            #expect(Set(keys).count == 4, "\(keys)")
        }
    }

    @Test("Failures that were planned end with a reset")
    func plannedFailures() async throws {
        try await Bench.run { bench in
            _ = try await bench.put("api-failures", ["code": 5_000_000, "next": 9])
            let headers = try await bench.authorization()
            #expect(try await bench.ask("POST", "/inApps/v1/notifications/test", headers: headers).status == 500)
            _ = try await bench.post("reset")
            #expect(try await bench.ask("POST", "/inApps/v1/notifications/test", headers: headers).status == 200)
        }
    }

    @Test("A snapshot is gone back to, and a reset begins again")
    func snapshots() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("snapshots", ["name": "one customer"])
            _ = try await bench.post("customers")
            #expect(try await bench.get("snapshots")["snapshots"] == ["one customer"])
            _ = try await bench.post("restore", ["name": "one customer"])
            #expect(try await bench.get("customers")["customers"]?.list?.count == 1)
            _ = try await bench.post("customers/0/purchases", ["product": .text(ControlTests.monthly)])
            _ = try await bench.post("reset")
            #expect(try await bench.get("customers")["customers"]?.list == [])
        }
    }

    @Test("Keys that were added ask and sign, also after going back to a snapshot")
    func keys() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(ControlTests.monthly)])
            let made = try await bench.post("generated-offer-keys", ["name": "second"])
            let (id, pem) = (made["keyID"] ?? .null, made["privateKeyPEM"] ?? .null)
            _ = try await bench.post("api-keys", ["keyID": id, "issuerID": "another", "pem": pem])
            _ = try await bench.post("snapshots", ["name": "now"])
            _ = try await bench.post("restore", ["name": "now"])
            let signer = try AppStoreServerTokenSigner(
                keyID: id.text ?? "", issuerID: "another", bundleID: Store.defaultBundleID, pem: pem.text ?? "")
            let headers = ["Authorization": try signer.authorization(at: Date())]
            let status = try await bench.ask("GET", "/inApps/v1/subscriptions/1", headers: headers)
            #expect(status.status == 200)
            let products = try await bench.get("products")["products"]?.list ?? []
            let offers = products.first { $0["id"]?.text == ControlTests.monthly }?["offers"]?.list ?? []
            let offer = try #require(offers.first { $0["kind"]?.text == "promotional" }?["id"])
            let request: JSONValue = [
                "product": .text(ControlTests.monthly), "offer": offer, "userName": "", "keyID": id,
            ]
            let signed = try await bench.post("offer-signatures", request)["offer"] ?? .null
            let sent: JSONValue = ["product": .text(ControlTests.monthly), "userName": "", "offer": signed]
            #expect(try await bench.ask("DELETE", "offer-keys/\(id.text ?? "")").status == 200)
            let refused = try await bench.ask("POST", "customers/0/purchases", sent)
            #expect(refused.json["error"]?["details"]?["causes"]?[0]?["cause"] == "keyRevoked", "\(refused.text)")
        }
    }

    @Test("A price rises, the customer declines, and the subscription ends; a charge fails, and a refund is given")
    func badDays() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            _ = try await bench.post("customers/0/purchases", ["product": .text(ControlTests.monthly)])
            _ = try await bench.put("customers/0/payment", ["failNext": 1])
            let failed = try await bench.post("clock/advance", ["weeks": 1])
            #expect(failed["notifications"]?[0]?["notificationType"] == "DID_FAIL_TO_RENEW", "\(failed)")
            let recovered = try await bench.post("customers/0/renewal-retry")
            #expect(recovered["notifications"]?[0]?["subtype"] == "BILLING_RECOVERY", "\(recovered)")
            let nothing = try await bench.post("customers/0/renewal-retry")
            #expect(recovered["tried"] == 1 && nothing["tried"] == 0, "\(nothing)")
            let refund = try await bench.post("transactions/2/refund", ["reason": "developerIssue"])
            #expect(refund["notifications"]?[0]?["notificationType"] == "REFUND", "\(refund)")

            _ = try await bench.post("customers")
            _ = try await bench.post("customers/1/purchases", ["product": .text(ControlTests.monthly)])
            _ = try await bench.post("clock/advance", ["weeks": 2])
            let risen = try await bench.put(
                "products/\(ControlTests.monthly)/price", ["price": "14.99", "subscribers": "requiresConsent"])
            #expect(risen["error"] == nil, "\(risen)")
            let products = try await bench.get("products")["products"]?.list ?? []
            let group = try #require(products.first { $0["id"]?.text == ControlTests.monthly }?["group"])
            _ = try await bench.post("customers/1/price-consent", ["agrees": false, "group": group])
            let ended = try await bench.post("clock/advance", ["months": 3])
            #expect(ended["lapsed"]?.whole.map { $0 > 0 } == true, "\(ended)")
            let ends = ended["notifications"]?.list?.filter { $0["notificationType"] == "EXPIRED" } ?? []
            #expect(ends.contains { $0["customer"] == 1 && $0["subtype"] == "PRICE_INCREASE" }, "\(ended)")
        }
    }

    @Test("Codes are made and redeemed, and one that was used is refused")
    func codes() async throws {
        try await Bench.run { bench in
            let products = try await bench.get("products")["products"]?.list ?? []
            let found = products.lazy.compactMap { row -> (JSONValue, JSONValue)? in
                guard let id = row["id"], let offers = row["offers"]?.list,
                    let offer = offers.first(where: { $0["kind"]?.text == "code" })?["id"]
                else { return nil }
                return (id, offer)
            }.first
            let (product, offer) = try #require(found)
            let made = try await bench.post("codes", ["product": product, "offer": offer, "count": 1])
            let code = try #require(made["codes"]?[0])
            _ = try await bench.post("customers")
            let redeemed = try await bench.post("customers/0/redemptions", ["code": code])
            // Somebody new begins with the introductory offer, and the code's follows.
            #expect(redeemed["transaction"]?["productId"] == product)
            let info = try await bench.get("customers/0/subscriptions")["subscriptions"]?[0]?["renewalInfo"]
            #expect(info?["offerType"]?.whole == 3)
            _ = try await bench.post("customers")
            let again = try await bench.ask("POST", "customers/1/redemptions", ["code": code])
            #expect(again.status == 409 && again.code == "usedCode", "\(again.text)")
        }
    }
}
