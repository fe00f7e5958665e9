import Foundation
import OfferKit

/// Times a purchase from the call to the element that one listener reads, and the cost of listeners on other devices.
enum ListenerBenchmark {
    private static let coins = "coins"

    /// A shop in which one listener waits for the next element when the purchase is made.
    private struct Shop {
        let store: Store
        let customer: Customer
        /// The device that buys; its own run gets the result, so another device has to listen.
        let buyer: Device

        init() throws {
            store = Store(
                catalog: try Catalog(groups: [], products: [.consumable(coins, price: 0.99)]), keeping: .transactions)
            customer = store.addCustomer()
            buyer = customer.addDevice()
        }
    }

    /// Prints the table.
    static func run() async throws {
        let alone = try Shop()
        let few = try await seconds(of: alone)
        let crowd = try Shop()
        let loops = (0..<1_000).flatMap { _ -> [Task<Void, Never>] in
            let device = crowd.store.addCustomer().addDevice()
            return (0..<10).map { _ in
                let updates = device.app.updates
                return Task { for await _ in updates {} }
            }
        }
        await crowd.store.settled()
        let many = try await seconds(of: crowd)
        for loop in loops { loop.cancel() }
        func text(_ seconds: Double) -> String { String(format: "%.1f us", seconds * 1_000_000) }
        print("a purchase, from the call to the element that one listener reads: \(text(few))   <= 25 us")
        print("the same beside 10,000 listeners on 1,000 other devices: \(text(many))")
        print(String(format: "ratio %.2f   <= 1.50", many / few))
    }

    /// Returns the median time of a purchase, from the call to the element.
    private static func seconds(of shop: Shop) async throws -> Double {
        let device = shop.customer.addDevice()
        let (heard, hears) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        let updates = device.app.updates
        let loop = Task {
            for await update in updates {
                hears.yield(.now)
                await update.unsafePayloadValue.finish()
            }
        }
        var times: [Double] = []
        var next = heard.makeAsyncIterator()
        for _ in 0..<3_000 {
            await shop.store.settled()
            let start = ContinuousClock.now
            try shop.buyer.purchase(coins)
            guard let end = await next.next() else { break }
            times.append((end - start) / .seconds(1))
        }
        loop.cancel()
        return times.sorted()[times.count / 2]
    }
}
