public import Foundation

extension StoreKitConfiguration {
    /// A problem to be put right in a `.storekit` file.
    public struct Problem: Hashable, Sendable {
        /// The severity of a problem.
        public enum Severity: String, Hashable, Sendable {
            /// The file cannot be read, or a product, an offer or a value in it is left out.
            case error
            /// Everything is sold, but perhaps not as intended.
            case warning
        }

        /// The severity of the problem.
        public let severity: Severity
        /// The problem's name for programs, in one word.
        ///
        /// For a file that cannot be read it names a case of ``StoreKitConfigurationError``; otherwise it is a word such
        /// as `unknownProductType`.
        public let name: String
        /// The place in the text.
        public let position: StoreKitConfigurationError.TextPosition
        /// The path by keys, such as `products[0].displayPrice`; empty for the file as a whole.
        public let path: String
        /// The problem and its consequence.
        public let text: String
        /// The advice on how to put it right.
        public let advice: String
    }

    /// The problems of a file that could be read: what was left out, not understood or breaks a limit of App Store Connect.
    ///
    /// Keys and values that were not understood come first, then broken limits, unknown keys and missing keys.
    public var problems: [Problem] { warnings.map { Problem($0) } }

    /// Returns all problems of a file, in the order of its text.
    ///
    /// Reading a configuration ends with the first failure; this goes on with the next product.
    ///
    /// - Parameter url: The file; it may be up to 16 MiB large.
    /// - Returns: The problems; for a file that cannot be opened, the one that says so.
    public static func problems(inFileAt url: URL) -> [Problem] {
        do {
            return problems(in: try content(of: url))
        } catch {
            return [Problem(error, at: nil)]
        }
    }

    /// Returns all problems of a file's content, in the order of its text.
    ///
    /// - Parameter data: UTF-8 text, with or without a byte order mark, up to 16 MiB.
    /// - Returns: The problems.
    public static func problems(in data: Data) -> [Problem] {
        var reader = ConfigurationReader(collecting: true)
        do {
            let configuration = try StoreKitConfiguration(data: data, &reader)
            let failures = reader.failures ?? []
            let places = positions(of: failures.map { $0.path ?? "" }, in: failures.isEmpty ? [] : Array(data))
            let problems =
                zip(failures, places).map { Problem($0, at: $0.position ?? $1) }
                + configuration.problems
            return problems.enumerated().sorted {
                ($0.element.position.byteOffset, $0.offset) < ($1.element.position.byteOffset, $1.offset)
            }.map(\.element)
        } catch {
            return [Problem(error, at: error.path.flatMap { positions(of: [$0], in: Array(data)).first })]
        }
    }
}

extension StoreKitConfiguration.Problem {
    init(_ error: StoreKitConfigurationError, at position: StoreKitConfigurationError.TextPosition?) {
        severity = .error
        name = error.name
        self.position =
            error.position ?? position
            ?? StoreKitConfigurationError.TextPosition(line: 1, column: 1, byteOffset: 0)
        path = error.path ?? ""
        text = error.description
        advice = error.advice
    }

    init(_ warning: StoreKitConfiguration.Warning) {
        severity = warning.kind.leavesOut ? .error : .warning
        name = warning.kind.name
        position = warning.position
        path = warning.path
        text = warning.description
        advice = warning.kind.advice
    }
}

extension StoreKitConfiguration.Problem: CustomStringConvertible {
    /// The line, the column, the severity, the problem and the advice.
    public var description: String {
        "\(position.line):\(position.column): \(severity.rawValue): \(text)\(text.hasSuffix(".") ? "" : ".") \(advice)"
    }
}
