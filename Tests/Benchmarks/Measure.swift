/// One thing to be timed.
struct Candidate {
    /// What the table calls it.
    let name: String
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
enum Measure {
    /// What each candidate took.
    ///
    /// Rounds are short, so that neighbours in the list meet the same weather.
    static func interleaved(
        _ candidates: [Candidate], rounds: Int = 31, roundLength: Duration = .milliseconds(5)
    ) -> [Timing] {
        let counts = candidates.map { repetitions(of: $0, filling: roundLength) }
        var times = [[Double]](repeating: [], count: candidates.count)
        for _ in 0..<rounds {
            for (index, candidate) in candidates.enumerated() {
                times[index].append(nanoseconds(of: candidate, repetitions: counts[index]))
            }
        }
        return times.map(Timing.init)
    }

    /// How often the body has to run to fill the time; running it to find out warms it up too.
    private static func repetitions(of candidate: Candidate, filling length: Duration) -> Int {
        var count = 1
        while true {
            let time = nanoseconds(of: candidate, repetitions: count) * Double(count)
            let wanted = Double(length.components.attoseconds) / 1e9 + Double(length.components.seconds) * 1e9
            if time >= wanted / 4 { return max(1, Int(Double(count) * wanted / time)) }
            count *= 2
        }
    }

    private static func nanoseconds(of candidate: Candidate, repetitions: Int) -> Double {
        let clock = ContinuousClock()
        var sum = 0
        let start = clock.now
        for _ in 0..<repetitions { sum &+= candidate.body() }
        let elapsed = (clock.now - start).components
        consume(sum)
        return (Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9) / Double(repetitions)
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
        nanoseconds < 1_000 ? "\(rounded(nanoseconds)) ns" : "\(rounded(nanoseconds / 1_000)) us"
    }

    /// A number with two digits after the point.
    static func rounded(_ value: Double) -> String {
        let hundredths = Int(value * 100 + 0.5)
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}
