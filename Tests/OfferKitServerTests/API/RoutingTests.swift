import OfferKitServer
import OfferKitTestHarness
import Testing

/// B12-6: paths, queries and bodies of the App Store Server API.
struct RoutingTests {
    private static func route(_ method: String, _ path: String) -> RoutedCall.Route {
        RoutedCall.route(AppStoreServerRequest(method: method, path: path))
    }

    /// The endpoint that a path leads to, and what stands at the places of its braces.
    private static func found(_ method: String, _ path: String) -> String {
        guard case .found(let call) = route(method, path) else { return "none" }
        return ([call.endpoint.rawValue] + call.arguments).joined(separator: " ")
    }

    @Test("B12-3, B12-5, B12-6: every path leads to its endpoint")
    func paths() {
        expectEqual(Self.found("GET", "/inApps/v1/subscriptions/12"), "subscriptionStatuses 12")
        expectEqual(Self.found("GET", "/inApps/v2/history/12"), "transactionHistory 12")
        expectEqual(Self.found("GET", "/inApps/v1/history/12"), "transactionHistoryV1 12")
        expectEqual(Self.found("GET", "/inApps/v1/transactions/12"), "transactionInfo 12")
        expectEqual(Self.found("GET", "/inApps/v1/transactions/appTransactions/12"), "appTransactionInfo 12")
        expectEqual(Self.found("GET", "/inApps/v2/refund/lookup/12"), "refundHistory 12")
        expectEqual(Self.found("GET", "/inApps/v1/lookup/MABC"), "orderLookup MABC")
        expectEqual(Self.found("PUT", "/inApps/v1/subscriptions/extend/12"), "extendRenewalDate 12")
        expectEqual(Self.found("POST", "/inApps/v1/transactions/12/finish"), "finishTransaction 12")
        expectEqual(Self.found("PUT", "/inApps/v1/transactions/12/appAccountToken"), "setAppAccountToken 12")
        expectEqual(Self.found("PUT", "/inApps/v1/transactions/consumption/12"), "sendConsumptionV1 12")
        expectEqual(Self.found("PUT", "/inApps/v2/transactions/consumption/12"), "sendConsumption 12")
        expectEqual(Self.found("POST", "/inApps/v1/subscriptions/extend/mass"), "massExtension")
        expectEqual(Self.found("GET", "/inApps/v1/subscriptions/extend/mass/pro/r-1"), "massExtensionStatus pro r-1")
        expectEqual(Self.found("POST", "/inApps/v1/notifications/test"), "requestTestNotification")
        expectEqual(Self.found("GET", "/inApps/v1/notifications/test/t_1"), "testNotificationStatus t_1")
        expectEqual(Self.found("POST", "/inApps/v1/notifications/history"), "notificationHistory")
    }

    @Test("a question mark without a query, a slash at the end, a whole URL and encoded letters change nothing")
    func quirks() {
        expectEqual(Self.found("GET", "/inApps/v1/subscriptions/12?"), "subscriptionStatuses 12")
        expectEqual(Self.found("GET", "/inApps/v1/subscriptions/12/"), "subscriptionStatuses 12")
        expectEqual(
            Self.found("GET", "https://local-testing-base-url/inApps/v1/subscriptions/12?status=1"),
            "subscriptionStatuses 12")
        expectEqual(Self.found("GET", "/inApps/v1/lookup/M%41"), "orderLookup MA")
        let request = AppStoreServerRequest(path: "/a?b=1", query: "c=2")
        expectEqual([request.path, request.query], ["/a", "b=1&c=2"])
    }

    @Test(
        "other paths lead nowhere",
        arguments: [
            "", "/", "inApps/v1/subscriptions/12", "/inApps/v1/subscriptions", "/inApps/v1/subscriptions//12",
            "/inapps/v1/subscriptions/12", "/inApps/v3/history/12", "/inApps/v1/lookup/%4", "/inApps/v1/lookup/%FF",
            "/inApps/v1/messaging/realtime/url", "/inApps/v1/a/b/c/d/e/f/g/h", "https://only-a-host",
        ])
    func nowhere(_ path: String) {
        expectEqual(Self.route("GET", path), .unknown)
    }

