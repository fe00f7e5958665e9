import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B12-7: errors, tokens and limits of the App Store Server API.
struct ServerErrorTests {
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
        try shop.device.purchase("coins")
    }

    @Test("B12-7: an error is a code and a sentence, as JSON of exactly that content type")
    func form() throws {
        let response = shop.call("GET", "v1/transactions/99")
        expectEqual(response.status, 404)
        expectEqual(response.headers, ["Content-Type": "application/json"])
        expectEqual(
            response.text,
            #"{"errorCode":4040010,"errorMessage":"The store keeps no transaction 99. Is it one of this store, and does the store keep all transactions?"}"#
        )
        expectEqual(response.error?.code, .transactionIDNotFound)
        expectPrefix(response.error?.localizedDescription, "4040010: The store keeps no transaction 99.")
    }

    @Test("B12-7: the identifier in the path: 4000006 and 4000008, 4040010 and 4040005, 4040001, 4000048")
    func identifiers() {
        let queries = [
            "v1/subscriptions/", "v2/history/", "v1/history/", "v2/refund/lookup/", "v1/transactions/appTransactions/",
        ]
        for path in queries + ["v1/transactions/"] {
            for wrong in ["x", "0", "01", "-1", "+1", "1.0", "18446744073709551616", "%31x", "%C3%A9"] {
                expectEqual(shop.code("GET", path + wrong), 4_000_006, "\(path)\(wrong)")
            }
            expectEqual(shop.code("GET", path + "2"), 4_040_010, "\(path)")
            expectEqual(shop.code("GET", path + "18446744073709551615"), 4_040_010, "\(path)")
            #expect(shop.code("GET", path + "%31") == nil, "\(path)")
        }
        // One app transaction is nobody's yet.
        for path in queries { expectEqual(shop.code("GET", path + "700000000000000002"), 4_040_001, "\(path)") }
        let body = #"{"extendByDays":1,"extendReasonCode":0,"requestIdentifier":"r"}"#
        for (method, path, body) in [
            ("GET", "v1/transactions/700000000000000001", ""),
            ("POST", "v1/transactions/700000000000000001/finish", ""),
            ("PUT", "v1/subscriptions/extend/700000000000000001", body),
        ] { expectEqual(shop.code(method, path, body), 4_000_048, "\(path)") }
        expectEqual(shop.code("PUT", "v1/subscriptions/extend/x", body), 4_000_008)
        expectEqual(shop.code("PUT", "v1/subscriptions/extend/2", body), 4_040_005)
        expectEqual(shop.code("POST", "v1/transactions/2/finish"), 4_040_010)
    }

    @Test("what is not here is 404, another method 405, both without a code")
    func unknown() {
        let nowhere = shop.call("POST", "v1/subscriptions/extend/1", "{}")
        expectEqual(nowhere.status, 405)
        expectEqual(nowhere.headers["Allow"], "PUT")
        let retention = shop.call("GET", "v1/messaging/image/list")
        expectEqual(retention.status, 404)
        expectNil(retention.error)
        let other = shop.call("DELETE", "v1/transactions/1")
        expectEqual(other.status, 405)
        expectEqual(other.headers["Allow"], "GET")
    }

    @Test("too long a path or query is a bad request")
    func tooLong() {
        expectEqual(shop.code("GET", "v2/history/1?x=" + String(repeating: "y", count: 17_000)), 4_000_000)
        expectEqual(shop.code("GET", "v2/history/" + String(repeating: "1", count: 17_000)), 4_000_000)
    }

    @Test("C-140: only who holds a key is answered, by the wall clock; the store's may stand anywhere")
    func tokens() throws {
        let pem = try shop.store.downloadKey(shop.store.generateKey(named: "In-App Purchase").id)
        let signer = try AppStoreServerTokenSigner(
            keyID: "KEY1234567", issuerID: "issuer", bundleID: "com.example.app", pem: pem)
        let api = try shop.store.appStoreServerAPI(
            keys: [AppStoreServerKey(id: "KEY1234567", issuerID: "issuer", pem: signer.publicKeyPEM)])
        let authorization = try signer.authorization(at: APIShop.wallClock)
        func response(_ headers: [String: String], at wallClock: Date = APIShop.wallClock) -> AppStoreServerResponse {
            api.response(
                to: AppStoreServerRequest(path: "/inApps/v1/transactions/1", headers: headers), at: wallClock)
        }
        expectEqual(response(["Authorization": authorization]).status, 200)
        try shop.go("2040-01-01")
        expectEqual(response(["Authorization": authorization]).status, 200)
        let late = response(["Authorization": authorization], at: APIShop.wallClock.addingTimeInterval(300))
        expectEqual(late.status, 401)
        expectEqual(
            late.refusal,
            .expired(
                on: APIShop.wallClock.adding(.minutes(5)),
                now: APIShop.wallClock.adding(.minutes(5))))
        expectNil(late.error)
        expectPrefix(late.text, "Unauthenticated\n\nThe token was good until 2031-05-05T05:10:05Z")
        expectEqual(late.headers["Content-Type"], "text/plain; charset=utf-8")
        expectEqual(response([:]).refusal, .noAuthorization)
        // A path that is not here is 404, whoever asks.
        expectEqual(api.response(to: AppStoreServerRequest(path: "/"), at: APIShop.wallClock).status, 404)
    }

    @Test("B12-8, C-143: limits are off; switched on, the request too many is 429 and says when to try again")
    func limits() throws {
        for _ in 1...50 { expectEqual(shop.call("GET", "v1/transactions/1").status, 200) }
        let limited = try APIShop(limits: AppStoreServerRateLimits(perHour: [.transactionInfo: 2]))
        try limited.device.purchase("coins")
        expectEqual(limited.call("GET", "v1/transactions/1").status, 200)
        // One that is answered with an error counts, too.
        expectEqual(limited.code("GET", "v1/transactions/99"), 4_040_010)
        let response = limited.call("GET", "v1/transactions/1")
        expectEqual(response.status, 429)
        expectEqual(response.error?.code, .rateLimitExceeded)
        // An hour after 5 May 2031, 05:05:05 UTC, in milliseconds.
        expectEqual(response.headers["Retry-After"], String(APIShop.wallClock.millisecondsSince1970 + 3_600_000))
        expectEqual(limited.call("GET", "v2/history/1").status, 200)
    }

    @Test(
        "B12-7: any error can be asked for, and nothing happens then",
        arguments: [
            (AppStoreServerErrorCode.generalInternal, 500), (.generalInternalRetryable, 500), (.rateLimitExceeded, 429),
            (.accountNotFoundRetryable, 404), (.appNotFound, 404), (.appNotFoundRetryable, 404),
            (.originalTransactionIDNotFoundRetryable, 404), (.appTransactionDoesNotExist, 404),
            (AppStoreServerErrorCode(rawValue: -1), 500), (AppStoreServerErrorCode(rawValue: .max), 500),
        ])
    func injected(_ code: AppStoreServerErrorCode, _ status: Int) {
        let request = AppStoreServerRequest(method: "POST", path: "/inApps/v1/transactions/1/finish")
        let response = shop.api.response(to: request, at: APIShop.wallClock, failingWith: code)
        expectEqual(response.status, status)
        expectEqual(response.error?.code, code)
        expectEqual(response.headers["Retry-After"] != nil, status == 429)
        expectEqual(shop.device.unfinished.count, 1)
    }

    @Test("calls from many tasks at once are answered, each whole")
    func threads() async throws {
        let api = shop.api
        let statuses = await withTaskGroup(of: Int.self) { group in
            for number in 1...40 {
                group.addTask {
                    let path = number % 2 == 0 ? "/inApps/v2/history/1" : "/inApps/v1/transactions/1/finish"
                    let request = AppStoreServerRequest(method: number % 2 == 0 ? "GET" : "POST", path: path)
                    return api.response(to: request, at: APIShop.wallClock).status
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        expectEqual(statuses, Array(repeating: 200, count: 40))
    }
}
