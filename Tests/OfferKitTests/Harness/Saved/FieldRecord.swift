import Foundation

/// What was tried on saved stores and what became of it, in a file that outlives the processes that try: a line for each
/// attempt, whose second half is written when it is over.
struct FieldRecord {
    private let url: URL

    /// The record that a process keeps, and those that it starts go on with.
    ///
    /// `OFFERKIT_FIELDS_RECORD` names a file that is kept, and that is gone on with if it exists.
    init(ofProcess process: Int32) throws {
        url =
            FieldRecord.given
            ?? FileManager.default.temporaryDirectory.appending(path: "offerkit-fields-\(process).txt")
        if !FileManager.default.fileExists(atPath: url.path) { try Data().write(to: url) }
    }

    private static var given: URL? {
        ProcessInfo.processInfo.environment["OFFERKIT_FIELDS_RECORD"].map { URL(filePath: $0) }
    }

    /// Forgets it, unless it is to be kept.
    func remove() {
        if FieldRecord.given == nil { try? FileManager.default.removeItem(at: url) }
    }

    private var lines: [Substring] {
        get throws { String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n") }
    }

    /// How many attempts were begun.
    var count: Int {
        get throws { try lines.count }
    }

    /// What was found that must not be, each with the attempt that showed it.
    var findings: [String] {
        get throws { try lines.filter { $0.contains(FieldRecord.found) }.map { String($0) } }
    }

    private static let found = "\tFOUND\t"

    /// Writes down what is about to be tried.
    func begin(_ attempt: String) throws {
        try append("\n" + FieldRecord.line(attempt).replacing("\u{1}", with: "\t"))
    }

    func end(_ outcome: FieldTrial.Outcome) throws {
        switch outcome {
        case .lived: try append("\tlived")
        case .refused(let text): try append("\trefused\t" + FieldRecord.line(text))
        case .found(let text): try found(text)
        }
    }

    /// Notes what is wrong about the attempt that was begun last.
    func found(_ text: String) throws {
        try append(FieldRecord.found + FieldRecord.line(text))
    }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func append(_ text: String) throws {
        let file = try FileHandle(forWritingTo: url)
        try file.seekToEnd()
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}
