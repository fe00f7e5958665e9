import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// C-146: extensions of everybody's renewal dates.
struct MassExtensionTests {
    private let shop: APIShop
    /// The buyer, and two more customers.
    private let customers: [Customer]

    init() throws {
        shop = try APIShop()
        customers = [shop.buyer, shop.store.addCustomer(), shop.store.addCustomer()]
        shop.store.setKeepsNotifications(true)
    }

    private func device(_ place: Int, in storefront: Territory = "USA") -> Device {
        customers[place].addDevice(storefront: storefront)
    }

    private static func body(_ members: String = "", days: Int = 10, product: String = "gold", name: String = "r-1")
        -> String
    {
        #"{"extendByDays":\#(days),"extendReasonCode":3,"requestIdentifier":"\#(name)","productId":"\#(product)"\#(members)}"#
    }

    private func extend(_ body: String) -> AppStoreServerResponse {
        shop.call("POST", "v1/subscriptions/extend/mass", body)
    }

    /// The day on which each customer's latest period ends, at 09:00 UTC.
    private func ends() -> [String] {
        customers.map { customer in
            customer.addDevice().transactions.last?.expirationDate?.formatted(.iso8601) ?? "never"
        }.map { String($0.prefix(10)) }
    }

    private func told() -> [String] { shop.store.notifications.map(NoticeShop.line) }

