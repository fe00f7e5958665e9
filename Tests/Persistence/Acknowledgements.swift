import Foundation
import OfferKit
import OfferKitCore

/// What a writer said it had done, over all its runs.
struct Acknowledgements {
    struct Lost: Error, CustomStringConvertible {
        let description: String
    }

    private let lines: [Substring]

    init(_ text: String) {
        // A line that was cut off acknowledges nothing.
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().filter { !$0.isEmpty }
    }

    /// Opens the journal, which checks its store, and looks for everything that was acknowledged.
    func check(_ journal: URL) throws {
        let store = try Store(journal: journal)
        let state = store.state
        var last: UInt64 = 0
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let isKept: Bool
            switch words[0] {
            case "customer": isKept = (Int(words[1]) ?? .max) < store.customers.count
            case "code": isKept = state.codes[words[1]] != nil
            case "clock": isKept = (Double(words[1]) ?? .infinity) <= store.now.timeIntervalSince1970
            case "bought":
                let id = UInt64(words[1]) ?? 0
                let place = state.shop.place(of: words[2])
                isKept = state.ledger[id].map { $0.product == place } ?? false
                last = max(last, id)
            default: isKept = true
            }
            guard isKept else { throw Lost(description: "lost: \(line)") }
        }
        if let broken = state.fault() { throw Lost(description: broken) }
        print("\(lines.count) acknowledged and kept, \(state.ledger.last) transactions, clock \(store.now)")
    }
}
