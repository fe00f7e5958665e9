// Changes inputs at random and gives them to everything in the library that reads data from outside.
// `swift run fuzz --help` describes the options.

import Foundation

/// A line program that ends while it is written to must not end this one.
signal(SIGPIPE, SIG_IGN)

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    switch options.task {
    case .help: print(Options.usage)
    case .list: list(options.readers)
    case .run: exit(try run(options))
    case .replay(let reader, let number): exit(try replay(reader, options.seed, number))
    case .save(let reader, let number, let path):
        let input = try Bench(reader, seed: options.seed).maker.input(number)
        guard FileManager.default.createFile(atPath: path, contents: Data(input)) else { exit(1) }
    case .work(let share):
        var worker = try Worker(options, share)
        exit(try worker.run())
    }
} catch {
    FileHandle.standardError.write(Data("fuzz: \(error)\n".utf8))
    exit(2)
}

func list(_ readers: [Reader]) {
    for (reader, count) in zip(readers, Reader.counts(of: readers, sharing: 100_000)) {
        print(String(format: "%6d  ", count) + reader.name + " (\(reader.form.rawValue))")
    }
}

func run(_ options: Options) throws -> Int32 {
    print("fuzz: seed \(options.seed)")
    let supervisor = try Supervisor(options)
    try supervisor.run()
    let readers = options.readers.count == 1 ? options.readers[0].name : "\(options.readers.count) readers"
    print("fuzz: \(options.inputs) inputs to \(readers), seed \(options.seed): \(supervisor.failures) failures")
    return supervisor.failures == 0 ? 0 : 1
}

func replay(_ reader: Reader, _ seed: UInt64, _ number: Int) throws -> Int32 {
    let bench = try Bench(reader, seed: seed)
    let input = bench.maker.input(number)
    let path = Finding.keep(input, of: reader.name, seed: seed, number: number)
    print("fuzz: \(reader.name), seed \(seed), input \(number): \(input.count) bytes, \(path ?? "not kept")")
    var slowness = bench.slowness()
    // The time of an input is judged by those of others of its length.
    for other in 0..<min(2_000, number) where other != number {
        let input = bench.maker.input(other)
        guard input.count < 4_096 else { continue }
        slowness.note(bench.read(input).seconds, length: input.count)
    }
    let (seconds, failure) = bench.read(input)
    print(String(format: "fuzz: %.3f ms", seconds * 1_000))
    guard let failure = failure ?? bench.slow(input, seconds, slowness) else {
        print("fuzz: nothing is wrong")
        return 0
    }
    print("fuzz: \(failure)")
    return 1
}
