import Foundation

/// A program behind two pipes that answers each line with a line.
final class LineProgram {
    private let name: String
    private let folder: URL
    private var process: Process?
    private var input: FileHandle?
    private var output: FileHandle?
    private var unread: [UInt8] = []

    init(_ name: String) throws {
        self.name = name
        folder = Scratch.folder.appending(
            path: "fuzz-\(name)-\(ProcessInfo.processInfo.processIdentifier)")
        // Files that the program writes stay in this folder.
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        _ = try program()
    }

    deinit {
        end()
        try? FileManager.default.removeItem(at: folder)
    }

    private func program() throws -> URL {
        guard let own = Bundle.main.executableURL else { throw Broken("the program does not know where it is") }
        let program = own.deletingLastPathComponent().appending(path: name)
        guard FileManager.default.isExecutableFile(atPath: program.path) else {
            throw Broken("\(program.path) is not there; swift build --product \(name) makes it")
        }
        return program
    }

    private func begin() throws {
        let (process, toIt, fromIt) = (Process(), Pipe(), Pipe())
        process.executableURL = try program()
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardInput = toIt
        process.standardOutput = fromIt
        process.standardError = FileHandle.standardError
        try process.run()
        (self.process, input, output) = (process, toIt.fileHandleForWriting, fromIt.fileHandleForReading)
        unread = []
    }

    /// Ends the program; the next line starts it again.
    func end() {
        guard let process else { return }
        try? input?.close()
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        (self.process, input, output) = (nil, nil, nil)
    }

    /// Waits for a part of an answer; nil where none comes, or the program has ended.
    private func part() -> Data? {
        guard let output else { return nil }
        var wanted = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, LineProgram.patience) > 0 else { return nil }
        let data = output.availableData
        return data.isEmpty ? nil : data
    }

    /// The longest time for an answer in milliseconds: less than that of the asking process.
    private static let patience: Int32 = 40_000

    /// Whether the next line is the first that the program reads.
    var isFresh: Bool { process == nil }

    /// Returns the answer to a line.
    ///
    /// - Throws: ``Broken`` where there is none, or it is not one line with one object.
    func answer(to line: [UInt8]) throws -> String {
        if isFresh { try begin() }
        do { try input?.write(contentsOf: Data(line + [UInt8(ascii: "\n")])) } catch { throw death() }
        while !unread.contains(UInt8(ascii: "\n")) {
            guard let part = part() else { throw death() }
            unread += part
        }
        let answer = unread
        unread = []
        guard answer.firstIndex(of: UInt8(ascii: "\n")) == answer.count - 1 else {
            end()
            throw Broken("\(name) answers a line with more than one")
        }
        guard answer.first == UInt8(ascii: "{"), answer.dropLast().last == UInt8(ascii: "}") else {
            throw Broken("\(name) answers with no object: \(answer.text.prefix(200))")
        }
        return answer.text
    }

    private func death() -> Broken {
        let status = process.map { process -> String in
            if process.isRunning, poll(nil, 0, 200) == 0, process.isRunning { return "not" }
            return "\(process.terminationReason == .exit ? "with" : "by signal") \(process.terminationStatus)"
        }
        end()
        return Broken("\(name) did not answer; it ended \(status ?? "before")")
    }
}
