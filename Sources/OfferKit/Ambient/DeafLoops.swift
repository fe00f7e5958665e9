/// Loops that began in an empty slot while tests ran whose stores they cannot reach (C-218).
struct DeafLoops: Sendable {
    struct Loop: Sendable {
        let origin: ListenerOrigin
        /// The tests that ran when the loop began, by number.
        let suspects: [Int: String]
        /// The tests that had ended shortly before: a task of one of them may have begun the loop late.
        let over: [String]

        /// Returns whether the place of the loop is in the function of a test.
        func isIn(_ test: String) -> Bool {
            let place = origin.place.description
            return place.contains("." + test) || place.hasSuffix(" " + test)
        }
    }

    /// The most ended tests that are remembered.
    private static let mostOver = 3

    private var tests: [Int: String] = [:]
    /// The names of the tests that ended last.
    private var over: [String] = []
    private var loops: [Loop] = []
    private var lastNumber = 0
    /// Whether the running task is known to be some test's; nil while no test runs.
    private(set) var isTaskOfTest: (@Sendable () -> Bool)?

    mutating func begin(_ name: String, _ isTaskOfTest: @escaping @Sendable () -> Bool) -> Int {
        self.isTaskOfTest = isTaskOfTest
        lastNumber += 1
        tests[lastNumber] = name
        return lastNumber
    }

    /// Records a loop that begins in the empty slot, in a task that may belong to any test.
    ///
    /// Where the place of the loop is in the function of one of them, it alone is suspected.
    mutating func note(_ origin: ListenerOrigin) {
        guard !tests.isEmpty else { return }
        let loop = Loop(origin: origin, suspects: tests, over: over)
        let named = tests.count == 1 ? [:] : tests.filter { loop.isIn($0.value) }
        loops.append(named.isEmpty ? loop : Loop(origin: origin, suspects: named, over: []))
    }

    /// Forgets all loops, because a device came into the slot and they hear it.
    mutating func deviceCame() {
        loops = []
    }

    /// Ends a test, and returns the loops that it must answer for.
    ///
    /// - Parameter number: The test's number.
    /// - Returns: The loops that no other test still running can have begun.
    mutating func end(_ number: Int) -> [Loop] {
        if let name = tests.removeValue(forKey: number) { over = (over + [name]).suffix(DeafLoops.mostOver) }
        if tests.isEmpty { isTaskOfTest = nil }
        let mine = loops.filter { loop in
            loop.suspects[number] != nil && !loop.suspects.keys.contains { $0 != number && tests[$0] != nil }
        }
        loops.removeAll { loop in loop.suspects[number] != nil && !loop.suspects.keys.contains { tests[$0] != nil } }
        return mine
    }

    /// Returns the complaint about loops that heard nothing.
    static func words(for loops: [Loop]) -> String {
        let listing = loops.listing(atMost: 8) { loop in
            let place = loop.origin.place.description
            let tests = loop.suspects.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", ")
            let late = loop.over.isEmpty ? "" : ", or one that was just over: \(loop.over.joined(separator: ", "))"
            let others =
                loop.suspects.count == 1 && late.isEmpty ? "" : " (one of these tests began it: \(tests)\(late))"
            return "\(loop.origin.call)\(place.isEmpty ? "" : ", read at \(place)")\(others)"
        }
        return """
            A loop heard nothing: it was begun in a detached task, which the trait .store() does not reach. Read the sequence \
            before the task begins (let updates = Transaction.updates; Task.detached { for await update in updates { … } }), or \
            give the test the trait .store(reach: .process). A test without a trait \
            that ran at the same time may have begun it, too.\(listing)
            """
    }
}
