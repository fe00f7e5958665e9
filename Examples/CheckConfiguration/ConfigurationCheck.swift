import Foundation
import LineProtocol
import OfferKit

/// One run of the program: its arguments, and its answer to them.
package struct ConfigurationCheck {
    /// The text to print, and the status of the program.
    package struct Answer: Sendable {
        /// Lines of text, or one of JSON, each with its line break.
        package var text: String
        /// 0 for no problem that counts, 1 for warnings that count, 2 for errors.
        package var status: Int32
        /// Whether the arguments are invalid; then nothing was read.
        package var isMisuse = false
    }

    /// The problems of one file.
    struct Report {
        let path: String
        let problems: [StoreKitConfiguration.Problem]

        func count(_ severity: StoreKitConfiguration.Problem.Severity) -> Int {
            problems.count { $0.severity == severity }
        }
    }

    private var paths: [String] = []
    private var isStrict = false
    private var writesJSON = false
    private var asksForHelp = false
    private var unknownOption: String?

    /// - Parameter arguments: The arguments of the program, without its own name.
    package init(_ arguments: [String]) {
        var takesOptions = true
        for argument in arguments {
            guard takesOptions, argument.hasPrefix("-") else {
                paths.append(argument)
                continue
            }
            switch argument {
            case "--": takesOptions = false
            case "--strict": isStrict = true
            case "--json": writesJSON = true
            case "--help", "-h": asksForHelp = true
            default: unknownOption = unknownOption ?? argument
            }
        }
    }

    /// Reads the files and reports their problems.
    package func answer() -> Answer {
        if asksForHelp { return Answer(text: ConfigurationCheck.help, status: 0) }
        if let unknownOption {
            let known = "There are --strict, --json and --help; -- ends the options."
            return Answer(
                text: "There is no option \(PlainLine.of(unknownOption)). \(known)\n", status: 2, isMisuse: true)
        }
        guard !paths.isEmpty else {
            return Answer(
                text: "Name one or more .storekit files, or folders with such files. --help says more.\n", status: 2,
                isMisuse: true)
        }
        let reports = paths.flatMap { self.reports(on: $0) }
        return Answer(
            text: writesJSON ? json(reports) : reports.map(lines).joined() + summary(reports), status: status(reports))
    }

    // MARK: - Files

    private func reports(on path: String) -> [Report] {
        let url = URL(fileURLWithPath: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return [Report(path: path, problems: StoreKitConfiguration.problems(inFileAt: url))]
        }
        let files = ConfigurationFolder(path).files
        guard files.isEmpty else {
            return files.map {
                Report(path: $0, problems: StoreKitConfiguration.problems(inFileAt: URL(fileURLWithPath: $0)))
            }
        }
        // A folder without such a file is a mistake in the call, like a missing file.
        return [Report(path: path, problems: StoreKitConfiguration.problems(inFileAt: url))]
    }

    private func status(_ reports: [Report]) -> Int32 {
        if reports.contains(where: { $0.count(.error) > 0 }) { return 2 }
        return isStrict && reports.contains { $0.count(.warning) > 0 } ? 1 : 0
    }

    // MARK: - Text

    private func lines(_ report: Report) -> String {
        report.problems.map { PlainLine.of("\(report.path):\($0)") + "\n" }.joined()
    }

    private func summary(_ reports: [Report]) -> String {
        func number(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
        let errors = reports.reduce(0) { $0 + $1.count(.error) }
        let warnings = reports.reduce(0) { $0 + $1.count(.warning) }
        return
            "\(number(reports.count, "file")), \(number(errors, "error")), \(number(warnings, "warning")).\n"
    }

    private func json(_ reports: [Report]) -> String {
        struct Row: Encodable {
            let advice, name, path, severity, text: String
            let column, line: Int
        }
        struct File: Encodable {
            let file: String
            let problems: [Row]
        }
        struct Answer: Encodable {
            let errors, warnings: Int
            let files: [File]
        }
        let files = reports.map { report in
            File(
                file: report.path,
                problems: report.problems.map {
                    Row(
                        advice: $0.advice, name: $0.name, path: $0.path, severity: $0.severity.rawValue, text: $0.text,
                        column: $0.position.column, line: $0.position.line)
                })
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let answer = Answer(
            errors: reports.reduce(0) { $0 + $1.count(.error) },
            warnings: reports.reduce(0) { $0 + $1.count(.warning) }, files: files)
        guard let data = try? encoder.encode(answer) else { return "{}\n" }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// The text of the option `--help`.
    static let help = """
        check-configuration reads .storekit files and says what is wrong in them: where, what it means, and what to do.

            swift run check-configuration Shop.storekit
            swift run check-configuration --strict --json Tests

        Of a folder, every .storekit file in it and below it is read, but for what is hidden.

        --strict   warnings count, too
        --json     prints one line of JSON in place of text
        --help     prints this

        It ends with 0 where nothing is wrong, with 1 where there are warnings and --strict is given, and with 2 where a file
        cannot be read, or something in it is not sold.

        """
}
