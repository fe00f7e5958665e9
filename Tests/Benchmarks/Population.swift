import OfferKit

/// A store with many subscribers to one monthly product, bought over the days of a month.
struct Population {
    let store: Store
    /// How many subscribed at first.
    let count: Int
    /// All of them, where they were to be kept.
    private(set) var customers: [Customer] = []
    /// Some of their purchases, evenly spread over all.
    private(set) var sample: [Transaction] = []

    /// A store with subscribers.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - retention: What the store keeps.
    ///   - keepsCustomers: Whether ``customers`` holds them, which takes memory that is not the store's.
    ///   - sampleSize: How many purchases ``sample`` holds; no more than there are.
    ///   - inBetween: Told of the store before the first day, after each few thousand purchases, and after each day.
    /// - Throws: Whatever keeps them from subscribing.
    init(
        _ count: Int, keeping retention: HistoryRetention, keepsCustomers: Bool = false, sampling sampleSize: Int = 0,
        inBetween: (Store) -> Void = { _ in }
    ) throws {
        store = Store(catalog: try Population.catalog(), keeping: retention)
        inBetween(store)
        self.count = count
        if keepsCustomers { customers.reserveCapacity(count) }
        // Twenty-eight days, so that every month has all of them.
        for day in 0..<28 {
            for number in count * day / 28..<count * (day + 1) / 28 {
                let customer = store.addCustomer()
                let transaction = try customer.addDevice().purchase("monthly")
                if keepsCustomers { customers.append(customer) }
                if number.isMultiple(of: 4_096) { inBetween(store) }
                if sample.count < sampleSize * (number + 1) / count { sample.append(transaction) }
            }
            try store.advance(by: .days(1))
            inBetween(store)
        }
    }

    /// The share of subscribers who cancel in a month.
    static let cancellations = 0.08
    /// The renewals that fail; no period of grace is set, and five days later they are made good.
    static let failures = FailureRate(share: 0.03, seed: 7, recoversAfterDays: 5)

    /// Has some cancel, and a month pass.
    ///
    /// - Parameter chance: Says who.
    /// - Returns: How many subscriptions renewed.
    /// - Throws: What moving the clock throws.
    func month(cancelling chance: inout Chance) throws -> Int {
        for customer in customers where chance.isBelow(Population.cancellations) {
            // Who has cancelled before cannot do it again.
            try? customer.setAutoRenew(false, inGroup: "news")
        }
        return try store.advance(by: .months(1)).renewed
    }

    /// A monthly subscription, and something to be bought again and again.
    static func catalog() throws -> Catalog {
        try Catalog(
            groups: [.group("news", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])],
            products: [.consumable("coins", price: 0.99)])
    }
}

/// Numbers that look random, the same in every run.
struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func isBelow(_ share: Double) -> Bool {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53 < share
    }
}
