// The code of Documentation/TheStatusAPI.md, compiled and run. A test holds the guide against this file: each block of the
// guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to the App Store Server API.
struct StatusRecipes {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    private static let wallClock = date("2026-11-22T12:00:00Z")

    @Test("C-140: a store, a key, a token and a request")
    func ask() throws {
        let (wallClock, textOfYourKey) = (Self.wallClock, TeamChain.key)
        // guide: ask
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let bought = try device.purchase("com.example.app.monthly")

        let server = try AppStoreServerTokenSigner(
            keyID: "ABC1234567", issuerID: "57246542-96fe-1a63-e053-0824d011072a", bundleID: "com.example.app",
            pem: textOfYourKey)
        let key = try AppStoreServerKey(id: server.keyID, issuerID: server.issuerID, pem: server.publicKeyPEM)
        let api = try store.appStoreServerAPI(keys: [key])

        let request = AppStoreServerRequest(
            path: "/inApps/v1/subscriptions/\(bought.id)",
            headers: ["Authorization": try server.authorization(at: wallClock)])
        let response = api.response(to: request, at: wallClock)
        #expect(response.status == 200)
        print(response.text)  // {"environment":"Sandbox","bundleId":"com.example.app","data":[…
        // guide: end
        // guide: refusal
        let late = api.response(to: request, at: wallClock.addingTimeInterval(600))
        #expect(late.status == 401)
        guard case .expired = late.refusal else {
            Issue.record("It was taken.")
            return
        }
        print(late.text)  // Unauthenticated … The token was good until …
        // guide: end
        #expect(response.text.hasPrefix(#"{"environment":"Sandbox","bundleId":"com.example.app","data":["#))
    }

    // guide: mount
    /// What your framework's own types have: mount it at "/inApps/" with every method.
    func serve(
        method: String, target: String, headers: [String: String], body: Data, _ api: AppStoreServerAPI, at now: Date
    ) -> (status: Int, headers: [String: String], body: Data) {
        let request = AppStoreServerRequest(method: method, path: target, headers: headers, body: Array(body))
        let response = api.response(to: request, at: now)
        return (response.status, response.headers, Data(response.body))
    }
    // guide: end

    @Test("mounted in a framework")
    func mounted() throws {
        let api = Store(catalog: catalog).openAppStoreServerAPI()
        let answer = serve(
            method: "GET", target: "/inApps/v1/lookup/MXXXXXXXXX?", headers: [:], body: Data(), api, at: Self.wallClock)
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":1,"signedTransactions":[]}"#)
    }

    // guide: decode
    struct Statuses: Decodable {
        struct Group: Decodable { let lastTransactions: [Row] }
        struct Row: Decodable { let status: Int, signedTransactionInfo: String, signedRenewalInfo: String }
        let data: [Group]
    }
    // guide: end

    @Test("S3-56, S4-23: before a link is sent, the server asks how the customer stands")
    func winBack() throws {
        let wallClock = Self.wallClock
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let bought = try device.purchase("com.example.app.monthly")
        let group = try #require(bought.subscriptionGroupID)
        // guide: read
        let api = store.openAppStoreServerAPI()  // for tests without a key: tokens are not looked at

        func status() throws -> (status: Int?, renewalInfo: RenewalInfoPayload) {
            let request = AppStoreServerRequest(path: "/inApps/v1/subscriptions/\(bought.id)")
            let answer = try JSONDecoder().decode(
                Statuses.self, from: Data(api.response(to: request, at: wallClock).body))
            let row = try #require(answer.data.first?.lastTransactions.first)
            return (row.status, try store.verifier.renewalInfo(row.signedRenewalInfo))
        }

        try device.customer.setAutoRenew(false, inGroup: group)
        #expect(try status().status == 1)  // active, and
        #expect(try !status().renewalInfo.willAutoRenew)  // about to end
        try store.advance(by: .months(2))
        #expect(try status().status == 2)
        print(try status().renewalInfo.eligibleWinBackOfferIDs)
        // guide: end
    }

