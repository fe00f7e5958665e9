import Foundation

/// Judges the times of inputs, each by those of others of about its length.
///
/// An input is slow if it takes more than 50 times the median of its length; where few of that length were read, of the
/// median of shorter ones, as if time grew with length and no faster. An input that takes less than 20 ms is not slow,
/// nor one that takes 2 µs for each byte, nor one that takes about as long as the slowest input that the library itself
/// writes: verifying a signature has its own cost.
struct Slowness {
    /// The multiple of the median that is too much.
    static let factor = 50.0
    /// The seconds that are never too much.
    static let floor = 0.02
    /// The seconds allowed for each byte: inputs refused at once lower a median, which then says little about others.
    static let perByte = 2e-6
    /// The multiple of the slowest of the library's own inputs that is too much.
    static let ownFactor = 5.0
    private static let fewest = 31
    private static let most = 127

    /// Times in seconds, sorted, by the number of bits of the length.
    private var classes = Array(repeating: [Double](), count: Int.bitWidth + 1)
    private var slowestOwn = 0.0
    private var turn = 0

    /// Records an input that the library itself wrote.
    mutating func noteOwn(_ seconds: Double) { slowestOwn = max(slowestOwn, seconds) }

    /// Records an input.
    mutating func note(_ seconds: Double, length: Int) {
        let size = Slowness.size(length)
        if classes[size].count == Slowness.most {
            turn = (turn + 37) % Slowness.most
            classes[size].remove(at: turn)
        }
        let place = classes[size].firstIndex { $0 > seconds } ?? classes[size].count
        classes[size].insert(seconds, at: place)
    }

    /// Returns the seconds allowed for an input of a length; nil while nothing is known.
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
    /// The processor's seconds for this process: a busy machine does not lengthen them.
    static var processor: Double { seconds(CLOCK_PROCESS_CPUTIME_ID) }

    /// Seconds on the wall, since some moment.
    static var wall: Double { seconds(CLOCK_MONOTONIC) }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
