import Foundation

/// Reads a share of the inputs, in a separate process: a trap or a hang ends only that.
struct Worker {
    private let options: Options
    private let share: Share
    private let counts: [Int]
    private let pulse: Int32
    private let findings: FileHandle
    private var done = 0

    init(_ options: Options, _ share: Share) throws {
        self.options = options
        self.share = share
        counts = Reader.counts(of: options.readers, sharing: options.inputs)
        pulse = open(share.pulse, O_WRONLY | O_CREAT, 0o600)
        guard pulse >= 0 else { throw Broken("\(share.pulse) cannot be written") }
        findings = try FileHandle(forWritingTo: URL(filePath: share.findings))
        try findings.seekToEnd()
    }

    /// Reads the whole share, or as much as one life allows.
    ///
    /// - Returns: The status of the process.
    mutating func run() throws -> Int32 {
        for place in options.readers.indices where place >= share.reader {
            let first = place == share.reader ? share.number : share.place
            guard first < counts[place] else { continue }
            if try !read(place, from: first) { return Share.pause }
        }
        return 0
    }

    /// Reads a reader's inputs; returns false where the life ends before they do.
    private mutating func read(_ place: Int, from first: Int) throws -> Bool {
        let reader = options.readers[place]
        beat(Pulse(reader: place, number: nil, done: done))
        let bench: Bench
        do {
            bench = try Bench(reader, seed: options.seed)
        } catch {
            try report(Finding(reader.name, seed: options.seed, number: nil, "\(error)", path: nil))
            return true
        }
        var slowness = bench.slowness()
        var failures = 0
        for number in stride(from: first, to: counts[place], by: share.count) {
            beat(Pulse(reader: place, number: number, done: done))
            // The pulse names the input to go on with.
            if done == Share.life { return false }
            let input = bench.maker.input(number)
            var (seconds, failure) = bench.read(input)
            if failure == nil { failure = bench.slow(input, seconds, slowness) }
            slowness.note(seconds, length: input.count)
            done += 1
            guard let failure else { continue }
            let path = Finding.keep(input, of: reader.name, seed: options.seed, number: number)
            try report(Finding(reader.name, seed: options.seed, number: number, failure, path: path))
            failures += 1
            if failures == Share.patience { break }
        }
        return true
    }

    private func beat(_ pulse: Pulse) {
        let bytes = pulse.bytes
        _ = bytes.withUnsafeBytes { pwrite(self.pulse, $0.baseAddress, $0.count, 0) }
    }

    private func report(_ finding: Finding) throws { try findings.write(contentsOf: Data(finding.line.utf8)) }
}

/// A prepared reader, with the maker of its inputs.
struct Bench {
    let reader: Reader
    let subject: Subject
    let maker: InputMaker

    init(_ reader: Reader, seed: UInt64) throws {
        self.reader = reader
        subject = try reader.make()
        maker = InputMaker(reader, subject, seed: seed)
    }

    /// Reads an input.
    ///
    /// - Returns: The time, and the failure; nil for none.
    func read(_ input: [UInt8]) -> (seconds: Double, failure: String?) {
        let start = reader.isElsewhere ? Stopwatch.wall : Stopwatch.processor
        var failure: String?
        do {
            try subject.read(input)
        } catch let broken as Broken {
            failure = broken.description
        } catch {
            failure = "an error of the type \(type(of: error)): \(error)"
        }
        let end = reader.isElsewhere ? Stopwatch.wall : Stopwatch.processor
        return (end - start, failure)
    }

    /// Returns a judge of times that knows those of the library's own inputs.
    func slowness() -> Slowness {
        var slowness = Slowness()
        for seed in subject.seeds {
            // The first reading makes caches that later ones find.
            _ = read(seed)
            slowness.noteOwn(read(seed).seconds)
        }
        return slowness
    }

    /// Returns the failure of an input that took too long, after three more readings; nil for none.
    func slow(_ input: [UInt8], _ seconds: Double, _ slowness: Slowness) -> String? {
        guard let limit = slowness.limit(length: input.count), seconds > limit else { return nil }
        var least = seconds
        for _ in 0..<3 where least > limit { least = min(least, read(input).seconds) }
        guard least > limit else { return nil }
        let words = { (seconds: Double) in String(format: "%.1f ms", seconds * 1_000) }
        return "slow: \(input.count) bytes took \(words(least)) at least; \(words(limit)) is much for that length"
    }
}