    @Test("B12-5: following the revisions")
    func history() throws {
        let wallClock = Self.wallClock
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let bought = try device.purchase("com.example.app.monthly")
        let api = store.openAppStoreServerAPI()
        // guide: history
        struct Page: Decodable { let revision: String, hasMore: Bool, signedTransactions: [String] }
        func page(_ query: String) throws -> Page {
            let request = AppStoreServerRequest(path: "/inApps/v2/history/\(bought.id)", query: query)
            return try JSONDecoder().decode(Page.self, from: Data(api.response(to: request, at: wallClock).body))
        }

        try store.advance(by: .months(30))
        var pages = [try page("")]
        while let last = pages.last, last.hasMore { pages.append(try page("revision=\(last.revision)")) }
        #expect(pages.map(\.signedTransactions.count) == [20, 11])  // the trial and 30 months

        // Keep the last revision: it finds what happens from here on.
        try store.refund(bought.id + 30)
        let kept = try #require(pages.last).revision
        let news = try page("revision=\(kept)").signedTransactions
        #expect(try news.map { try store.verifier.transaction($0).revocationReason } == [.other])
        // guide: end
    }

    @Test("C-146: everybody is given a week, but who has one for nothing")
    func outage() throws {
        let wallClock = Self.wallClock
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let api = store.openAppStoreServerAPI()
        // guide: outage
        store.setKeepsNotifications(true)
        try device.purchase("com.example.app.monthly")

        let outage = #"""
            {"extendByDays":7,"extendReasonCode":3,"requestIdentifier":"outage-1","productId":"com.example.app.monthly"}
            """#
        let answer = api.response(
            to: AppStoreServerRequest(
                method: "POST", path: "/inApps/v1/subscriptions/extend/mass", body: Array(outage.utf8)), at: wallClock)
        #expect(answer.status == 200)

        let told = store.notifications.suffix(2)  // it is in its free week, which is not extended
        #expect(told.map(\.type) == [.renewalExtension, .renewalExtension])
        #expect(told.map(\.subtype) == [.failure, .summary])
        #expect(told.last?.massExtension?.failedCount == 1)
        // guide: end
    }

    @Test("C-145: a refund is asked for, and the server says how much was used")
    func consumption() throws {
        let wallClock = Self.wallClock
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let customer = store.addCustomer()
        let bought = try customer.addDevice().purchase("com.example.app.coins")
        let api = store.openAppStoreServerAPI()
        // guide: consumption
        try customer.requestRefund(of: bought.id, answer: .wait)

        let body = #"""
            {"customerConsented":true,"sampleContentProvided":false,
            "deliveryStatus":"DELIVERED","consumptionPercentage":50000}
            """#
        let answer = api.response(
            to: AppStoreServerRequest(
                method: "PUT", path: "/inApps/v2/transactions/consumption/\(bought.id)", body: Array(body.utf8)),
            at: wallClock)
        #expect(answer.status == 202)
        guard case .version2(let told)? = store.consumptionInformation(of: bought.id) else {
            Issue.record("Nothing was kept.")
            return
        }
        #expect(told.consumptionPercentage == 50_000)  // a half
        try store.refund(bought.id)
        // guide: end
    }

    @Test("B12-8: outages and limits")
    func failures() throws {
        let wallClock = Self.wallClock
        let store = Store(catalog: catalog)
        let request = AppStoreServerRequest(path: "/inApps/v1/transactions/1")
        // guide: fail
        let limits = AppStoreServerRateLimits(perHour: [.transactionInfo: 1])  // or .production, or .sandbox
        let api = store.openAppStoreServerAPI(rateLimits: limits)
        let outage = api.response(to: request, at: wallClock, failingWith: .generalInternalRetryable)
        #expect(outage.status == 500)

        _ = api.response(to: request, at: wallClock)
        let tooMany = api.response(to: request, at: wallClock)
        #expect(tooMany.status == 429)
        print(tooMany.headers["Retry-After"] ?? "")  // milliseconds since 1970
        // guide: end
        #expect(tooMany.error?.code == .rateLimitExceeded)
    }
}
