public import Logging
import NIOConcurrencyHelpers

/// What a server logs, for a test to read.
public final class LogLines: Sendable {
    private let lines = NIOLockedValueBox<[String]>([])

    /// Nothing yet.
    public init() {}

    /// The lines from the level info on: level, message, and each metadata as `name=value`.
    public var texts: [String] { lines.withLockedValue { $0 } }

    /// A logger whose lines come here.
    public var logger: Logger {
        let lines = lines
        return Logger(label: "test") { _ in Handler(keep: { line in lines.withLockedValue { $0.append(line) } }) }
    }

    private struct Handler: LogHandler {
        let keep: @Sendable (String) -> Void
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(
            level: Logger.Level, message: Logger.Message, metadata: Logger.Metadata?, source: String, file: String,
            function: String, line: UInt
        ) {
            let words = (metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            keep((["\(level)", "\(message)"] + words).joined(separator: " "))
        }
    }
}