    @Test("C-146, B10-9: everybody who has the product, and nobody else; then the status has the numbers")
    func everybody() throws {
        try device(0).purchase("gold")
        try device(1, in: "JPN").purchase("gold")
        try device(2).purchase("platinum")
        try customers[1].setAutoRenew(false, inGroup: "Plans")
        let answer = extend(Self.body())
        expectEqual(answer.status, 200)
        expectEqual(answer.text, #"{"requestIdentifier":"r-1"}"#)
        // Until 10 February, and ten days.
        expectEqual(ends(), ["2026-02-20", "2026-02-20", "2026-02-10"])
        // 10 January 2026, 09:00 UTC.
        expectEqual(
            shop.call("GET", "v1/subscriptions/extend/mass/gold/r-1").text,
            #"{"requestIdentifier":"r-1","complete":true,"completeDate":1768035600000,"succeededCount":2,"failedCount":0}"#
        )
        try shop.go("2026-02-20")
        expectEqual(ends(), ["2026-03-20", "2026-02-20", "2026-03-10"])
    }

    @Test("C-146: of the storefronts that are listed alone, by that of the chain")
    func storefronts() throws {
        try device(0).purchase("gold")
        try device(1, in: "JPN").purchase("gold")
        expectEqual(extend(Self.body(#","storefrontCountryCodes":["DEU","JPN"]"#)).status, 200)
        expectEqual(ends(), ["2026-02-10", "2026-02-20", "never"])
        let done = try #require(shop.store.massExtension("r-1", of: "gold"))
        expectEqual(done.storefronts, ["DEU", "JPN"])
        #expect(done.succeededCount == 1 && done.failedCount == 0)
        // Nobody is in Germany.
        let none = try shop.store.extendRenewalDates(
            of: "gold", byDays: 10, in: ["DEU"], requestIdentifier: "r-2")
        #expect(none.succeededCount == 0 && none.failedCount == 0)
    }

    @Test("C-146, B10-12: each under the limits of one extension; what fails is told of, with the subscription")
    func limits() throws {
        for place in 0...2 { try device(place).purchase("gold") }
        for _ in 1...2 { try customers[1].extendRenewalDate(inGroup: "Plans", byDays: 1) }
        customers[2].paymentMethod = .declining
        try shop.go("2026-02-11")  // 4 renews 1; the third is in grace, the second lasts until the 12th
        let mark = shop.store.notificationMark
        let count = shop.store.log.count
        expectEqual(extend(Self.body()).status, 200)
        expectEqual(ends(), ["2026-03-20", "2026-02-12", "2026-02-10"])
        let made = shop.store.notifications(since: mark)
        expectEqual(
            made.map(NoticeShop.line),
            [
                "2026-02-11T09:00 RENEWAL_EXTENDED 1", "2026-02-11T09:00 RENEWAL_EXTENSION/FAILURE 1",
                "2026-02-11T09:00 RENEWAL_EXTENSION/FAILURE 4", "2026-02-11T09:00 RENEWAL_EXTENSION/SUMMARY",
            ])
        expectEqual(made.map(\.customer), customers.map(\.id) + [nil])
        expectEqual(made.map { $0.transaction?.originalTransactionID }, [1, 2, 3, nil])
        expectEqual(Set(made.map(\.id)).count, 4)
        let events = shop.store.log.dropFirst(count).map(\.event)
        // 365 days after 10 January 2026 it is 10 January 2027.
        let next = Instant(date("2027-01-10T09:00:00Z"))
        #expect(
            events.contains(
                .extensionFailed(customers[1].id, group: "Plans", .tooManyExtensions(limit: 2, next: Date(next)))))
        expectContains(events, .extensionFailed(customers[2].id, group: "Plans", .inBillingRetry))
        let done = try #require(made.last?.massExtension)
        #expect(done.succeededCount == 1 && done.failedCount == 2)
        // The date of the first was put off once: once more is allowed, and no third time.
        expectEqual(extend(Self.body(name: "r-2")).status, 200)
        expectEqual(extend(Self.body(name: "r-3")).status, 200)
        expectEqual(ends()[0], "2026-03-30")
        expectEqual(shop.store.massExtension("r-3", of: "gold")?.failedCount, 3)
    }

    @Test("C-146: who is in billing retry, lapsed or refunded has no service, and is no subscriber; a free week fails")
    func withoutService() throws {
        for place in 0...2 { try device(place).purchase("gold") }
        customers[0].paymentMethod = .declining
        try customers[1].setAutoRenew(false, inGroup: "Plans")
        try shop.store.refund(3)
        try shop.go("2026-03-01")  // 16 days of grace ended on 26 February
        expectEqual(extend(Self.body()).status, 200)
        let done = try #require(shop.store.massExtension("r-1", of: "gold"))
        #expect(done.succeededCount == 0 && done.failedCount == 0)
        try device(1).purchase("paper")
        expectEqual(extend(Self.body(product: "paper")).status, 200)
        expectEqual(shop.store.massExtension("r-1", of: "paper")?.failedCount, 1)
        let event = shop.store.log.last { if case .extensionFailed = $0.event { true } else { false } }?.event
        expectEqual(event, .extensionFailed(customers[1].id, group: "News", .inFreePeriod))
    }

    @Test("C-146: the family's share moves with the buyer's period, and is no subscriber of its own")
    func family() throws {
        let member = try shop.addMember()
        try device(0).purchase("gold")
        expectEqual(extend(Self.body()).status, 200)
        expectEqual(shop.store.massExtension("r-1", of: "gold")?.succeededCount, 1)
        let shared = member.addDevice().transactions.last
        expectEqual(shared?.expirationDate, date("2026-02-20T09:00:00Z"))
    }

    @Test("C-146: the same request again is answered and changes nothing, after a snapshot and from a journal too")
    func again() throws {
        try device(0).purchase("gold")
        try device(0).purchase("paper")
        expectEqual(extend(Self.body()).status, 200)
        let folder = JournalFolder()
        var stores = [shop.store, try Store(snapshot: shop.store.snapshot())]
        stores.append(try folder.open(startingWith: shop.store))
        try stores[2].extendRenewalDates(of: "gold", byDays: 5, requestIdentifier: "r-2")
        stores[2].closeJournal()
        stores.append(try folder.open())
        for store in stores {
            let (count, told) = (store.log.count, store.notifications.count)
            let request = AppStoreServerRequest(
                method: "POST", path: "/inApps/v1/subscriptions/extend/mass", body: Array(Self.body(days: 90).utf8))
            let answer = store.openAppStoreServerAPI().response(to: request, at: APIShop.wallClock)
            expectEqual(answer.text, #"{"requestIdentifier":"r-1"}"#)
            expectEqual(store.log.count, count)
            expectEqual(store.notifications.count, told)
            let done = try #require(store.massExtension("r-1", of: "gold"))
            #expect(done.succeededCount == 1 && done.failedCount == 0)
            expectEqual(done.date, date("2026-01-10T09:00:00Z"))
            expectNil(store.massExtension("r-1", of: "paper"))
        }
        expectEqual(stores[3].massExtension("r-2", of: "gold"), stores[2].massExtension("r-2", of: "gold"))
        expectEqual(stores[3].massExtension("r-2", of: "gold")?.succeededCount, 1)
        expectEqual(stores[3].notifications.map(\.signedPayload), stores[2].notifications.map(\.signedPayload))
        // Of another product it is another request.
        expectEqual(extend(Self.body(product: "paper")).status, 200)
        expectEqual(shop.store.massExtension("r-1", of: "paper")?.failedCount, 1)
    }

    @Test("C-146, B12-7: what is wrong has its code, and nothing happens")
    func refused() throws {
        try device(0).purchase("gold")
        let count = shop.store.log.count
        func code(_ body: String) -> Int? { extend(body).error?.code.rawValue }
        expectEqual(code("{"), 4_000_000)
        expectEqual(code(Self.body(days: 0)), 4_000_009)
        expectEqual(code(Self.body(days: 91)), 4_000_009)
        expectEqual(code(Self.body().replacing("Code\":3", with: "Code\":4")), 4_000_010)
        expectEqual(code(Self.body(name: "")), 4_000_011)
        expectEqual(code(Self.body(name: String(repeating: "x", count: 129))), 4_000_011)
        for product in ["", "nothing", "coins", "theme", "pass"] {
            expectEqual(code(Self.body(product: product)), 4_000_023, "\(product)")
        }
        expectEqual(code(Self.body(#","storefrontCountryCodes":[]"#)), 4_000_027)
        for list in [#"["USA","usa"]"#, #"["XXX"]"#, #"["US"]"#, #""USA""#, "[1]", "[null]"] {
            expectEqual(code(Self.body(#","storefrontCountryCodes":\#(list)"#)), 4_000_028, "\(list)")
        }
        expectEqual(shop.store.log.count, count)
        expectNil(code(Self.body(#","storefrontCountryCodes":null"#)))
        func status(_ path: String) -> Int? { shop.code("GET", "v1/subscriptions/extend/mass/\(path)") }
        expectNil(status("gold/r-1"))
        expectEqual(status("gold/r-2"), 4_040_009)
        expectEqual(status("platinum/r-1"), 4_040_009)
        expectEqual(status("coins/r-1"), 4_000_023)
        expectEqual(status("gold/\(String(repeating: "x", count: 129))"), 4_000_011)
        #expect(throws: MassExtensionRefusal.unknownStorefront("XXX")) {
            try shop.store.extendRenewalDates(of: "gold", byDays: 1, in: ["XXX"], requestIdentifier: "r")
        }
        #expect(throws: MassExtensionRefusal.identifierNotAllowed(byteCount: 0, allowed: 1...128)) {
            try shop.store.extendRenewalDates(of: "gold", byDays: 1, requestIdentifier: "")
        }
    }

    @Test("C-146, B11: the summary has the request and the numbers, and no data; the store's verifier believes it")
    func summary() throws {
        try device(0).purchase("gold")
        try device(1, in: "JPN").purchase("gold")
        expectEqual(extend(Self.body(#","storefrontCountryCodes":["JPN","DEU"]"#)).status, 200)
        let made = try #require(shop.store.notifications.last)
        let json = String(decoding: made.payload.json, as: UTF8.self)
        #expect(
            json == """
                {"notificationType":"RENEWAL_EXTENSION","subtype":"SUMMARY",\
                "notificationUUID":"\(made.id.uuidString.lowercased())",\
                "summary":{"environment":"Sandbox","bundleId":"com.example.app","productId":"gold",\
                "requestIdentifier":"r-1","storefrontCountryCodes":["JPN","DEU"],"succeededCount":1,"failedCount":0},\
                "version":"2.0","signedDate":1768035600000}
                """)
        let read = try shop.store.verifier.notification(made.signedPayload)
        expectEqual(read, made.payload)
        expectNil(read.data)
        #expect(made.transaction == nil && made.renewalInfo == nil && made.status == nil)
        // In production the app has its number, and all storefronts are no list.
        let production = try APIShop(environment: .production)
        production.store.setKeepsNotifications(true)
        try production.store.extendRenewalDates(of: "gold", byDays: 1, requestIdentifier: "r")
        let other = try #require(production.store.notifications.last)
        let summary = try #require(try production.store.verifier.notification(other.signedPayload).summary)
        expectEqual(summary.appAppleID, 1_234_567_890)
        expectNil(summary.storefrontCountryCodes)
        #expect(summary.succeededCount == 0 && summary.failedCount == 0)
        let chain = production.store.signingChain
        let refusals: [(SignedDataVerifier, SignedDataRefusal)] = [
            (
                SignedDataVerifier(chain: chain, bundleID: "com.example.other", environment: .production),
                .otherBundle(expected: "com.example.other", found: "com.example.app")
            ),
            (
                SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .production, appAppleID: 1),
                .otherApp(expected: 1, found: 1_234_567_890)
            ),
            (
                SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox),
                .otherEnvironment(expected: .sandbox, found: .production)
            ),
        ]
        for (verifier, refusal) in refusals {
            #expect(throws: refusal) { try verifier.notification(other.signedPayload) }
        }
    }
}
