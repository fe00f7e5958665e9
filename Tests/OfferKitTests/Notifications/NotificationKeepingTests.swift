import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// Who asks for notifications gets them, and nobody else pays.
struct NotificationKeepingTests {
    @Test("A store of a file keeps its notifications from the first when it is told to")
    func fromTheFirst() throws {
        let store = Store(try .sample(), keepsNotifications: true)
        #expect(try store.keepsNotifications && !Store(.sample()).keepsNotifications)
        try store.addCustomer().addDevice().purchase(Shopping.weekly)
        expectEqual(store.notifications.map { NoticeShop.line($0) }, ["2026-01-01T00:00 SUBSCRIBED/INITIAL_BUY 1"])
    }

    @Test("A store that nobody asks makes none, and its log is that of one that is listened to")
    func unasked() async throws {
        let (asked, unasked) = (
            try NoticeShop(keepsNotifications: false), try NoticeShop(keepsNotifications: false)
        )
        let updates = asked.store.notificationUpdates
        for shop in [asked, unasked] {
            try shop.device.purchase("gold")
            try shop.go("2026-03-10")
        }
        expectEqual(asked.store.log, unasked.store.log)
        expectEqual(unasked.store.notifications, [])
        var heard: [String] = []
        for await notification in updates {
            heard.append(NoticeShop.line(notification))
            if heard.count == 3 { break }
        }
        expectEqual(
            heard,
            [
                "2026-01-10T09:00 SUBSCRIBED/INITIAL_BUY 1", "2026-02-10T09:00 DID_RENEW 1",
                "2026-03-10T09:00 DID_RENEW 1",
            ])
    }

    @Test("B11-3: the same seed gives the same identifiers and bytes, another seed others, and no two are the same")
    func identifiers() throws {
        func bytes(seed: UInt64) throws -> [ServerNotification] {
            let shop = try NoticeShop(seed: seed)
            try shop.device.purchase("gold")
            try shop.go("2026-06-01")
            try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
            return shop.store.notifications
        }
        let (first, again, other) = (try bytes(seed: 5), try bytes(seed: 5), try bytes(seed: 6))
        expectEqual(first.map(\.signedPayload), again.map(\.signedPayload))
        expectEqual(Set(first.map(\.id)).count, first.count)
        #expect(Set(first.map(\.id)).isDisjoint(with: other.map(\.id)))
    }

    @Test("What came since a mark, and nothing before it")
    func mark() throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let mark = shop.store.notificationMark
        try shop.go("2026-02-10")
        expectEqual(shop.store.notifications(since: mark).map(\.type), [.didRenew])
        expectEqual(shop.store.notifications.count, 2)
        shop.store.setKeepsNotifications(false)
        expectEqual(shop.store.notifications, [])
        try shop.go("2026-03-10")
        expectEqual(shop.store.notifications, [])
    }

    @Test(
        "B11: each kept notification, and all in it, is what the store's verifier believes; read twice, the same bytes")
    func verified() throws {
        let shop = try NoticeShop(grace: BillingGracePeriod(.sixteenDays))
        try shop.device.purchase("gold")
        shop.customer.paymentMethod = .declining
        try shop.go("2026-06-01")
        try shop.store.requestTestNotification()
        for notification in shop.store.notifications {
            let read = try shop.store.verifier.notification(notification.signedPayload)
            expectEqual(read.json, notification.payload.json)
            expectEqual(read.notificationUUID, notification.id)
            expectEqual(read.version, "2.0")
            expectEqual(read.data?.appAppleID, shop.store.appAppleID)
            let transaction = try read.data?.signedTransactionInfo.map { try shop.store.verifier.transaction($0) }
            expectEqual(transaction, notification.transaction)
            let info = try read.data?.signedRenewalInfo.map { try shop.store.verifier.renewalInfo($0) }
            expectEqual(info, notification.renewalInfo)
            expectNil(transaction?.deviceVerification)
        }
    }

    @Test("B11: a test tells of the app, and of nothing else")
    func test() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        let made = try shop.store.requestTestNotification()
        let json = String(decoding: made.payload.json, as: UTF8.self)
        #expect(
            json == """
                {"notificationType":"TEST","notificationUUID":"\(made.id.uuidString.lowercased())",\
                "data":{"environment":"Production","appAppleId":1000000001,"bundleId":"com.example.app"},\
                "version":"2.0","signedDate":1768035600000}
                """)
        expectEqual(shop.store.notifications, [made])
    }

    @Test("A notification that is asked for by hand says so; of no transaction there is none")
    func synthetic() throws {
        let shop = try NoticeShop()
        let bought = try shop.device.purchase("gold")
        let made = try shop.store.makeSyntheticNotification(.init(rawValue: "ONE_TIME_CHARGE"), of: bought.id)
        expectSuffix(String(decoding: made.payload.json, as: UTF8.self), ",\"isSynthetic\":true}")
        #expect(made.isSynthetic)
        expectEqual(made.transaction?.transactionID, bought.id)
        #expect(throws: NotificationRefusal.unknownTransaction(99)) {
            try shop.store.makeSyntheticNotification(.refund, of: 99)
        }
    }

    // Where nobody wants the event of a notification, none is made; that must show in nothing.
    @Test(
        "What is kept is the same whether or not anybody reads the events of it",
        arguments: [(HistoryRetention.transactions, HistoryRetention.everything), (.liveOnly, .liveOnly)],
        [false, true])
    func unread(retention: (kept: HistoryRetention, other: HistoryRetention), isListenedTo: Bool) throws {
        let (shop, whole) = (
            try NoticeShop(grace: BillingGracePeriod(.sixteenDays), keeping: retention.kept),
            try NoticeShop(grace: BillingGracePeriod(.sixteenDays), keeping: retention.other)
        )
        let heard = whole.store.events
        let events = isListenedTo ? shop.store.events : nil
        func live(_ shop: NoticeShop) throws -> [Range<Int>] {
            let member = shop.store.addCustomer()
            try shop.device.purchase("gold")
            try shop.buy("gold", promo: "save")
            try member.joinFamily(of: shop.customer)
            var entries = [try shop.store.advance(by: .months(2)).entries]
            shop.customer.paymentMethod = .declining
            entries.append(try shop.store.advance(by: .months(1)).entries)
            shop.customer.paymentMethod = .working
            let bought = try shop.device.purchase("gold.yearly")
            try shop.store.refund(bought.id)
            entries.append(try shop.store.advance(by: .months(1)).entries)
            try shop.device.purchase("silver")
            try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
            entries.append(try shop.store.advance(by: .months(2)).entries)
            return entries
        }
        try expectEqual(live(shop), live(whole))
        #expect(shop.told().count > 12)
        expectEqual(shop.told(), whole.told())
        expectEqual(shop.store.notifications.map(\.signedPayload), whole.store.notifications.map(\.signedPayload))
        withExtendedLifetime((events, heard)) {}
    }
}
