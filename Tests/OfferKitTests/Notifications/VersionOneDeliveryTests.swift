import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B11-2, B11-5: delivering notifications of version 1.
struct VersionOneDeliveryTests {
    /// A server that refuses the first calls, and keeps what came.
    private final class Server: Sendable {
        private let calls = Locked<[(date: Date, body: Data?)]>([])
        private let refusals: Int

        init(refusing refusals: Int = 0) { self.refusals = refusals }

        func take(_ notification: ServerNotification) -> Int {
            calls.withLock { calls in
                calls.append((notification.store.now, notification.version1Body()))
                return calls.count <= refusals ? 500 : 200
            }
        }

        var dates: [Date] { calls.withLock { $0.map(\.date) } }
        var bodies: [Data?] { calls.withLock { $0.map(\.body) } }
    }

    // From 10 January, 9:00: 6 hours, 24 and 48 hours, each after the attempt before.
    @Test("B11-2: refused, it is sent three times more, the same each time, and then no more")
    func refused() async throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        let server = Server(refusing: 9)
        try await shop.store.advance(to: date("2026-02-01T00:00:00Z"), version: .v1) { server.take($0) }
        expectEqual(
            server.dates,
            ["2026-01-10T09:00:00Z", "2026-01-10T15:00:00Z", "2026-01-11T15:00:00Z", "2026-01-13T15:00:00Z"]
                .map(date))
        expectEqual(Set(server.bodies).count, 1)
        let delivery = try #require(shop.store.notificationDeliveries.first)
        expectEqual(delivery.attempts.map(\.result), Array(repeating: .unsuccessfulStatus, count: 4))
        expectNil(delivery.nextAttempt)
    }

    @Test(
        "B11-2, C-130: the sandbox sends once; every other environment again",
        arguments: [
            (StoreEnvironment.sandbox, 1), (.production, 2), (.xcode, 2),
        ])
    func environments(environment: StoreEnvironment, attempts: Int) async throws {
        let shop = try NoticeShop(environment: environment, version: .v1)
        try shop.device.purchase("gold")
        let server = Server(refusing: 1)
        try await shop.store.advance(by: .days(9), version: .v1) { server.take($0) }
        expectEqual(server.dates.count, attempts)
    }

    // EXPIRED and GRACE_PERIOD_EXPIRED are of version 2 alone.
    @Test("C-152: what version 1 does not have is not handed over, has no attempts, and is not due any more")
    func passedOver() async throws {
        let shop = try NoticeShop(version: .v1)
        try shop.device.purchase("gold")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        let server = Server()
        try await shop.store.advance(to: date("2026-03-01T00:00:00Z"), version: .v1) { server.take($0) }
        #expect(server.bodies.allSatisfy { $0 != nil })
        let deliveries = shop.store.notificationDeliveries
        expectEqual(deliveries.map(\.notification.type), [.subscribed, .didChangeRenewalStatus, .expired])
        expectEqual(deliveries.map(\.attempts.count), [1, 1, 0])
        expectEqual(deliveries.map(\.nextAttempt), [nil, nil, nil])
        // The other version does not send it after all, and a restored store does not either.
        try await expectEqual(shop.store.deliverNotifications { server.take($0) }, 0)
        let restored = try Store(snapshot: shop.store.snapshot())
        try await expectEqual(restored.deliverNotifications { server.take($0) }, 0)
        expectContains(shop.store.log.map(\.event), .notificationPassedOver(number: 2))
    }

    @Test("C-152: where only what is not delivered is kept, it is forgotten; a retry of version 2 is passed over, too")
    func forgotten() async throws {
        let shop = try NoticeShop(keepsNotifications: false)
        try await expectEqual(shop.store.deliverNotifications { _ in 200 }, 0)
        try shop.store.requestTestNotification()
        try await expectEqual(shop.store.deliverNotifications { _ in 500 }, 1)
        expectEqual(shop.store.notificationDeliveries.map(\.attempts.count), [1])
        let server = Server()
        try await shop.store.advance(by: .hours(1), version: .v1) { server.take($0) }
        expectEqual(server.dates, [])
        expectEqual(shop.store.notifications, [])
    }

    @Test("C-152: a store kept in a journal passes over what it passed over before")
    func journal() async throws {
        let folder = JournalFolder()
        let shop = try NoticeShop(version: .v1)
        let server = Server(refusing: 1)
        do {
            let store = try Store(journal: folder.url, startingWith: shop.store)
            try store.requestTestNotification()
            try #require(store.customers.first).addDevice().purchase("gold")
            try await expectEqual(store.deliverNotifications(version: .v1) { server.take($0) }, 1)
            store.closeJournal()
        }
        let store = try Store(journal: folder.url)
        expectEqual(store.notificationDeliveries.map(\.nextAttempt), [nil, date("2026-01-10T15:00:00Z")])
        try await store.advance(by: .days(1), version: .v1) { server.take($0) }
        expectEqual(Set(server.bodies).count, 1)
        expectEqual(server.dates.count, 2)
    }
}