    @Test("a path with another method says which it is called with")
    func methods() {
        expectEqual(Self.route("DELETE", "/inApps/v1/subscriptions/12"), .otherMethod(allowed: ["GET"]))
        expectEqual(Self.route("GET", "/inApps/v1/notifications/history"), .otherMethod(allowed: ["POST"]))
        expectEqual(Self.route("get", "/inApps/v1/notifications/test/t"), .otherMethod(allowed: ["GET"]))
    }

    @Test("every byte of a path changed leads somewhere or nowhere, and never further")
    func flippedPaths() {
        let bytes = Array("/inApps/v1/subscriptions/extend/mass/p%41/r-1?status=1".utf8)
        for place in bytes.indices {
            for mask in 1...255 as ClosedRange<UInt8> {
                var changed = bytes
                changed[place] ^= mask
                let text = String(decoding: changed, as: UTF8.self)
                if case .found(let call) = Self.route("GET", text) { expectEqual(call.endpoint.method, "GET") }
            }
        }
    }

    /// The code of an error; nil where there is none.
    private static func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as? AppStoreServerError)?.code.rawValue
        }
    }

    @Test("a query that is wrongly encoded is a bad request, with any byte changed too")
    func queries() throws {
        expectEqual(Self.code { _ = try QueryString("a=%4") }, 4_000_000)
        expectEqual(Self.code { _ = try QueryString("a=%FF") }, 4_000_000)
        expectEqual(Self.code { _ = try QueryString("%GG=1") }, 4_000_000)
        #expect(Self.code { _ = try QueryString("&&a&=b&c==&d=a%20b+c") } == nil)
        try expectEqual(ServerAnswer.wantedStatuses(QueryString("status=1&status=%34&x=9")), [1, 4])
        let bytes = Array("status=1&status=%34".utf8)
        for place in bytes.indices {
            for mask in 1...255 as ClosedRange<UInt8> {
                var changed = bytes
                changed[place] ^= mask
                let text = String(decoding: changed, as: UTF8.self)
                let code = Self.code { _ = try ServerAnswer.wantedStatuses(QueryString(text)) }
                expectContains([nil, 4_000_000, 4_000_031], code, "\(text)")
            }
        }
    }

    @Test("B12-7: a body is one JSON object, read strictly")
    func bodies() throws {
        let good = #"{"extendByDays":30,"extendReasonCode":1,"requestIdentifier":"r-1"}"#
        func code(_ body: String) -> Int? {
            Self.code { _ = try RenewalExtensionRequest(ServerRequestBody(Array(body.utf8))) }
        }
        expectNil(code(good))
        for body in ["", "{", "[]", "null", good + "x", #"{"a":1,"a":2}"#, #"{"extendByDays":030}"#] {
            expectEqual(code(body), 4_000_000, "\(body)")
        }
        expectEqual(code("{\"a\":\"" + String(repeating: "x", count: 65_536) + "\"}"), 4_000_000)
        for days in ["0", "91", "-1", "1.0", "1e1", "\"30\"", "null", "true", "99999999999999999999"] {
            expectEqual(code(good.replacing("30", with: days)), 4_000_009, "\(days)")
        }
        expectEqual(code("{}"), 4_000_009)
        for reason in ["4", "-1", "\"1\"", "null"] {
            expectEqual(code(good.replacing("Code\":1", with: "Code\":\(reason)")), 4_000_010, "\(reason)")
        }
        for name in ["\"\"", "7", "null", "\"" + String(repeating: "x", count: 129) + "\""] {
            expectEqual(code(good.replacing("\"r-1\"", with: name)), 4_000_011, "\(name)")
        }
        let bytes = Array(good.utf8)
        for place in bytes.indices {
            for mask in 1...255 as ClosedRange<UInt8> {
                var changed = bytes
                changed[place] ^= mask
                let code = Self.code { _ = try RenewalExtensionRequest(ServerRequestBody(changed)) }
                expectContains([nil, 4_000_000, 4_000_009, 4_000_010, 4_000_011], code)
            }
        }
    }
}
