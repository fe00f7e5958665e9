import Foundation

/// One conversation: the store that was made in it, and a count of the lines.
package struct Session {
    /// The most bytes a line may have, without its line break.
    package static let longestLine = 1_048_576

    private var bench: Bench?
    private var lineNumber = 0

    package init() {}

    /// Answers a line with a line.
    ///
    /// - Parameter line: The bytes of a line, without its line break.
    /// - Returns: A JSON object, without a line break.
    package mutating func answer(to line: [UInt8]) async -> String {
        lineNumber += 1
        do {
            return try Session.text(of: try await Session.command(in: line).run(in: &self))
        } catch {
            let failure = Failure(error, line: lineNumber)
            return (try? Session.text(of: ["error": failure])) ?? "{\"error\":{}}"
        }
    }

    /// The same for text.
    package mutating func answer(to line: String) async -> String {
        await answer(to: Array(line.utf8))
    }

    private static func command(in line: [UInt8]) throws -> any Command {
        guard line.count <= longestLine else { throw ProtocolError.lineTooLong(limit: longestLine) }
        guard String(validating: line, as: UTF8.self) != nil else { throw ProtocolError.notUTF8 }
        return try JSONDecoder().decode(AnyCommand.self, from: Data(line)).command
    }

    private static func text(of answer: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(answer), as: UTF8.self)
    }
}

extension Session {
    /// The store that commands are carried out on.
    func currentBench() throws -> Bench {
        guard let bench else { throw ProtocolError.noStore }
        return bench
    }

    /// Puts a store in the place of the one before.
    mutating func use(_ bench: Bench) {
        self.bench = bench
    }
}
