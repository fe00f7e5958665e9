import Foundation
import LineProtocol
import OfferKit
import OfferKitSamples

/// One run of the program: its arguments, and its streams.
package struct ShellProgram {
    /// The source of lines, and the destination of answers.
    package struct Surroundings: Sendable {
        package var input: Int32
        package var output: Int32
        /// Whether a person types the lines: then there is a prompt, and a failed command does not end the program.
        package var isInteractive: Bool
        package var hasColours: Bool
        /// Writes a message about a fault.
        package var say: @Sendable (String) -> Void

        package init(
            input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, isInteractive: Bool, hasColours: Bool,
            say: @escaping @Sendable (String) -> Void
        ) {
            self.input = input
            self.output = output
            self.isInteractive = isInteractive
            self.hasColours = hasColours
            self.say = say
        }
    }

    /// The statuses of the program.
    private enum Status {
        static let done: Int32 = 0
        static let failed: Int32 = 1
        static let misused: Int32 = 2
    }

    /// The longest line in bytes, longer than anybody types.
    package static let longestLine = 10_000

    private let arguments: [String]
    private let surroundings: Surroundings

    /// - Parameters:
    ///   - arguments: The arguments of the program, without its own name.
    ///   - surroundings: The program's streams.
    package init(_ arguments: [String], in surroundings: Surroundings) {
        self.arguments = arguments
        self.surroundings = surroundings
    }

    /// Carries out every line until there are no more, or until one of a script fails.
    ///
    /// - Returns: The status of the program.
    package func run() -> Int32 {
        var names = arguments
        if names.first == "--" {
            names.removeFirst()
        } else if names == ["--help"] || names == ["-h"] {
            return print(ShellProgram.help) == nil ? Status.done : Status.failed
        } else if let option = names.first(where: { $0.hasPrefix("-") }) {
            return misuse("There is no option \(VisibleText.quoted(option)). There is --help.")
        }
        guard names.count <= 1 else { return misuse("Name one .storekit file, or none for the sample shop.") }
        guard let store = open(names.first) else { return Status.misused }
        return converse(with: Shell(store))
    }

    private func misuse(_ text: String) -> Int32 {
        surroundings.say("storeshell: \(text)\nUsage: swift run storeshell [file.storekit]\n")
        return Status.misused
    }

    /// Opens a file, or the sample shop, and prints its problems; nil where it cannot be read.
    private func open(_ path: String?) -> Store? {
        guard let path else { return (try? StoreKitConfiguration.sample()).map { Store($0) } }
        let url = URL(fileURLWithPath: path)
        for problem in StoreKitConfiguration.problems(inFileAt: url) {
            surroundings.say(PlainLine.of("\(path):\(problem)") + "\n")
        }
        return (try? StoreKitConfiguration(contentsOf: url)).map { Store($0) }
    }

    // MARK: - Lines

    private func converse(with beginning: Shell) -> Int32 {
        var shell = beginning
        var reader = LineReader(surroundings.input, longest: ShellProgram.longestLine)
        var number = 0
        if surroundings.isInteractive, let fault = print(ShellProgram.greeting) { return end(fault) }
        while !shell.isDone {
            if surroundings.isInteractive, let fault = write(shell.prompt) { return end(fault) }
            do {
                guard let line = try reader.next() else {
                    // The prompt of a terminal is there with nothing after it.
                    return surroundings.isInteractive ? write("\n").map(end) ?? Status.done : Status.done
                }
                number += 1
                let page = try shell.answer(to: ShellProgram.text(of: line, isFirst: number == 1))
                if let fault = print(page) { return end(fault) }
            } catch let error as LineReadError {
                surroundings.say("storeshell: The lines cannot be read: \(error.reason).\n")
                return Status.failed
            } catch {
                let text = "\(error)".split(separator: "\n", omittingEmptySubsequences: false)
                    .map { PlainLine.of(String($0)) }.joined(separator: "\n")
                surroundings.say(surroundings.isInteractive ? "\(text)\n" : "line \(number): \(text)\n")
                if !surroundings.isInteractive { return Status.failed }
            }
        }
        return Status.done
    }

    /// Returns the text of a line.
    private static func text(of line: [UInt8], isFirst: Bool) throws(ShellError) -> String {
        guard line.count <= longestLine else { throw .lineTooLong(longestLine) }
        let hasMark = isFirst && line.starts(with: [0xEF, 0xBB, 0xBF])
        guard let text = String(bytes: line.dropFirst(hasMark ? 3 : 0), encoding: .utf8) else { throw .notUTF8 }
        return text
    }

    // MARK: - Writing

    private func print(_ page: Page) -> DescriptorOutput.Fault? {
        write(page.text(inColour: surroundings.hasColours))
    }

    private func write(_ text: String) -> DescriptorOutput.Fault? {
        DescriptorOutput.write(text, to: surroundings.output)
    }

    private func end(_ fault: DescriptorOutput.Fault) -> Int32 {
        if !fault.isClosedPipe { surroundings.say("storeshell: The answer cannot be written: \(fault).\n") }
        return Status.failed
    }

    private static let greeting: Page = {
        var page = Page()
        page.add("A store to explore. help lists the commands; quit, or Ctrl-D, leaves.", .note)
        return page
    }()

    /// The text of the option `--help`.
    private static var help: Page {
        var page = Page()
        page.add("storeshell explores the store of a .storekit file, or the sample shop without one.")
        page.add("")
        page.add("    swift run storeshell [file.storekit]")
        page.add("    swift run storeshell [file.storekit] < script")
        page.add("")
        page.append(Help.all)
        return page
    }
}
