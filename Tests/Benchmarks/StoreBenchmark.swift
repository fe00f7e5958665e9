import OfferKit

/// Times purchases in a small store and in a large one: the cost of one must not grow with the store.
enum StoreBenchmark {
    private static let small = 1_000
    private static let large = 100_000

    /// Prints the table: the time of one operation in each store, and their ratio.
    static func run() throws {
        let stores = try [small, large].map { try store(withSubscribers: $0) }
        var table = Table(rows: [["operation", "\(small) subscribers", "\(large) subscribers", "ratio", "bar"]])
        let names = ["buy a consumable", "add a customer who subscribes", "a refused purchase"]
        let candidates = names.flatMap { name in stores.map { Candidate(name: name, body: body(name, $0)) } }
        var timings = Measure.interleaved(candidates)[...]
        for name in names {
            guard let few = timings.popFirst(), let many = timings.popFirst() else { break }
            table.rows.append([
                name, Table.time(few.median), Table.time(many.median), Table.rounded(many.median / few.median), "2.00",
            ])
        }
        table.printAligned()
    }

    private static func store(withSubscribers count: Int) throws -> Store {
        let store = Store(
            catalog: try Catalog(
                groups: [.group("news", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])],
                products: [.consumable("coins", price: 0.99)]), keeping: .transactions)
        for _ in 0..<count { try store.device(for: store.addCustomer()).purchase("monthly") }
        return store
    }

    private static func body(_ name: String, _ store: Store) -> () -> Int {
        let device = store.device(for: store.addCustomer())
        return switch name {
        case "buy a consumable":
            { (try? device.purchase("coins")) == nil ? 0 : 1 }
        case "add a customer who subscribes":
            { (try? store.device(for: store.addCustomer()).purchase("monthly")) == nil ? 0 : 1 }
        default:
            { (try? device.purchase("gone")) == nil ? 0 : 1 }
        }
    }
}
