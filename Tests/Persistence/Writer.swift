import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples

/// Commands without end to a store in a file, each acknowledged on a line of its own.
struct Writer {
    private let store: Store
    private var chance: SplitMix64
    private let products = ["com.example.pro.monthly", "com.example.basic.weekly", "com.example.coins.100"]

    init(_ journal: URL, seed: UInt64) throws {
        // Small enough for many compactions to be interrupted too.
        var options = JournalOptions(compactsAfter: 50_000)
        // A record takes many writes, so that a kill comes in the middle of one.
        options.largestWrite = 8
        store = try Store(
            journal: journal, startingWith: Store(try .sample(), keeping: .transactions), options: options)
        chance = SplitMix64(seed: seed)
    }

    mutating func run() throws {
        acknowledge("opened")
        while true {
            guard let customer = pick(store.customers), below(12) > 0 else {
                acknowledge("customer \(store.addCustomer().id.rawValue)")
                continue
            }
            switch below(24) {
            case 0...17: try buy(for: customer)
            case 18: acknowledge("code \(try store.createCodes(1, for: "Spring campaign", of: products[0])[0])")
            case 19...22: acknowledge("clock \(try store.advance(by: .hours(below(90))).date.timeIntervalSince1970)")
            // Long enough for the events of one command to fill several records.
            default: acknowledge("clock \(try store.advance(by: .days(200)).date.timeIntervalSince1970)")
            }
        }
    }

    private mutating func buy(for customer: Customer) throws {
        do throws(PurchaseRefusal) {
            let transaction = try customer.addDevice().purchase(pick(products) ?? "")
            acknowledge("bought \(transaction.id) \(transaction.productID)")
        } catch .notRecorded {
            throw store.journalError ?? .notKept
        } catch {}
    }

    /// Written at once and whole: what stands in no buffer cannot be lost with the process.
    private func acknowledge(_ line: String) {
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    private mutating func below(_ bound: Int) -> Int {
        Int(chance.next() % UInt64(bound))
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[below(elements.count)]
    }
}
