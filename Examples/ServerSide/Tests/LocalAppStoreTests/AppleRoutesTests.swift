import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("Apple's paths")
struct AppleRoutesTests {
    private static let monthly = "com.example.pro.monthly"

    private static func purchased(_ bench: Bench) async throws -> String {
        _ = try await bench.post("customers")
        let bought = try await bench.post("customers/0/purchases", ["product": .text(monthly)])
        return try #require(bought["transaction"]?["transactionId"]?.text)
    }

    @Test("A status is answered to a token of the store's key, with what the library answers")
    func statuses() async throws {
        try await Bench.run { bench in
            let id = try await AppleRoutesTests.purchased(bench)
            let answer = try await bench.ask(
                "GET", "/inApps/v1/subscriptions/\(id)?", headers: bench.authorization())
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            let row = answer.json["data"]?[0]?["lastTransactions"]?[0]
            #expect(row?["status"]?.whole == 1)
            #expect(row?["originalTransactionId"]?.text == id)
        }
    }

    @Test("A token is judged by the real clock, however far the store's was moved")
    func tokenClock() async throws {
        try await Bench.run { bench in
            let id = try await AppleRoutesTests.purchased(bench)
            _ = try await bench.post("clock/advance", ["years": 2])
            let path = "/inApps/v1/transactions/\(id)"
            #expect(try await bench.ask("GET", path, headers: bench.authorization()).status == 200)
            let old = try await bench.ask(
                "GET", path, headers: bench.authorization(at: Date().addingTimeInterval(-3_600)))
            #expect(old.status == 401)
            #expect(old.text.contains("The token was good until"))
            #expect(try await bench.ask("GET", path).status == 401)
        }
    }

    @Test("Methods, queries and bodies are handed on: a history with filters, an extension, a wrong method")
    func handedOn() async throws {
        try await Bench.run { bench in
            let id = try await AppleRoutesTests.purchased(bench)
            _ = try await bench.post("clock/advance", ["months": 3])
            let headers = try await bench.authorization()
            let page = try await bench.ask(
                "GET", "/inApps/v2/history/\(id)?sort=DESCENDING&productId=\(AppleRoutesTests.monthly)",
                headers: headers)
            #expect(page.json["signedTransactions"]?.list?.count == 4)
            let extended = try await bench.ask(
                "PUT", "/inApps/v1/subscriptions/extend/\(id)",
                ["extendByDays": 3, "extendReasonCode": 1, "requestIdentifier": "one"], headers: headers)
            #expect(extended.status == 200)
            #expect(extended.json["success"]?.flag == true)
            let refused = try await bench.ask(
                "PUT", "/inApps/v1/subscriptions/extend/\(id)", ["extendByDays": 300], headers: headers)
            #expect(refused.status == 400)
            #expect(refused.json["errorCode"]?.whole == 4_000_009)
            #expect(try await bench.ask("DELETE", "/inApps/v1/subscriptions/\(id)", headers: headers).status == 405)
            #expect(try await bench.ask("GET", "/inApps/v9/nothing", headers: headers).status == 404)
        }
    }

    @Test("The next requests fail as it was asked for, and the one after them does not")
    func failures() async throws {
        try await Bench.run { bench in
            let id = try await AppleRoutesTests.purchased(bench)
            let headers = try await bench.authorization()
            for (code, status) in [(4_290_000, 429), (5_000_001, 500)] {
                _ = try await bench.put("api-failures", ["code": .whole(Int64(code)), "next": 2])
                var statuses: [Int] = []
                for _ in 0..<3 {
                    statuses.append(
                        try await bench.ask("GET", "/inApps/v1/transactions/\(id)", headers: headers).status)
                }
                #expect(statuses == [status, status, 200])
            }
        }
    }

