import OfferKit
import OfferKitCrypto

extension SigningBenchmark {
    /// Prints the times of purchases whose JWS is never read, and of those whose is, in one store.
    ///
    /// The addition of reading stands beside one signature: it is the whole cost, and nothing is paid before.
    static func comparePurchases() throws {
        let store = Store(
            catalog: try Catalog(products: [.consumable("coins", price: 0.99)]), keeping: .transactions)
        let device = store.addCustomer().addDevice()
        let key = try P256PrivateKey(rawRepresentation: SHA256.hash([]))
        let names = ["buy a consumable, JWS not read", "buy a consumable, JWS read", "one signature"]
        let timings = Measure.interleaved([
            Candidate(name: names[0]) { (try? device.purchase("coins")) == nil ? 0 : 1 },
            Candidate(name: names[1]) {
                (try? device.purchase("coins"))?.jwsRepresentation(failing: nil).utf8.count ?? 0
            },
            Candidate(name: names[2]) { Int(key.signature(for: []).rawRepresentation[0]) },
        ])
        var table = Table(rows: [["purchases", "time", "fastest", "per second", "of fastest", "signatures"]])
        for (name, timing) in zip(names, timings) {
            table.rows.append([
                name, Table.time(timing.median), Table.time(timing.fastest), String(Int(1e9 / timing.median)),
                String(Int(1e9 / timing.fastest)), Table.rounded(timing.median / timings[2].median),
            ])
        }
        let added = timings[1].median - timings[0].median
        table.rows.append([
            "what reading adds", Table.time(max(0, added)),
            Table.time(max(0, timings[1].fastest - timings[0].fastest)), "", "",
            Table.rounded(max(0, added) / timings[2].median),
        ])
        table.printAligned()
        print()
    }
}
