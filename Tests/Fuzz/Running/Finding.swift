import Foundation

/// The folder for the temporary files of a run.
enum Scratch {
    /// The variable with the folder, for the processes of a run.
    static let variable = "OFFERKIT_FUZZ_SCRATCH"

    /// The run's own folder, which it removes with its content; the system's without a run.
    static var folder: URL {
        ProcessInfo.processInfo.environment[variable].map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory
    }
}

/// A failure: its input, and its text.
struct Finding {
    let reader: String
    let seed: UInt64
    /// The number of the input; nil where the reader could not be prepared.
    let number: Int?
    let what: String
    /// The file with the input.
    let path: String?

    /// The text for people.
    var text: String {
        let command =
            number.map { "swift run fuzz --replay \(reader) \(seed) \($0)" } ?? "swift run fuzz --reader \(reader)"
        return """
            FAILED \(reader), seed \(seed), \(number.map { "input \($0)" } ?? "being made ready"): \(what)
                input: \(path ?? "none")
                again: \(command)
            """
    }

    /// The text as one line, for the parent process.
    var line: String {
        let words = what.replacing("\n", with: " ").replacing("\t", with: " ")
        return "\(reader)\t\(number ?? -1)\t\(path ?? "")\t\(words.prefix(600))\n"
    }

    init(_ reader: String, seed: UInt64, number: Int?, _ what: String, path: String?) {
        (self.reader, self.seed, self.number, self.what, self.path) = (reader, seed, number, what, path)
    }

    init?(line: Substring, seed: UInt64) {
        let parts = line.split(separator: "\t", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let number = Int(parts[1]) else { return nil }
        self.init(
            parts[0], seed: seed, number: number < 0 ? nil : number, parts[3], path: parts[2].isEmpty ? nil : parts[2])
    }

    /// Returns the path of a failed input's file.
    static func path(of reader: String, seed: UInt64, number: Int) -> String {
        FileManager.default.temporaryDirectory.appending(path: "fuzz-\(reader)-\(seed)-\(number)").path
    }

    /// Saves an input.
    static func keep(_ input: [UInt8], of reader: String, seed: UInt64, number: Int) -> String? {
        let path = path(of: reader, seed: seed, number: number)
        return FileManager.default.createFile(atPath: path, contents: Data(input)) ? path : nil
    }
}