    @Test("verifyReceipt answers at the store's own address, and at Apple's two")
    func receipts() async throws {
        try await Bench.run { bench in
            _ = try await AppleRoutesTests.purchased(bench)
            let receipt = try #require(try await bench.get("customers/0/receipt")["receipt"]?.text)
            let secret = try #require(try await bench.get(Bench.store)["sharedSecret"]?.text)
            let body: JSONValue = ["receipt-data": .text(receipt), "password": .text(secret)]
            let answer = try await bench.ask("POST", "/verifyReceipt", body)
            #expect(answer.json["status"]?.whole == 0)
            #expect(answer.json["latest_receipt_info"]?[0]?["product_id"]?.text == AppleRoutesTests.monthly)
            #expect(try await bench.ask("POST", "/production/verifyReceipt", body).json["status"]?.whole == 21_007)
            #expect(try await bench.ask("POST", "/sandbox/verifyReceipt", body).json["status"]?.whole == 0)
            #expect(try await bench.ask("GET", "/verifyReceipt").json["status"]?.whole == 21_000)
        }
    }

    @Test("A second store has its own address, keys and root, and tokens of the first are nothing to it")
    func secondStore() async throws {
        try await Bench.run { bench in
            let made = try await bench.post("/_control/stores", ["name": "two", "bundleID": "com.example.two"])
            let base = try #require(made["baseURL"]?.text)
            #expect(base == "\(bench.url)/stores/two")
            let first = try await bench.get(Bench.store)
            for member in ["keyID", "issuerID", "privateKeyPEM", "rootCertificatePEM"] {
                #expect(made[member]?.text != first[member]?.text, "\(member)")
            }
            _ = try await bench.post("/_control/stores/two/customers")
            let bought = try await bench.post(
                "/_control/stores/two/customers/0/purchases", ["product": .text(AppleRoutesTests.monthly)])
            let id = try #require(bought["transaction"]?["transactionId"]?.text)
            let signer = try AppStoreServerTokenSigner(
                keyID: made["keyID"]?.text ?? "", issuerID: made["issuerID"]?.text ?? "", bundleID: "com.example.two",
                pem: made["privateKeyPEM"]?.text ?? "")
            let headers = ["Authorization": try signer.authorization(at: Date())]
            #expect(
                try await bench.ask("GET", "/stores/two/inApps/v1/transactions/\(id)", headers: headers).status == 200)
            #expect(try await bench.ask("GET", "/inApps/v1/transactions/\(id)", headers: headers).status == 401)
            let unknown = try await bench.ask("GET", "/stores/three/inApps/v1/transactions/\(id)")
            #expect(unknown.status == 404 && unknown.text.contains("three"), "\(unknown.text)")
        }
    }

    @Test("Apple's name of a host says which environment is asked: production has none of a sandbox's transactions")
    func environmentOfHost() async throws {
        try await Bench.run { bench in
            let id = try await AppleRoutesTests.purchased(bench)
            let receipt = try await bench.post("customers/0/receipt")["receipt"] ?? .null
            let secret = try await bench.get(Bench.store)["sharedSecret"] ?? .null
            for (host, status) in [
                ("buy.itunes.apple.com", 21_007), ("sandbox.itunes.apple.com:443", 0), ("shop.test", 0),
            ] {
                let answer = try await bench.ask(
                    "POST", "/verifyReceipt", ["receipt-data": receipt, "password": secret], headers: ["Host": host])
                #expect(answer.json["status"]?.whole == Int64(status), "\(host): \(answer.text)")
            }
            let authorization = try await bench.authorization()
            for (host, status) in [
                ("api.storekit.apple.com", 404), ("API.storekit.itunes.apple.com", 404), ("shop.test", 200),
                ("api.storekit-sandbox.apple.com", 200), ("api.storekit-sandbox.itunes.apple.com", 200),
            ] {
                let headers = authorization.merging(["Host": host]) { $1 }
                let answer = try await bench.ask("GET", "/inApps/v1/transactions/\(id)", headers: headers)
                #expect(answer.status == status, "\(host): \(answer.text)")
                if status == 404 { #expect(answer.json["errorCode"]?.whole == 4_040_010) }
                #expect(
                    try await bench.ask("GET", "/inApps/v1/transactions/\(id)", headers: ["Host": host]).status == 401)
            }
        }
    }
}
