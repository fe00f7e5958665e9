import OfferKit

/// Times purchases, quotes and changes to transactions in a small store and in a large one.
///
/// The cost of one must not grow with the store.
enum StoreBenchmark {
    /// An operation on a store.
    struct Operation {
        /// The operation's name in the table.
        let name: String
        /// The longest time allowed; empty where only the ratio counts.
        var bar = ""
        /// Prepares the operation in a store.
        let candidate: (Population) -> Candidate
    }

    /// The error that an operation did not do the work to be timed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Prints the tables: the time of one operation in each store, and their ratio.
    ///
    /// - Throws: An error of measuring.
    static func run() throws {
        try measurePurchases()
        // Each pair has its own stores, one after the other, so that they are not in memory together.
        for (name, retention, large) in [
            ("what is alive", HistoryRetention.liveOnly, 1_000_000), ("every transaction", .transactions, 1_000_000),
            ("everything", .everything, 100_000),
        ] {
            let large = try Population(large, keeping: retention, sampling: transactions)
            if retention == .liveOnly { measureQuotes(in: try Population(10, keeping: retention), large) }
            try measureTransactions(
                in: try Population(1_000, keeping: retention, sampling: transactions), large, keeping: name)
        }
    }

    /// Prints what operations take in a small and in a large store.
    ///
    /// - Parameters:
    ///   - title: The operations' title.
    ///   - operations: The operations.
    ///   - small: The small store.
    ///   - large: The large one.
    ///   - ratio: The greatest ratio allowed between the large store and the small one.
    ///   - rounds: The rounds in which each is timed.
    ///   - repetitions: The repetitions in a round; nil for as many as fit.
    static func compare(
        _ title: String, _ operations: [Operation], in small: Population, _ large: Population, ratio: String,
        rounds: Int, repetitions: Int? = nil
    ) {
        let candidates = operations.flatMap { operation in [small, large].map(operation.candidate) }
        var timings = Measure.interleaved(candidates, rounds: rounds, repetitions: repetitions)[...]
        var table = Table(rows: [
            [title, "\(small.count) subscribers", "\(large.count) subscribers", "bar", "ratio", "bar"]
        ])
        for operation in operations {
            guard let few = timings.popFirst(), let many = timings.popFirst() else { break }
            table.rows.append([
                operation.name, Table.time(few.median), Table.time(many.median), operation.bar,
                Table.rounded(many.median / few.median), ratio,
            ])
        }
        table.printAligned()
    }

    // MARK: - Purchases

    private static func measurePurchases() throws {
        compare(
            "purchases",
            [
                Operation(name: "buy a consumable", bar: "4 us", candidate: buying("coins")),
                Operation(name: "buy a first subscription", bar: "4 us", candidate: subscribing),
                Operation(name: "add a customer and a device", candidate: adding),
                Operation(name: "a refused purchase", candidate: buying("gone")),
            ], in: try Population(1_000, keeping: .transactions), try Population(100_000, keeping: .transactions),
            // These are few enough that the small store does not become a large one.
            ratio: "2.00", rounds: 31, repetitions: 50)
    }

    /// Returns the candidate in which one customer buys again and again.
    private static func buying(_ product: String) -> (Population) -> Candidate {
        { population in
            let device = population.store.addCustomer().addDevice()
            return Candidate(name: product) { (try? device.purchase(product)) == nil ? 0 : 1 }
        }
    }

    /// Returns the candidate in which another customer subscribes each time, on a present device.
    private static func subscribing(_ population: Population) -> Candidate {
        let store = population.store
        var (devices, next) = ([Device](), 0)
        return Candidate(
            name: "subscribe",
            prepare: { count in
                devices = (0..<count).map { _ in store.addCustomer().addDevice() }
                next = 0
            },
            body: {
                defer { next += 1 }
                return (try? devices[next].purchase("monthly")) == nil ? 0 : 1
            })
    }

    private static func adding(_ population: Population) -> Candidate {
        let store = population.store
        return Candidate(name: "add") { store.addCustomer().addDevice().canMakePayments ? 1 : 0 }
    }

    // MARK: - Quotes

    private static func measureQuotes(in small: Population, _ large: Population) {
        compare(
            "quotes",
            [
                Operation(name: "for a newcomer") { population in
                    let device = population.store.addCustomer().addDevice()
                    return Candidate(name: "quote") { (try? device.quote(for: "monthly"))?.charges.count ?? 0 }
                },
                Operation(name: "of what a subscriber will be charged") { population in
                    let device = population.store.addCustomer().addDevice()
                    _ = try? device.purchase("monthly")
                    return Candidate(name: "charges") { device.upcomingCharges(inGroup: "news")?.charges.count ?? 0 }
                },
            ], in: small, large, ratio: "3.00", rounds: 11)
    }
}
