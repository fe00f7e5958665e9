import OfferKit

/// Times years of subscriptions.
///
/// It prints the months of them in a second, the cost of an event in a small store and in a large one, and the bytes of
/// a subscriber.
enum LifecycleBenchmark {
    /// Prints the tables, each figure beside its bar.
    ///
    /// - Throws: An error of measuring.
    static func run() throws {
        // Memory is measured first, before the process has done anything else.
        try measureMemory()
        let ours = try throughput()
        try compareWithSimPy(ours)
        try costOfAnEvent()
        try costOfNothing()
        try oneLife()
    }

    // MARK: - Months in a second

    /// A year of a cohort.
    struct Cohort {
        static let subscribers = 100_000
        static let months = 12

        /// The number of renewals.
        var renewals = 0
        /// The processor's time for it: that of each month is the fastest of some equal runs.
        var seconds = 0.0
        /// The renewals in a second.
        var rate: Double { Double(renewals) / seconds }
    }

    /// Prints the renewals in a second.
    ///
    /// - Returns: The year of a store that keeps only live data.
    private static func throughput() throws -> Cohort {
        var table = Table(rows: [
            ["\(Cohort.subscribers) subscribers, \(Cohort.months) months", "months", "seconds", "months/s", "bar"]
        ])
        var cohorts: [Cohort] = []
        for (name, retention, bar) in [
            ("kept: what is alive", HistoryRetention.liveOnly, "2000000"), ("kept: everything", .everything, "500000"),
        ] {
            let cohort =
                try (0..<3).map { _ in try year(keeping: retention) }.min { $0.seconds < $1.seconds } ?? Cohort()
            cohorts.append(cohort)
            table.rows.append([
                name, "\(cohort.renewals)", Table.rounded(cohort.seconds), "\(Int(cohort.rate))", ">= " + bar,
            ])
        }
        table.printAligned()
        return cohorts[0]
    }

    private static func year(keeping retention: HistoryRetention) throws -> Cohort {
        var fastest = [Double](repeating: .infinity, count: Cohort.months)
        var renewals = 0
        for _ in 0..<3 {
            let population = try Population(Cohort.subscribers, keeping: retention, keepsCustomers: true)
            population.store.failureRate = Population.failures
            var cancelling = Chance(seed: 11)
            renewals = 0
            for month in 0..<Cohort.months {
                let time = try Measure.seconds { renewals += try population.month(cancelling: &cancelling) }
                fastest[month] = min(fastest[month], time)
            }
        }
        return Cohort(renewals: renewals, seconds: fastest.reduce(0, +))
    }

    // MARK: - Small and large

    private static func costOfAnEvent() throws {
        let small = try Population(10_000, keeping: .liveOnly)
        let large = try Population(1_000_000, keeping: .liveOnly)
        // The months in the two stores take turns; the fastest day of each counts.
        var (few, many) = (Double.infinity, Double.infinity)
        for _ in 0..<4 {
            for _ in 0..<4 { few = min(few, try costOfAnEvent(in: small)) }
            many = min(many, try costOfAnEvent(in: large))
        }
        Table(rows: [
            ["one event", "\(small.count) subscribers", "\(large.count) subscribers", "ratio", "bar"],
            ["renewal", Table.time(few), Table.time(many), Table.rounded(many / few), "1.30"],
        ]).printAligned()
    }

    /// Returns the nanoseconds of an event on the fastest of the next 31 days.
    private static func costOfAnEvent(in population: Population) throws -> Double {
        var fastest = Double.infinity
        for _ in 0..<31 {
            var events = 0
            let time = try Measure.seconds { events = try population.store.advance(by: .days(1)).entries.count }
            // There are no renewals on the last days of a month.
            if events > population.count / 56 { fastest = min(fastest, time * 1e9 / Double(events)) }
        }
        return fastest
    }

    private static func costOfNothing() throws {
        let stores = try [1, 1_000_000].map { try Population($0, keeping: .liveOnly).store }
        let timings = Measure.interleaved(
            stores.map { store in
                Candidate(name: "advance") { (try? store.advance(by: .milliseconds(1))) == nil ? 0 : 1 }
            }, rounds: 11)
        guard let one = timings.first?.median, let many = timings.last?.median else { return }
        Table(rows: [
            ["nothing is due", "1 subscriber", "1000000 subscribers", "ratio", "bar"],
            ["advance", Table.time(one), Table.time(many), Table.rounded(many / one), "1.50"],
        ]).printAligned()
    }

    // MARK: - One life

    /// Prints the time of one test-sized life.
    ///
    /// - Throws: An error of the life.
    static func oneLife() throws {
        let catalog = try Population.catalog()
        _ = try live(in: catalog)
        let life = Candidate(name: "one life") { (try? live(in: catalog)) ?? 0 }
        guard let timing = Measure.interleaved([life]).first else { return }
        Table(rows: [
            ["one life", "time", "fastest", "bar, release", "bar, debug"],
            [
                "buy, 12 renewals, failure, grace, recovery, cancel, expire", Table.time(timing.median),
                Table.time(timing.fastest), "15 us", "400 us",
            ],
        ]).printAligned()
    }

    /// Plays one subscriber's life, from the purchase to the end, in a store of their own.
    ///
    /// - Parameter catalog: The catalogue.
    /// - Returns: 1, for one life, at whose end the customer has no access.
    /// - Throws: An error of the life.
    static func live(in catalog: Catalog) throws -> Int {
        let store = Store(catalog: catalog, gracePeriod: BillingGracePeriod(.sixteenDays))
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("monthly")
        try store.advance(by: .months(12))
        customer.paymentMethod = .declining
        try store.advance(by: .days(31))
        customer.paymentMethod = .working
        try customer.setAutoRenew(false, inGroup: "news")
        try store.advance(by: .months(2))
        return device.currentEntitlements.isEmpty ? 1 : 0
    }
}
