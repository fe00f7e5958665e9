import Foundation
import OfferKit

/// Shows the progress of a long piece of work on a terminal; writes nothing elsewhere.
struct Progress {
    private let total: Double?
    private let unit: String
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Begins the progress of a known or unknown total.
    init(of total: Int?, _ unit: String) {
        (self.total, self.unit) = (total.map { Double(max($0, 1)) }, unit)
    }

    /// Shows the amount done, at most ten times a second.
    mutating func show(_ done: Int) {
        guard isTerminal else { return }
        let now = ContinuousClock.now
        guard last.map({ now - $0 >= .milliseconds(100) }) ?? true else { return }
        last = now
        let seconds = (now - start) / .seconds(1)
        let rate = String(format: "%.0f ", Double(done) / max(seconds, 1e-9)) + unit + "/s"
        var text = "\r\(rate)   "
        if let total {
            let share = min(Double(done) / total, 1)
            let left = share > 0 ? seconds / share - seconds : 0
            text = String(format: "\r%3.0f %%  ", share * 100) + rate
            text += String(format: "  %.0f s left   ", left.rounded(.up))
        }
        StandardError.say(text)
    }

    /// Removes the line.
    func end() {
        guard isTerminal else { return }
        StandardError.say("\r\u{1B}[K")
    }
}
