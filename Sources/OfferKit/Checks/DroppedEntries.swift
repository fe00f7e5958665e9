/// The products, offers and values of a `.storekit` file that a store made from it lacks.
package struct DroppedEntries: Sendable {
    /// The file's path.
    package let path: String
    /// The line of the first of them, from 1.
    package let line: Int
    /// The column of the first of them, from 1.
    package let column: Int
    private let warnings: [StoreKitConfiguration.Warning]

    /// The most entries that are listed one by one.
    private static let most = 5

    init?(_ warnings: [StoreKitConfiguration.Warning], of path: String) {
        let left = warnings.filter(\.kind.leavesOut)
        guard let first = left.first else { return nil }
        (self.path, self.warnings) = (path, left)
        (line, column) = (max(1, first.position.line), max(1, first.position.column))
    }

    /// The text of an issue that is recorded at `line` and `column`.
    package var text: String {
        let listing = warnings.listing(atMost: DroppedEntries.most) {
            "\($0.position.line):\($0.position.column): \($0). \($0.kind.advice)"
        }
        return """
            \(path) holds what the store leaves out:\(listing)
            Put it right in the file, or have checks: without .droppedEntries.
            """
    }

    /// The text in lines for the standard error stream.
    private var lines: String {
        var lines = warnings.prefix(DroppedEntries.most).map {
            "OfferKit: \(path):\($0.position.line):\($0.position.column): \($0)\n"
        }
        if warnings.count > lines.count {
            lines.append(
                "OfferKit: \(path): \(warnings.count - lines.count) more are left out; configurationProblems has them all.\n"
            )
        }
        return lines.joined()
    }

    // MARK: - Reporting

    /// The closure that gets the entries dropped from files that a task opens, or a task that it makes.
    ///
    /// Called once for each file and process. Where it is nil, the standard error stream gets the text.
    @TaskLocal package static var listener: (@Sendable (DroppedEntries) -> Void)?
    /// The texts already reported, to tests and on the stream.
    private static let told = Locked<Set<String>>([])
    /// The most texts that are remembered; others are reported each time.
    private static let mostRemembered = 1_000

    /// Reports the entries once, to the running test or else on the standard error stream.
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
    /// Reports once which products and offers a store of this file will not sell.
    package func sayWhatIsLeftOut(of path: String) {
        DroppedEntries(warnings, of: path)?.tell()
    }
}
