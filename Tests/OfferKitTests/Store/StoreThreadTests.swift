import OfferKit
import OfferKitTestHarness
import Testing

/// One store, many threads.
struct StoreThreadTests {
    private static let tasks = 8

    /// Runs a body on many tasks at once and gathers what they return.
    private func atOnce<Result: Sendable>(
        _ body: @escaping @Sendable (Int) async throws -> Result
    ) async throws -> [Result] {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for number in 0..<StoreThreadTests.tasks { group.addTask { try await body(number) } }
            var results: [Result] = []
            for try await result in group { results.append(result) }
            return results
        }
    }

    @Test("eight tasks buy 200 times each: every purchase counts, once")
    func purchases() async throws {
        let shopping = try Shopping()
        let store = shopping.store
        let first = store.log.count
        let ids = try await atOnce { _ in
            let device = store.addCustomer().addDevice()
            return try (0..<200).map { _ in try device.purchase(Shopping.coins).id }
        }
        expectEqual(Set(ids.flatMap { $0 }), Set(1...1_600))
        // What one task bought is in its own order.
        #expect(ids.allSatisfy { $0 == $0.sorted() })
        // A customer for each task; for each purchase a request, a confirmation and a transaction.
        expectEqual(store.log.count - first, 8 + 3 * 1_600)
        let made = store.log.compactMap { entry in
            if case .transactionMade(let id, _, _, _, _) = entry.event { id } else { nil }
        }
        expectEqual(made, Array(1...1_600))
    }

    @Test("B0-2: one customer's eight devices come to one subscription")
    func oneSubscription() async throws {
        let shopping = try Shopping()
        let customer = shopping.customer
        let bought = try await atOnce { _ in try customer.addDevice().purchase(Shopping.pro) }
        expectEqual(Set(bought.map(\.id)), [1])
        expectEqual(shopping.device.transactions.count, 1)
    }

    @Test("S0-31, C-5: one nonce sent from eight threads is accepted once")
    func oneNonce() async throws {
        let shopping = try Shopping()
        let customer = shopping.customer
        try shopping.device.purchase(Shopping.weekly)
        let claim = try shopping.claim()
        let accepted = try await atOnce { _ in
            refusal {
                try customer.addDevice()
                    .purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
            } == nil
        }
        expectEqual(accepted.count { $0 }, 1)
    }

    @Test("B1-11: a code of limit 100 is redeemed 100 times, however many try")
    func oneCode() async throws {
        let shopping = try Shopping()
        let store = shopping.store
        try store.createCustomCode("RUSH", for: "Spring campaign", of: Shopping.pro, limit: 100)
        let redeemed = try await atOnce { _ in
            (0..<20).count { _ in
                (try? store.addCustomer().addDevice().redeem(code: "RUSH")) != nil
            }
        }
        expectEqual(redeemed.reduce(0, +), 100)
    }

    @Test("listeners see the purchases of all threads, complete and in order")
    func listeners() async throws {
        let shopping = try Shopping()
        let store = shopping.store
        let first = store.log.count
        let tasks = (0..<3).map { _ in
            let start = store.events.makeAsyncIterator()
            return Task {
                var (iterator, numbers) = (start, [Int]())
                while let entry = await iterator.next() { numbers.append(entry.number) }
                return numbers
            }
        }
        _ = try await atOnce { _ in
            let device = store.addCustomer().addDevice()
            for _ in 0..<50 { try device.purchase(Shopping.coins) }
        }
        await store.settled()
        for task in tasks {
            task.cancel()
            await expectEqual(task.value, Array(first..<store.log.count))
        }
    }

    // S0-30: no two are alike.
    @Test("signing draws every nonce once, whoever draws it")
    func nonces() async throws {
        let shopping = try Shopping()
        let (store, signer) = (shopping.store, shopping.signer)
        let nonces = try await atOnce { _ in
            try (0..<50).map { _ in
                try store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: signer).nonce
            }
        }
        expectEqual(Set(nonces.flatMap { $0 }).count, 400)
    }

    @Test("a clock moved by one thread while others buy never runs backwards in the log")
    func clock() async throws {
        let shopping = try Shopping()
        let store = shopping.store
        _ = try await atOnce { number in
            let device = store.addCustomer().addDevice()
            for _ in 0..<50 {
                if number == 0 { try store.advance(by: .days(1)) } else { try device.purchase(Shopping.weekly) }
            }
        }
        expectEqual(store.now, date("2026-02-20T00:00:00Z"))
        #expect(zip(store.log, store.log.dropFirst()).allSatisfy { $0.date <= $1.date })
    }
}
