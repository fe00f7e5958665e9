import Foundation
import OfferKit

/// Times years of subscriptions: how many months of them a second holds, what an event costs in a small store and in a
/// large one, and how many bytes a subscriber takes.
enum LifecycleBenchmark {
    /// Prints the tables, each figure beside its bar.
    static func run() throws {
        // First, while the process holds no memory that was freed and can be used again.
        try bytes()
        try throughput()
        try costOfAnEvent()
        try costOfNothing()
        try oneLife()
    }

    // MARK: - Months in a second

    private static func throughput() throws {
        var table = Table(rows: [["100000 subscribers, 12 months", "months", "seconds", "months/s", "bar"]])
        for (name, retention, bar) in [
            ("kept: what is alive", Retention.liveOnly, "1000000"), ("kept: everything", .everything, "500000"),
        ] {
            var best = 0.0
            var months = 0
            for _ in 0..<3 {
                let population = try Population(100_000, keeping: retention)
                population.store.setFailureRate(FailureRate(share: 0.03, seed: 7, recoversAfterDays: 5))
                var cancelling = Chance(seed: 11)
                months = 0
                var time = 0.0
                for _ in 0..<12 {
                    time += try seconds {
                        for customer in population.customers where cancelling.isBelow(0.08) {
                            // Who has cancelled before cannot do it again.
                            try? customer.setAutoRenew(false, inGroup: "news")
                        }
                        months += try population.store.advance(by: .months(1)).renewed
                    }
                }
                best = max(best, Double(months) / time)
            }
            table.rows.append([
                name, "\(months)", Table.rounded(Double(months) / best), "\(Int(best))", ">= " + bar,
            ])
        }
        table.printAligned()
    }

    // MARK: - Small and large

    private static func costOfAnEvent() throws {
        let small = try Population(10_000, keeping: .liveOnly)
        let large = try Population(1_000_000, keeping: .liveOnly)
        // A few months in each, in turns; the fastest of each counts.
        var (few, many) = (Double.infinity, Double.infinity)
        for round in 0..<3 {
            for _ in 0..<(round == 0 ? 1 : 20) {
                var events = 0
                let time = try seconds { events = try small.store.advance(by: .months(1)).entries.count }
                few = min(few, time / Double(max(events, 1)))
            }
            var events = 0
            let time = try seconds { events = try large.store.advance(by: .months(1)).entries.count }
            many = min(many, time / Double(max(events, 1)))
        }
        Table(rows: [
            ["one event", "10000 subscribers", "1000000 subscribers", "ratio", "bar"],
            ["renewal", Table.time(few * 1e9), Table.time(many * 1e9), Table.rounded(many / few), "2.00"],
        ]).printAligned()
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

    /// Prints what one test-sized life takes.
    static func oneLife() throws {
        let catalog = try Population.catalog()
        let life = Candidate(name: "one life") {
            let store = Store(
                catalog: catalog, gracePeriod: BillingGracePeriod(.sixteenDays))
            let customer = store.addCustomer()
            let device = store.device(for: customer)
            do {
                try device.purchase("monthly")
                try store.advance(by: .months(12))
                customer.setPaymentMethod(.declining)
                try store.advance(by: .days(31))
                customer.setPaymentMethod(.working)
                try customer.setAutoRenew(false, inGroup: "news")
                try store.advance(by: .months(2))
            } catch {
                return 0
            }
            return device.currentEntitlements.count
        }
        guard let timing = Measure.interleaved([life]).first else { return }
        Table(rows: [
            ["one life", "time", "bar, release", "bar, debug"],
            [
                "buy, 12 renewals, failure, grace, recovery, cancel, expire", Table.time(timing.median), "100 us",
                "5000 us",
            ],
        ]).printAligned()
    }

    // MARK: - Bytes

    private static func bytes() throws {
        guard let before = residentBytes() else { return print("bytes: this system does not tell") }
        let count = 1_000_000
        let live = try Population(count, keeping: .liveOnly, keepsCustomers: false)
        try live.store.advance(by: .months(1))
        let perSubscription = Double((residentBytes() ?? before) - before) / Double(count)

        let kept = try Population(100_000, keeping: .transactions, keepsCustomers: false)
        try kept.store.advance(by: .months(1))
        let first = residentBytes() ?? 0
        let made = try kept.store.advance(by: .months(10)).renewed
        let perTransaction = Double((residentBytes() ?? first) - first) / Double(max(made, 1))
        Table(rows: [
            ["bytes of memory", "each", "bar"],
            ["a live subscription, of 1000000", "\(Int(perSubscription))", "<= 256"],
            ["a kept transaction, of \(made)", "\(Int(perTransaction))", "<= 96"],
        ]).printAligned()
        withExtendedLifetime((live, kept)) {}
    }

    /// The memory of this process that is really there, from Linux's own account of it; nil elsewhere.
    private static func residentBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * 4_096 } : nil
    }

    /// The time that the processor worked for this process: what else the machine does does not count.
    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = clock()
        try body()
        return Double(clock() - start) / Double(CLOCKS_PER_SEC)
    }
}

/// A store with many subscribers to one monthly product, bought over the days of a month.
private struct Population {
    let store: Store
    let customers: [Customer]

    init(_ count: Int, keeping retention: Retention, keepsCustomers: Bool = true) throws {
        store = Store(catalog: try Population.catalog(), keeping: retention)
        var customers: [Customer] = []
        // Twenty-eight days, so that every month has all of them.
        for day in 0..<28 {
            let (from, to) = (count * day / 28, count * (day + 1) / 28)
            for _ in from..<to {
                let customer = store.addCustomer()
                try store.device(for: customer).purchase("monthly")
                if keepsCustomers { customers.append(customer) }
            }
            try store.advance(by: .days(1))
        }
        self.customers = customers
    }

    static func catalog() throws -> Catalog {
        try Catalog(groups: [.group("news", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])])
    }
}

/// Numbers that look random, the same in every run.
private struct Chance {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func isBelow(_ share: Double) -> Bool {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53 < share
    }
}
