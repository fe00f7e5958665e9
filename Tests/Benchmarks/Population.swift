import OfferKit

/// A store with many subscribers to one monthly product, bought over the days of a month.
struct Population {
    let store: Store
    /// The number of subscribers at first.
    let count: Int
    /// The customers, if they are kept.
    private(set) var customers: [Customer] = []
    /// A sample of their purchases, evenly spread over all.
    private(set) var sample: [Transaction] = []

    /// A store with subscribers.
    ///
    /// - Parameters:
    ///   - count: The number of subscribers.
    ///   - retention: The store's retention.
    ///   - keepsCustomers: Whether ``customers`` holds them, in memory that is not the store's.
    ///   - sampleSize: The number of purchases in ``sample``; no more than there are.
    ///   - inBetween: Called with the store before the first day, after each few thousand purchases, and after each
    ///     day.
    /// - Throws: An error of subscribing.
    init(
        _ count: Int, keeping retention: HistoryRetention, keepsCustomers: Bool = false, sampling sampleSize: Int = 0,
        inBetween: (Store) -> Void = { _ in }
    ) throws {
        store = Store(catalog: try Population.catalog(), keeping: retention)
        inBetween(store)
        self.count = count
        if keepsCustomers { customers.reserveCapacity(count) }
        // There are twenty-eight days, so that every month has all of them.
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
    /// The renewals that fail; there is no grace period, and they are recovered five days later.
    static let failures = FailureRate(share: 0.03, seed: 7, recoversAfterDays: 5)

    /// Cancels for some customers, and moves the clock by a month.
    ///
    /// - Parameter chance: Decides who cancels.
    /// - Returns: The number of renewals.
    /// - Throws: An error of moving the clock.
    func month(cancelling chance: inout Chance) throws -> Int {
        for customer in customers where chance.isBelow(Population.cancellations) {
            // A customer who has cancelled before cannot do it again.
            try? customer.setAutoRenew(false, inGroup: "news")
        }
        return try store.advance(by: .months(1)).renewed
    }

    /// Returns the catalogue: a monthly subscription, and a consumable.
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
