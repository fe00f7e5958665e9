import Foundation
import OfferKit

/// A program that answers each line with a line, in order and at once.
package struct Conversation: Sendable {
    private let name: String
    private let input: Int32
    private let output: Int32

    /// A conversation on two streams.
    ///
    /// - Parameters:
    ///   - name: The program's name, for messages on standard error.
    ///   - input: The source of lines; standard input unless given.
    ///   - output: The destination of answers; standard output unless given.
    package init(of name: String, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
        self.name = name
        self.input = input
        self.output = output
    }

    /// Answers every line until there are no more.
    ///
    /// - Parameter answer: The answer to a line, without a line break.
    /// - Returns: The reason why it ended early; nil at the end of the input.
    package func run(_ answer: (_ line: [UInt8]) async -> String) async -> String? {
        var reader = LineReader(input)
        do throws(LineReadError) {
            while let line = try reader.next() {
                // The caller waits for the answer, so it is written at once, without a buffer.
                let text = await answer(line)
                if let fault = DescriptorOutput.write("\(text)\n", to: output) {
                    return "\(name): The answer cannot be written: \(fault)."
                }
            }
            return nil
        } catch {
            return "\(name): The lines cannot be read: \(error.reason)."
        }
    }
}

/// The action of a program, by its arguments.
package enum Invocation: Hashable, Sendable {
    /// The program has no arguments, and answers lines.
    case conversation
    /// The program prints a text and ends.
    case text(String)
    /// The arguments are invalid; with the message.
    case wrong(String)

    /// Reads the arguments of a program.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - texts: The texts of the options.
    package init(_ arguments: [String], _ texts: [String: () -> String]) {
        guard let first = arguments.first else {
            self = .conversation
            return
        }
        if arguments.count == 1, let text = texts[first] {
            self = .text(text())
        } else {
            let known = texts.keys.sorted().joined(separator: ", ")
            self = .wrong("There is no option \(VisibleText.quoted(first)): there are \(known).")
        }
    }

    /// Carries the action out.
    ///
    /// - Parameter converse: Answers lines; returns the reason why it ended early.
    /// - Returns: The status of the program.
    package func run(_ converse: () async -> String?) async -> Int32 {
        switch self {
        case .conversation:
            guard let fault = await converse() else { return 0 }
            StandardError.say("\(fault)\n")
            return 1
        case .text(let text):
            print(text)
            return 0
        case .wrong(let text):
            StandardError.say("\(text)\n")
            return 64
        }
    }
}
