import Foundation
import OfferKit
import OfferKitReports

/// Times reports: a year of subscribers whose events are folded as they happen, and the reading of a file of events.
enum ReportBenchmark {
    private static let months = 12

    /// Prints the tables, each figure beside its bar.
    ///
    /// - Throws: An error of measuring.
    static func run() throws {
        let large = try fold(1_000_000)
        let resident = largestResidentBytes
        let small = try fold(10_000)
        Table(rows: [
            ["all reports, folded as it happens", "months", "seconds", "months/s", "bar"],
            [
                "1000000 subscribers, \(months) months", "\(large.renewals)", Table.rounded(large.seconds),
                "\(Int(large.rate))", ">= 1000000",
            ],
            ["10000 subscribers", "\(small.renewals)", Table.rounded(small.seconds), "\(Int(small.rate))", ""],
            ["per month, large to small", "", "", Table.rounded(small.rate / large.rate), "<= 1.30"],
            ["largest memory of the process, MB", "", "", "\(resident / 1_000_000)", "<= 300"],
        ]).printAligned()
        try reading()
    }

    private struct Year {
        var renewals = 0
        var seconds = 0.0
        var rate: Double { Double(renewals) / seconds }
    }

    /// Plays a year of ``LifecycleBenchmark``'s cohort by half days, so that only a half day's events wait.
    private static func fold(_ subscribers: Int) throws -> Year {
        var fold = ReportFold()
        // The fold knows the subscribers before the year that is timed.
        let population = try Population(subscribers, keeping: .liveOnly) { store in
            store.collectsEvents = true
            fold.add(store.takeEvents())
        }
        let store = population.store
        store.failureRate = Population.failures
        var year = Year()
        year.seconds = try Measure.seconds {
            for _ in 0..<months * 60 {
                year.renewals += try store.advance(by: .hours(12)).renewed
                fold.add(store.takeEvents())
            }
        }
        guard fold.reports.events.counts().renewed > 0, fold.reports.passedOver.total == 0 else { throw Unfolded() }
        return year
    }

    private struct Unfolded: Error {}

    /// The most memory that this process ever had, by Linux's account, in bytes; 0 elsewhere.
    private static var largestResidentBytes: Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
        else { return 0 }
        return (Int(line.split(whereSeparator: \.isWhitespace).dropFirst().first ?? "") ?? 0) * 1_024
    }

    // MARK: - Reading a file

    private static func reading() throws {
        let population = try Population(20_000, keeping: .everything)
        try population.store.advance(by: .months(6))
        let url = FileManager.default.temporaryDirectory.appending(
            path: "offerkit-benchmark-\(ProcessInfo.processInfo.processIdentifier).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        let log = population.store.reportLog
        try EventFile.write(log, to: url)
        var best = Double.infinity
        for _ in 0..<3 {
            best = min(
                best,
                try Measure.seconds {
                    var reader = try EventReader(contentsOf: url)
                    var count = 0
                    while try reader.next() != nil { count += 1 }
                    guard count == log.events.count else { throw Unfolded() }
                })
        }
        let rate = Double(log.events.count) / best
        var table = Table(rows: [
            ["reading \(log.events.count) events", "seconds", "events/s", "bar"],
            ["OfferKit", Table.rounded(best), "\(Int(rate))", ""],
        ])
        if let theirs = try pandas(url) {
            let theirRate = Int(Double(log.events.count) / theirs)
            table.rows.append(["pandas, read_json(lines=True)", Table.rounded(theirs), "\(theirRate)", ""])
            table.rows.append(["ratio", "", Table.rounded(theirs / best), ">= 3.00"])
        }
        table.printAligned()
    }

    /// Returns pandas' seconds for the same file; nil without a Python that has it.
    private static func pandas(_ url: URL) throws -> Double? {
        guard let python = PythonProgram.interpreter else {
            print("pandas was not measured: \(PythonProgram.variable) names no Python that has it.")
            return nil
        }
        let program = PythonProgram("pandas_events.py", [url.path])
        let run = try program.run(under: python)
        guard run.status == 0, let seconds = Double(run.said) else {
            print("pandas was not measured: \(python) of \(PythonProgram.variable) ended with \(run.status).")
            return nil
        }
        return seconds
    }
}
