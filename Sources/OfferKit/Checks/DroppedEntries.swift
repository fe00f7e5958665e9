import OfferKitCore

/// What a `.storekit` file lost by being read: products and offers that a store of it does not sell.
package struct DroppedEntries: Sendable {
    /// The file.
    package let path: String
    /// Where the first of them stands, from 1.
    package let line: Int
    /// Where in that line, from 1.
    package let column: Int
    private let warnings: [StoreKitConfiguration.Warning]

    /// So many are told one by one.
    private static let most = 5

    init?(_ warnings: [StoreKitConfiguration.Warning], of path: String) {
        let left = warnings.filter(\.kind.leavesOut)
        guard let first = left.first else { return nil }
        (self.path, self.warnings) = (path, left)
        (line, column) = (max(1, first.position.line), max(1, first.position.column))
    }

    /// What there is to say, for an issue that stands at the place.
    package var text: String {
        let told = warnings.prefix(DroppedEntries.most).map {
            "\n- \($0.position.line):\($0.position.column): \($0). \($0.kind.advice)"
        }
        let rest = warnings.count - told.count
        return """
            \(path) holds what the store does not sell:\(told.joined())\(rest > 0 ? "\n- and \(rest) more" : "")
            Put it right in the file, or have checks: without .droppedEntries.
            """
    }

    /// The same in lines for the standard error stream.
    private var lines: String {
        var lines = warnings.prefix(DroppedEntries.most).map {
            "OfferKit: \(path):\($0.position.line):\($0.position.column): \($0)\n"
        }
        if warnings.count > lines.count {
            lines.append(
                "OfferKit: \(path): \(warnings.count - lines.count) more are left out; configurationWarnings has them all.\n"
            )
        }
        return lines.joined()
    }

    // MARK: - Who is told

    @TaskLocal private static var listener: (@Sendable (DroppedEntries) -> Void)?
    /// What was told already, to tests and on the stream.
    private static let told = Locked<Set<String>>([])
    /// More is not remembered, and told each time.
    private static let mostRemembered = 1_000

    /// Runs `body`, and hands over what files lose that are opened in its task and the tasks that it makes.
    ///
    /// - Parameters:
    ///   - listener: Told once for each file and process; where it is nil, the standard error stream is.
    ///   - body: What runs meanwhile.
    /// - Returns: What `body` returns.
    package static func hear<Result>(
        with listener: (@Sendable (DroppedEntries) -> Void)?, during body: () async throws -> Result
    ) async rethrows -> Result {
        try await $listener.withValue(listener, operation: body)
    }

    /// The same for what does not wait.
    package static func hear<Result>(
        with listener: (@Sendable (DroppedEntries) -> Void)?, during body: () throws -> Result
    ) rethrows -> Result {
        try $listener.withValue(listener, operation: body)
    }

    /// Tells the running test, or else the standard error stream, once.
    func tell() {
        let listener = DroppedEntries.listener
        let key = (listener == nil ? "stream " : "test ") + lines
        let isFirst = DroppedEntries.told.withLock { told in
            told.count >= DroppedEntries.mostRemembered ? !told.contains(key) : told.insert(key).inserted
        }
        guard isFirst else { return }
        if let listener { listener(self) } else { StandardError.say(lines) }
    }
}

extension StoreKitConfiguration {
    /// Says once which products and offers a store of this file will not sell.
    package func sayWhatIsLeftOut(of path: String) {
        DroppedEntries(warnings, of: path)?.tell()
    }
}
