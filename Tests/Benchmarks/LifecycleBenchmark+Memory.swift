import Foundation
import OfferKit

extension LifecycleBenchmark {
    /// Prints the bytes of memory that a subscriber and a kept transaction take.
    ///
    /// A subscription is charged with a millionth of the process's additional memory: the customer, the facts of their
    /// devices, the subscription, its latest transaction, its due items, every table's reserve that was ever written
    /// to, and the code and the system's tables that a store uses, which also have a row of their own. Freed memory
    /// does not count. A transaction is charged with its part of the memory that ten months add to a store with present
    /// subscribers.
    ///
    /// - Throws: An error of subscribing.
    static func measureMemory() throws {
        guard let before = residentBytes() else { return print("bytes: this system does not tell") }
        let count = 1_000_000
        let one = try Population(1, keeping: .liveOnly)
        try one.store.advance(by: .months(1))
        let withOne = residentBytes() ?? before
        let live = try Population(count, keeping: .liveOnly)
        // Each has renewed once, as subscriptions have for most of their lives.
        try live.store.advance(by: .months(1))
        let withAll = residentBytes() ?? before

        let kept = try Population(100_000, keeping: .transactions)
        try kept.store.advance(by: .months(1))
        let first = residentBytes() ?? 0
        let made = try kept.store.advance(by: .months(10)).renewed
        let last = residentBytes() ?? first
        func each(_ bytes: Int, of count: Int) -> String { Table.rounded(Double(bytes) / Double(max(count, 1))) }
        Table(rows: [
            ["resident bytes, whole process", "each", "bar"],
            ["a live subscription, of \(count), with all its store has", each(withAll - before, of: count), "<= 160"],
            ["of that, what a store of one has", each(withOne - before, of: count), ""],
            ["a kept transaction, of \(made)", each(last - first, of: made), "<= 64"],
        ]).printAligned()
        withExtendedLifetime((one, live, kept)) {}
    }

    /// Returns the resident memory of this process by Linux's account, once freed memory is returned; nil elsewhere.
    private static func residentBytes() -> Int? {
        _ = giveBackFreedMemory?(0)
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// The function `malloc_trim` of glibc, which Swift's module of it lacks; nil elsewhere.
    private static let giveBackFreedMemory: (@convention(c) (Int) -> CInt)? = {
        guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
        return unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
    }()
}
