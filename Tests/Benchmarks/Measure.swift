import Foundation

/// One operation to time.
struct Candidate {
    /// The operation's name in the table.
    let name: String
    /// Prepares so many runs of the body; not timed.
    var prepare: (Int) -> Void = { _ in }
    /// Does the operation once.
    ///
    /// Its results are added up, so that no compiler can leave the work out.
    let body: () -> Int
}

/// The times of one candidate's rounds, in nanoseconds for one run of its body.
struct Timing {
    /// The time of the median round, to be expected.
    let median: Double
    /// The time of the fastest round, without other load on the machine.
    let fastest: Double

    init(_ times: [Double]) {
        let sorted = times.sorted()
        median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        fastest = sorted.first ?? 0
    }
}

/// Times several operations in turns, so that other load on the machine affects all of them alike.
///
/// It counts the processor's time for this process, not the clock on the wall.
enum Measure {
    /// Returns the times of the candidates.
    ///
    /// Rounds are short, so that neighbours in the list meet the same load.
    ///
    /// - Parameters:
    ///   - candidates: The operations.
    ///   - rounds: The number of turns of each.
    ///   - roundLength: The approximate length of a turn.
    ///   - repetitions: The runs of the body in a turn, where they must not depend on the machine: bodies that let a
    ///     small store grow would make a large one of it.
    /// - Returns: The times, in the order of the candidates.
    static func interleaved(
        _ candidates: [Candidate], rounds: Int = 31, roundLength: Duration = .milliseconds(5), repetitions: Int? = nil
    ) -> [Timing] {
        let counts = candidates.map { candidate in
            repetitions ?? self.repetitions(of: candidate, filling: roundLength)
        }
        var times = [[Double]](repeating: [], count: candidates.count)
        for _ in 0..<rounds {
            for (index, candidate) in candidates.enumerated() {
                times[index].append(nanoseconds(of: candidate, repetitions: counts[index]))
            }
        }
        return times.map(Timing.init)
    }

    /// Returns the processor's seconds for this process while `body` ran.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = processorTime
        try body()
        return (processorTime - start) / 1e9
    }

    /// The processor's nanoseconds for this process.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// Returns the number of runs that fill the time; finding it out warms the body up too.
    private static func repetitions(of candidate: Candidate, filling length: Duration) -> Int {
        let wanted = Double(length.components.attoseconds) / 1e9 + Double(length.components.seconds) * 1e9
        var count = 1
        while true {
            let time = nanoseconds(of: candidate, repetitions: count) * Double(count)
            if time >= wanted / 4 { return max(1, Int(Double(count) * wanted / time)) }
            count *= 2
        }
    }

    private static func nanoseconds(of candidate: Candidate, repetitions: Int) -> Double {
        candidate.prepare(repetitions)
        var sum = 0
        let start = processorTime
        for _ in 0..<repetitions { sum &+= candidate.body() }
        let elapsed = processorTime - start
        consume(sum)
        return elapsed / Double(repetitions)
    }

    @inline(never)
    private static func consume(_ sum: Int) {
        if sum == Int.min { print(sum) }
    }
}

/// A table of text for the terminal.
struct Table {
    /// The rows, the heading first.
    var rows: [[String]]

    /// Prints the columns: the first to the left, the others to the right.
    func printAligned() {
        for row in rows {
            var line = ""
            for (column, cell) in row.enumerated() {
                let width = rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
                let gap = String(repeating: " ", count: width - cell.count)
                line += column == 0 ? cell + gap : "  " + gap + cell
            }
            print(line)
        }
    }

    /// Returns a time in a unit that suits its size.
    static func time(_ nanoseconds: Double) -> String {
        if nanoseconds < 1e3 { return "\(rounded(nanoseconds)) ns" }
        return nanoseconds < 1e6 ? "\(rounded(nanoseconds / 1e3)) us" : "\(rounded(nanoseconds / 1e6)) ms"
    }

    /// Returns a number with two digits after the point.
    static func rounded(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
