import Foundation

/// Lets processes read the inputs, at most one for each core, and restarts one that ends early.
final class Supervisor {
    /// The seconds without progress after which a process counts as hanging.
    static let patience = 60.0
    /// The interval of its checks, in milliseconds.
    private static let interval: Int32 = 200

    private let options: Options
    private let counts: [Int]
    private let folder: String
    private let program: URL
    private var children: [Child] = []
    private(set) var failures = 0

    init(_ options: Options) throws {
        self.options = options
        counts = Reader.counts(of: options.readers, sharing: options.inputs)
        guard let program = Bundle.main.executableURL else { throw Broken("the program does not know where it is") }
        self.program = program
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        self.folder = folder.path
    }

    /// Lets all inputs be read, and prints failures as they come.
    func run() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let cores = max(1, min(ProcessInfo.processInfo.activeProcessorCount, options.inputs))
        for place in 0..<cores {
            children.append(
                try Child(
                    program, options, Share(folder: folder, place: place, count: cores, reader: 0, number: place)))
        }
        let progress = Progress(of: options.inputs)
        while children.contains(where: { !$0.isDone }) {
            // This only waits for a time.
            poll(nil, 0, Supervisor.interval)
            for child in children where !child.isDone {
                for finding in try child.look(patience: Supervisor.patience) {
                    progress.clear()
                    print(finding.text)
                    failures += 1
                }
            }
            progress.show(children.map(\.done).reduce(0, +), children.first { !$0.isDone }?.reader ?? "")
        }
        progress.clear()
    }
}

/// A process that reads a share, restarted whenever it ends too early.
final class Child {
    private let program: URL
    private let options: Options
    private var share: Share
    private var process = Process()
    private var pulse: Pulse?
    private var changed = Stopwatch.wall
    private var wasKilled = false
    /// Inputs read by the processes before this one.
    private var doneBefore = 0
    private var printed = 0
    /// The number of processes that each reader's inputs have ended.
    private var ends: [Int: Int] = [:]
    private(set) var isDone = false

    /// The number of inputs read.
    var done: Int { doneBefore + (pulse?.done ?? 0) }
    /// The reader at work.
    var reader: String { pulse.map { options.readers[$0.reader].name } ?? "" }

    init(_ program: URL, _ options: Options, _ share: Share) throws {
        self.program = program
        self.options = options
        self.share = share
        try Data().write(to: URL(filePath: share.findings))
        try begin()
    }

    private func begin() throws {
        process = Process()
        process.executableURL = program
        var arguments = ["--inputs", "\(options.inputs)", "--seed", "\(options.seed)"]
        if options.readers.count == 1 { arguments += ["--reader", options.readers[0].name] }
        arguments += ["--work", share.folder, "\(share.place)", "\(share.count)", "\(share.reader)", "\(share.number)"]
        process.arguments = arguments
        // Its last words are one line; a backtrace would take minutes, and replaying gives one.
        process.environment = ProcessInfo.processInfo.environment.merging([
            "SWIFT_BACKTRACE": "enable=no", Scratch.variable: share.folder,
        ]) { $1 }
        try Data().write(to: URL(filePath: share.lastWords))
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: URL(filePath: share.lastWords))
        (pulse, changed, wasKilled) = (nil, Stopwatch.wall, false)
        try? FileManager.default.removeItem(atPath: share.pulse)
        try process.run()
    }

    /// Checks the process for findings, for a hang, and for its end.
    ///
    /// - Parameter patience: The seconds allowed without progress.
    /// - Returns: The new failures.
    /// - Throws: An error of starting another process.
    func look(patience: Double) throws -> [Finding] {
        let isRunning = process.isRunning
        let now = readPulse()
        if now != pulse { (pulse, changed) = (now, Stopwatch.wall) }
        var news = newFindings()
        if isRunning {
            if Stopwatch.wall - changed > patience, !wasKilled {
                wasKilled = true
                kill(process.processIdentifier, SIGKILL)
            }
            return news
        }
        process.waitUntilExit()
        if process.terminationReason == .exit, process.terminationStatus == 0 {
            (isDone, doneBefore, pulse) = (true, doneBefore + (pulse?.done ?? 0), nil)
            return news
        }
        let isPause = process.terminationReason == .exit && process.terminationStatus == Share.pause
        if !isPause { news.append(end(patience)) }
        doneBefore += pulse?.done ?? 0
        try goOn(after: pulse, isPause: isPause)
        return news
    }

    /// Returns the finding for a process that ended early.
    private func end(_ patience: Double) -> Finding {
        let words = ((try? String(contentsOfFile: share.lastWords, encoding: .utf8)) ?? "").split(separator: "\n")
        let how =
            if wasKilled {
                "no end after \(Int(patience)) s"
            } else if process.terminationReason == .uncaughtSignal {
                "the process died by signal \(process.terminationStatus)"
            } else {
                "the process ended with \(process.terminationStatus)"
            }
        let what = ([how] + words.prefix(2).map(String.init)).joined(separator: ": ")
        let name = pulse.map { options.readers[$0.reader].name } ?? options.readers[share.reader].name
        guard let number = pulse?.number else {
            return Finding(name, seed: options.seed, number: nil, what, path: nil)
        }
        return Finding(name, seed: options.seed, number: number, what, path: save(name, number))
    }

    /// Saves the input in another process, as making it may trap too.
    private func save(_ name: String, _ number: Int) -> String? {
        let path = Finding.path(of: name, seed: options.seed, number: number)
        let saving = Process()
        saving.executableURL = program
        saving.arguments = ["--seed", "\(options.seed)", "--save", name, "\(number)", path]
        guard (try? saving.run()) != nil else { return nil }
        saving.waitUntilExit()
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    private func goOn(after pulse: Pulse?, isPause: Bool) throws {
        let place = pulse?.reader ?? share.reader
        if isPause {
            (share.reader, share.number) = (place, pulse?.number ?? share.place)
        } else {
            ends[place, default: 0] += wasKilled ? Share.hang : 1
            if let number = pulse?.number, ends[place, default: 0] < Share.patience {
                (share.reader, share.number) = (place, number + share.count)
            } else {
                (share.reader, share.number) = (place + 1, share.place)
            }
        }
        guard share.reader < options.readers.count else {
            (isDone, self.pulse) = (true, nil)
            return
        }
        try begin()
    }

    private func readPulse() -> Pulse? {
        guard let data = FileManager.default.contents(atPath: share.pulse) else { return nil }
        return Pulse(data)
    }

    private func newFindings() -> [Finding] {
        let text = String(decoding: FileManager.default.contents(atPath: share.findings) ?? Data(), as: UTF8.self)
        let lines = text.split(separator: "\n")
        // The last line may be incomplete.
        let whole = text.hasSuffix("\n") ? lines : lines.dropLast()
        defer { printed = max(printed, whole.count) }
        return whole.dropFirst(printed).compactMap { Finding(line: $0, seed: options.seed) }
    }
}
