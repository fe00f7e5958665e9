import Foundation

/// Judges how long inputs take, each by the others of about its length.
///
/// An input is slow that takes more than 50 times the median of its length; where few of that length were read, of the
/// median of shorter ones, as if time grew with length and no faster. What takes less than 20 ms is not slow, nor what
/// takes 2 µs for each byte, nor what takes about as long as the slowest input that the library itself writes: verifying a
/// signature takes what it takes.
struct Slowness {
    /// How many times the median is too much.
    static let factor = 50.0
    /// Seconds that are never too much.
    static let floor = 0.02
    /// Seconds that each byte may take: some inputs of a length are refused at once, and their median says nothing of others.
    static let perByte = 2e-6
    /// How many times the slowest of the library's own inputs is too much.
    static let ownFactor = 5.0
    private static let fewest = 31
    private static let most = 127

    /// Times in seconds, sorted, by the number of bits of the length.
    private var classes = Array(repeating: [Double](), count: Int.bitWidth + 1)
    private var slowestOwn = 0.0
    private var turn = 0

    /// Takes note of an input that the library itself wrote.
    mutating func noteOwn(_ seconds: Double) { slowestOwn = max(slowestOwn, seconds) }

    /// Takes note of an input.
    mutating func note(_ seconds: Double, length: Int) {
        let size = Slowness.size(length)
        if classes[size].count == Slowness.most {
            turn = (turn + 37) % Slowness.most
            classes[size].remove(at: turn)
        }
        let place = classes[size].firstIndex { $0 > seconds } ?? classes[size].count
        classes[size].insert(seconds, at: place)
    }

    /// How many seconds an input of a length may take; nil as long as nothing is known.
    func limit(length: Int) -> Double? {
        let size = Slowness.size(length)
        guard let known = (0...size).last(where: { classes[$0].count >= Slowness.fewest }) else { return nil }
        let median = classes[known][classes[known].count / 2] * exp2(Double(size - known))
        let allowed = max(Slowness.floor, Slowness.perByte * Double(length), Slowness.ownFactor * slowestOwn)
        return max(Slowness.factor * median, allowed)
    }

    private static func size(_ length: Int) -> Int { Int.bitWidth - length.leadingZeroBitCount }
}

/// Clocks that only go forward.
enum Stopwatch {
    /// Seconds of the processor that this process has used: a busy machine does not lengthen them.
    static var processor: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Seconds on the wall, since some moment.
    static var wall: Double { seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
