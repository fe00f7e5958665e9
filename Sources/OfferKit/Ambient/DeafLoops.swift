/// Loops that began in an empty slot while tests ran whose stores they cannot reach (C-218).
struct DeafLoops: Sendable {
    struct Loop: Sendable {
        let origin: ListenerOrigin
        /// The tests that ran when it began, by number.
        let suspects: [Int: String]
        /// The tests that were over shortly before: a task of theirs may have had its first turn late.
        let over: [String]
    }

    /// So many tests that are over are remembered.
    private static let mostOver = 3

    private var tests: [Int: String] = [:]
    /// The names of those that were over last.
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

    /// A loop begins in the empty slot, in a task that may be any test's.
    mutating func note(_ origin: ListenerOrigin) {
        if !tests.isEmpty { loops.append(Loop(origin: origin, suspects: tests, over: over)) }
    }

    /// A device came into the slot: whoever listens there hears it.
    mutating func deviceCame() {
        loops = []
    }

    /// A test is over.
    ///
    /// - Parameter number: Its number.
    /// - Returns: The loops that nobody else can have begun of those who still run.
    mutating func end(_ number: Int) -> [Loop] {
        if let name = tests.removeValue(forKey: number) { over = (over + [name]).suffix(DeafLoops.mostOver) }
        if tests.isEmpty { isTaskOfTest = nil }
        let mine = loops.filter { loop in
            loop.suspects[number] != nil && !loop.suspects.keys.contains { $0 != number && tests[$0] != nil }
        }
        loops.removeAll { loop in loop.suspects[number] != nil && !loop.suspects.keys.contains { tests[$0] != nil } }
        return mine
    }

    /// What there is to say of them.
    static func words(for loops: [Loop]) -> String {
        let named = loops.prefix(8).map { loop in
            let place = loop.origin.place.description
            let tests = loop.suspects.sorted { $0.key < $1.key }.map(\.value).joined(separator: ", ")
            let late = loop.over.isEmpty ? "" : ", or one that was just over: \(loop.over.joined(separator: ", "))"
            let others =
                loop.suspects.count == 1 && late.isEmpty ? "" : " (one of these tests began it: \(tests)\(late))"
            return "\n- \(loop.origin.call)\(place.isEmpty ? "" : ", read at \(place)")\(others)"
        }
        let rest = loops.count - named.count
        return """
            A loop heard nothing: it was begun in a detached task, which the trait .store() does not reach. Read the sequence \
            before the task begins (let updates = Transaction.updates; Task.detached { for await update in updates { … } }), or \
            give the test the trait .store(reach: .process). A test without a trait \
            that ran at the same time may have begun it, too.\(named.joined())\(rest > 0 ? "\n- and \(rest) more" : "")
            """
    }
}
