package import Foundation
import LineProtocol
import OfferKit

/// One conversation, in which every line is answered with one line, blank ones too.
package struct CheckSession {
    private let clock: @Sendable () -> Date
    private var lineNumber = 0

    /// - Parameter clock: The store's clock for a line without one; the system's unless given.
    package init(clock: @escaping @Sendable () -> Date = { Date() }) {
        self.clock = clock
    }

    /// Answers a line with a line.
    ///
    /// - Parameter line: The bytes of a line, without its line break.
    /// - Returns: A JSON object, without a line break.
    package mutating func answer(to line: [UInt8]) -> String {
        lineNumber += 1
        var id: String?
        var answer: Answer
        do {
            let object = try LineObject(line)
            id = object.text(of: "id")
            answer = try CheckSession.answer(to: object, at: clock())
        } catch {
            answer = Answer(unreadable: error, line: lineNumber)
        }
        do {
            return try LineText.of(answer, id: id)
        } catch {
            return "{\"error\":\"unwritable\",\"line\":\(lineNumber),\"verdict\":\"unreadable\"}"
        }
    }

    /// Answers a line given as text.
    package mutating func answer(to line: String) -> String {
        answer(to: Array(line.utf8))
    }

    private static func answer(to object: LineObject, at now: Date) throws -> Answer {
        if object.has("sign") {
            let line = try object.decode(ClosedLine<SigningLine>.self).value
            return Answer(signed: try line.sign.value.jws())
        }
        let question = try object.decode(ClosedLine<Question>.self).value
        guard let refusal = try Bench(question, at: question.now?.date ?? now).refusal() else { return Answer.accepted }
        return Answer(refusal)
    }
}
