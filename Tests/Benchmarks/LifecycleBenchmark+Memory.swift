import Foundation
import OfferKit

extension LifecycleBenchmark {
    /// Prints how many bytes of memory a subscriber and a kept transaction take.
    ///
    /// A subscription is charged with a millionth of all that the process has more than before: the customer, what is known
    /// of their devices, the subscription, its latest transaction, what falls due, every table's reserve that was ever
    /// written to, and the code and the system's tables that a store uses, which stand in a row of their own as well. Memory
    /// that was freed does not count. A transaction is charged with its part of what ten months add to a store whose
    /// subscribers were there before.
    ///
    /// - Throws: Whatever keeps them from subscribing.
    static func measureMemory() throws {
        guard let before = residentBytes() else { return print("bytes: this system does not tell") }
        let count = 1_000_000
        let one = try Population(1, keeping: .liveOnly)
        try one.store.advance(by: .months(1))
        let withOne = residentBytes() ?? before
        let live = try Population(count, keeping: .liveOnly)
        // Renewed once, which is how they spend their lives.
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

    /// The memory of this process that is really there, from Linux's own account of it, once what was freed has been given
    /// back; nil elsewhere.
    private static func residentBytes() -> Int? {
        _ = giveBackFreedMemory?(0)
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
    }

    /// `malloc_trim` of glibc, which Swift's module of it does not show; nil elsewhere.
    private static let giveBackFreedMemory: (@convention(c) (Int) -> CInt)? = {
        guard let symbol = dlsym(nil, "malloc_trim") else { return nil }
        return unsafeBitCast(symbol, to: (@convention(c) (Int) -> CInt).self)
    }()
}
