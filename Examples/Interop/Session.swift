import LineProtocol

/// One conversation: the store made in it, and the count of its lines.
package struct Session {
    private var bench: Bench?
    private var lineNumber = 0
    /// The most entries of the log that one `advance` makes: lives of thousands of years take several lines.
    package let mostEntries: Int

    package init(mostEntries: Int = 100_000) { self.mostEntries = mostEntries }

    /// Answers a line with a line.
    ///
    /// - Parameter line: The bytes of a line, without its line break.
    /// - Returns: A JSON object, without a line break.
    package mutating func answer(to line: [UInt8]) async -> String {
        lineNumber += 1
        var id: String?
        do {
            let object = try LineObject(line)
            id = object.text(of: "id")
            return try LineText.of(try await object.decode(AnyCommand.self).command.run(in: &self), id: id)
        } catch {
            let failure = Failure(error, line: lineNumber)
            return (try? LineText.of(["error": failure], id: id)) ?? "{\"error\":{}}"
        }
    }

    /// Answers a line given as text.
    package mutating func answer(to line: String) async -> String {
        await answer(to: Array(line.utf8))
    }
}

extension Session {
    /// Returns the store that commands act on, with its bench.
    func currentBench() throws -> Bench {
        guard let bench else { throw ProtocolError.noStore }
        return bench
    }

    /// Replaces the store.
    mutating func use(_ bench: Bench) {
        self.bench = bench
    }
}
