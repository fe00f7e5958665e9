import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// B11-2: delivering notifications.
struct NotificationDeliveryTests {
    /// A developer's server that answers as it is told, and remembers what came.
    final class Server: Sendable {
        private let calls = Locked<[(UUID, Date, String)]>([])
        private let answers: Locked<[Int]>

        /// Answers with these in turn, and with 200 after them.
        init(_ answers: [Int] = []) { self.answers = Locked(answers) }

        func take(_ notification: ServerNotification) -> Int {
            calls.withLock { $0.append((notification.id, notification.store.now, notification.signedPayload)) }
            return answers.withLock { $0.isEmpty ? 200 : $0.removeFirst() }
        }

        var dates: [Date] { calls.withLock { $0.map(\.1) } }
        var ids: [UUID] { calls.withLock { $0.map(\.0) } }
        var payloads: [String] { calls.withLock { $0.map(\.2) } }
    }

    // From 10 January, 9:00: 1 hour, 12, 24, 48 and 72 hours, each after the attempt before.
    @Test("B11-2, B11-3: refused, it is sent five times more, the same each time, and then no more")
    func refused() async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let server = Server(Array(repeating: 500, count: 9))
        try await shop.store.advance(to: date("2026-02-01T00:00:00Z")) { server.take($0) }
        expectEqual(
            server.dates,
            [
                "2026-01-10T09:00:00Z", "2026-01-10T10:00:00Z", "2026-01-10T22:00:00Z", "2026-01-11T22:00:00Z",
                "2026-01-13T22:00:00Z", "2026-01-16T22:00:00Z",
            ].map(date))
        expectEqual(Set(server.ids).count, 1)
        expectEqual(Set(server.payloads).count, 1)
        let delivery = try #require(shop.store.notificationDeliveries.first)
        expectEqual(delivery.attempts.map(\.result), Array(repeating: .unsuccessfulStatus, count: 6))
        expectEqual(delivery.attempts.map(\.date), server.dates)
        expectNil(delivery.nextAttempt)
    }

    @Test(
        "B11-2: 200 to 206 are a success, and nothing else",
        arguments: [
            (199, false), (200, true), (206, true), (207, false), (301, false), (404, false), (503, false),
        ])
    func statuses(status: Int, isSuccess: Bool) async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let server = Server([status])
        try await expectEqual(shop.store.deliverNotifications { server.take($0) }, 1)
        let delivery = try #require(shop.store.notificationDeliveries.first)
        expectEqual(delivery.attempts.map(\.result), [isSuccess ? .success : .unsuccessfulStatus])
        expectEqual(delivery.nextAttempt == nil, isSuccess)
        try await expectEqual(shop.store.deliverNotifications { server.take($0) }, 0)
    }

    @Test(
        "B11-2, C-130: the sandbox sends once; every other environment again",
        arguments: [
            (StoreEnvironment.sandbox, 1), (.production, 2), (.xcode, 2),
        ])
    func environments(environment: StoreEnvironment, attempts: Int) async throws {
        let shop = try NoticeShop(environment: environment)
        try shop.device.purchase("gold")
        let server = Server([500])
        try await shop.store.advance(to: date("2026-02-01T00:00:00Z")) { server.take($0) }
        expectEqual(server.dates.count, attempts)
    }

    @Test("Each notification of a year comes at its own instant, and the clock shows it")
    func year() async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let server = Server()
        let advance = try await shop.store.advance(to: date("2026-05-01T00:00:00Z")) { notification in
            expectEqual(notification.store.now, notification.signedDate)
            return server.take(notification)
        }
        expectEqual(server.dates, ["01", "02", "03", "04"].map { date("2026-\($0)-10T09:00:00Z") })
        expectEqual(advance.renewed, 3)
        expectEqual(shop.store.now, date("2026-05-01T00:00:00Z"))
    }

    @Test(
        "A handler that throws, answers nonsense, or does not answer in time: the attempt failed, and the next is due")
    func badHandlers() async throws {
        struct Down: Error {}
        let handlers: [(Store.NotificationHandler, SendAttemptResult)] = [
            ({ _ in throw Down() }, .other), ({ _ in -1 }, .invalidResponse), ({ _ in 600 }, .invalidResponse),
            (
                { _ in
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                    return 200
                }, .timedOut
            ),
        ]
        for (handler, result) in handlers {
            let shop = try NoticeShop()
            try shop.device.purchase("gold")
            try await shop.store.deliverNotifications(timeout: .milliseconds(20), to: handler)
            let delivery = try #require(shop.store.notificationDeliveries.first)
            expectEqual(delivery.attempts.map(\.result), [result])
            expectEqual(delivery.nextAttempt, date("2026-01-10T10:00:00Z"))
        }
    }

    @Test("A handler may buy, and what that brings is delivered next; it may not move the clock")
    func handlerUsesStore() async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("silver")
        let device = shop.device
        let types = Locked<[String]>([])
        try await shop.store.deliverNotifications { notification in
            types.withLock { $0.append(notification.type.rawValue) }
            if notification.type == .subscribed { try device.purchase("gold") }
            #expect(throws: ClockRefusal.advancing) { try device.store.advance(by: .days(1)) }
            await #expect(throws: ClockRefusal.advancing) {
                try await device.store.deliverNotifications { _ in 200 }
            }
            return 200
        }
        expectEqual(types.withLock { $0 }, ["SUBSCRIBED", "DID_CHANGE_RENEWAL_PREF"])
        try shop.store.advance(by: .days(1))
    }

    @Test("C-130: cancelled while the server answers, the attempt was not made, and is due again")
    func cancelled() async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let (store, started) = (shop.store, AsyncStream<Void>.makeStream())
        let moving = Task {
            try await store.advance(by: .days(9)) { _ in
                started.continuation.yield()
                for await _ in AsyncStream<Void>.makeStream().stream {}
                return 200
            }
        }
        for await _ in started.stream { break }
        moving.cancel()
        await #expect(throws: CancellationError.self) { try await moving.value }
        expectEqual(store.notificationDeliveries.map(\.attempts.count), [0])
        let server = Server()
        try await expectEqual(store.deliverNotifications { server.take($0) }, 1)
    }

    // In liveOnly nothing is kept of the past; what is not delivered is.
    @Test(
        "What is pending survives a snapshot, at every retention",
        arguments: [
            HistoryRetention.everything, .transactions, .liveOnly,
        ])
    func snapshot(retention: HistoryRetention) async throws {
        let shop = try NoticeShop(keeping: retention, keepsNotifications: false)
        let server = Server([500])
        // Until something is to be delivered, a store that keeps nothing makes nothing.
        try shop.device.purchase("silver")
        try await expectEqual(shop.store.deliverNotifications { server.take($0) }, 0)
        try shop.device.purchase("gold")
        try shop.store.requestTestNotification()
        try await shop.store.deliverNotifications { server.take($0) }
        let restored = try Store(snapshot: shop.store.snapshot())
        expectEqual(restored.notifications.map(\.type), [.didChangeRenewalPref])
        let next = Server()
        try await restored.advance(to: date("2026-01-10T11:00:00Z")) { next.take($0) }
        expectEqual(next.dates, [date("2026-01-10T10:00:00Z")])
        expectEqual(next.ids, [server.ids.first])
    }

    // The second is refused at 9:00 and due an hour later; what a renewal's notification says stays as it was made.
    @Test(
        "B11-2: a renewal's notification is sent late and once more, the same at every retention",
        arguments: [HistoryRetention.everything, .transactions, .liveOnly])
    func renewals(retention: HistoryRetention) async throws {
        let shop = try NoticeShop(keeping: retention)
        try shop.device.purchase("gold")
        try shop.go("2026-03-20")
        let server = Server([200, 500])
        try await expectEqual(shop.store.deliverNotifications { server.take($0) }, 3)
        let restored = try Store(snapshot: shop.store.snapshot())
        let next = Server()
        for store in [shop.store, restored] {
            let results: [[SendAttemptResult]] = store.notificationDeliveries.map { $0.attempts.map(\.result) }
            expectEqual(results, [[.success], [.unsuccessfulStatus], [.success]])
            let due = store.notificationDeliveries.map(\.nextAttempt)
            expectEqual(due, [nil, date("2026-03-20T10:00:00Z"), nil])
            try await store.advance(to: date("2026-03-20T11:00:00Z")) { next.take($0) }
            let delivery = store.notificationDeliveries[1]
            expectEqual(delivery.notification.type, .didRenew)
            expectEqual(delivery.notification.signedDate, date("2026-02-10T09:00:00Z"))
            expectEqual(delivery.attempts.map(\.result), [.unsuccessfulStatus, .success])
            expectEqual(delivery.attempts.map(\.date), ["09", "10"].map { date("2026-03-20T\($0):00:00Z") })
            expectNil(delivery.nextAttempt)
        }
        expectEqual(next.payloads, Array(repeating: server.payloads[1], count: 2))
    }

    @Test("C-130: killed between the attempt and its record, a store kept in a journal sends it again")
    func journal() async throws {
        let folder = JournalFolder()
        let shop = try NoticeShop()
        let server = Server([500])
        do {
            let store = try Store(journal: folder.url, startingWith: shop.store)
            try #require(store.customers.first).addDevice().purchase("gold")
            try await store.deliverNotifications { server.take($0) }
            await #expect(throws: (any Error).self) {
                try await store.advance(to: date("2026-01-10T10:00:00Z")) { notification in
                    _ = server.take(notification)
                    store.closeJournal()
                    return 200
                }
            }
        }
        let store = try Store(journal: folder.url)
        expectEqual(store.notificationDeliveries.map(\.attempts.count), [1])
        try await store.advance(to: date("2026-01-10T10:00:00Z")) { server.take($0) }
        expectEqual(server.ids.count, 3)
        expectEqual(Set(server.ids).count, 1)
        let results: [[SendAttemptResult]] = store.notificationDeliveries.map { $0.attempts.map(\.result) }
        expectEqual(results, [[.unsuccessfulStatus, .success]])
    }

    @Test("Sent once more, it has the same identifier; one that is not kept is refused by name")
    func resent() async throws {
        let shop = try NoticeShop()
        try shop.device.purchase("gold")
        let server = Server()
        try await shop.store.deliverNotifications { server.take($0) }
        try shop.go("2026-01-20")
        try shop.store.resendNotification(#require(server.ids.first))
        expectEqual(shop.store.notificationDeliveries.last?.nextAttempt, shop.store.now)
        try await shop.store.deliverNotifications { server.take($0) }
        expectEqual(server.ids.count, 2)
        expectEqual(Set(server.payloads).count, 1)
        let other = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        #expect(throws: NotificationRefusal.unknownNotification(other)) { try shop.store.resendNotification(other) }
    }
}
