import Foundation
import OfferKit

/// Times `verifyReceipt`, and a notification of version 1, for a customer with many purchases.
enum ReceiptBenchmark {
    /// Prints a table: the time of one answer, and the longest time allowed.
    ///
    /// The customer has 1,000 transactions, half of them renewals of a weekly subscription, and half unfinished
    /// consumables.
    static func run() throws {
        let store = Store(
            catalog: try Catalog(
                groups: [.group("plans", [.subscription("pro", level: 1, period: .weekly, price: 0.99)])],
                products: [.consumable("coins", price: 0.99)]), environment: .sandbox)
        store.setKeepsNotifications(true, version: .v1)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("pro")
        for _ in 0..<500 { try device.purchase("coins") }
        try store.advance(by: .days(7 * 499))
        try customer.setAutoRenew(false, inGroup: "plans")
        guard let receipt = device.appReceipt, let told = store.notifications.last else { return }
        let body = ReceiptRequest(receipt: receipt, password: store.sharedSecret).json
        let short = ReceiptRequest(receipt: receipt, password: store.sharedSecret, excludesOldTransactions: true).json
        let answer = try ReceiptAnswer(json: store.verifyReceipt(body).body)
        print("\(answer.latestReceiptInfo?.count ?? 0) transactions, \(answer.json.count) bytes")
        let lines: [(candidate: Candidate, bar: Double?)] = [
            (Candidate(name: "verifyReceipt, 1,000 transactions") { store.verifyReceipt(body).body.count }, 5e6),
            (Candidate(name: "without old transactions") { store.verifyReceipt(short).body.count }, nil),
            (Candidate(name: "a notification of version 1") { told.version1Body()?.count ?? 0 }, nil),
        ]
        let timings = Measure.interleaved(lines.map(\.candidate), roundLength: .milliseconds(20))
        var table = Table(rows: [["answer", "time", "fastest", "at most"]])
        for (line, timing) in zip(lines, timings) {
            table.rows.append([
                line.candidate.name, Table.time(timing.median), Table.time(timing.fastest),
                line.bar.map { Table.time($0) } ?? "",
            ])
        }
        table.printAligned()
    }
}
