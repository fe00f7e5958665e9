import Foundation

/// One thing to be timed.
struct Candidate {
    /// What the table calls it.
    let name: String
    /// Makes what so many runs of the body need; not timed.
    var prepare: (Int) -> Void = { _ in }
    /// Does the thing once.
    ///
    /// What it returns is added up, so that no compiler can leave the work out.
    let body: () -> Int
}

/// What the rounds of one candidate took, in nanoseconds for one run of its body.
struct Timing {
    /// The round in the middle: what to expect.
    let median: Double
    /// The fastest round: what is left when nobody else uses the machine.
    let fastest: Double

    init(_ times: [Double]) {
        let sorted = times.sorted()
        median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        fastest = sorted.first ?? 0
    }
}

/// Times several things in turns, so that whatever else the machine does falls on all of them alike.
///
/// What counts is the time that the processor worked for this process, not the clock on the wall.
enum Measure {
    /// What each candidate took.
    ///
    /// Rounds are short, so that neighbours in the list meet the same weather.
    ///
    /// - Parameters:
    ///   - candidates: What to time.
    ///   - rounds: How many turns each has.
    ///   - roundLength: How long a turn is to be, about.
    ///   - repetitions: How often a turn runs the body, where that must not depend on the machine: bodies that let a small
    ///     store grow would make a large one of it.
    /// - Returns: What they took, in their order.
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

    /// The seconds that the processor worked for this process while `body` ran.
    static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let start = processorTime
        try body()
        return (processorTime - start) / 1e9
    }

    /// The nanoseconds that the processor worked for this process.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    /// How often the body has to run to fill the time; running it to find out warms it up too.
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

    /// A time in a unit that suits its size.
    static func time(_ nanoseconds: Double) -> String {
        if nanoseconds < 1e3 { return "\(rounded(nanoseconds)) ns" }
        return nanoseconds < 1e6 ? "\(rounded(nanoseconds / 1e3)) us" : "\(rounded(nanoseconds / 1e6)) ms"
    }

    /// A number with two digits after the point.
    static func rounded(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
