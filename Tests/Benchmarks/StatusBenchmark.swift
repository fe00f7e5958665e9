import Foundation
import OfferKit
import OfferKitCore
import OfferKitServer

/// Times the answers of the App Store Server API: reading the state, and the addition of signing.
enum StatusBenchmark {
    /// Prints a table: the time of one answer, the number in a second, and the number required.
    ///
    /// The store has 1,000 customers with one subscription each, after a year, and every answer is another customer's.
    static func run() throws {
        let store = Store(
            catalog: try Catalog(groups: [
                .group("plans", [.subscription("pro", level: 1, period: .monthly, price: 9.99)])
            ]), environment: .sandbox)
        let ids = try (0..<1_000).map { _ in try store.addCustomer().addDevice().purchase("pro").id }
        try store.advance(by: .months(11))
        let api = store.openAppStoreServerAPI()
        let state = store.state
        let chain = store.signingChain
        var place = 0
        func next() -> UInt64 {
            place = (place + 1) % ids.count
            return ids[place]
        }
        func answer(_ id: UInt64) -> ServerAnswer? {
            (try? state.serverCustomer(String(id))).map { ServerAnswer(statusesOf: $0, [], in: state) }
        }
        func size(_ path: String) -> Int {
            api.response(to: AppStoreServerRequest(path: path), at: Date(timeIntervalSince1970: 0)).body.count
        }
        let lines: [(candidate: Candidate, bar: Double?)] = [
            (Candidate(name: "statuses, unsigned") { answer(next())?.json { _ in "" }.count ?? 0 }, 20_000),
            (Candidate(name: "statuses, signed") { answer(next())?.json(signing: chain.jws(of:)).count ?? 0 }, nil),
            (
                Candidate(name: "statuses, from request to response") { size("/inApps/v1/subscriptions/\(next())") },
                6_000
            ),
            (
                Candidate(name: "a history of 12, from request to response") { size("/inApps/v2/history/\(next())") },
                nil
            ),
            (
                Candidate(name: "a transaction, from request to response") {
                    size("/inApps/v1/transactions/\(next())")
                }, nil
            ),
        ]
        let timings = Measure.interleaved(lines.map(\.candidate))
        var table = Table(rows: [["answer", "time", "fastest", "per second", "of fastest", "at least"]])
        for (line, timing) in zip(lines, timings) {
            table.rows.append([
                line.candidate.name, Table.time(timing.median), Table.time(timing.fastest),
                String(Int(1e9 / timing.median)), String(Int(1e9 / timing.fastest)),
                line.bar.map { String(Int($0)) } ?? "",
            ])
        }
        table.printAligned()
    }
}
