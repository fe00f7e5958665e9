import Foundation
import OfferKit

/// Says on a terminal how far a long piece of work is; says nothing where nobody looks.
struct Progress {
    private let total: Double?
    private let unit: String
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?
    private let isTerminal = isatty(STDERR_FILENO) == 1

    /// Progress of so much, or of nobody knows how much.
    init(of total: Int?, _ unit: String) {
        (self.total, self.unit) = (total.map { Double(max($0, 1)) }, unit)
    }

    /// Shows how much is done, at most ten times a second.
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

    /// Takes the line away.
    func end() {
        guard isTerminal else { return }
        StandardError.say("\r\u{1B}[K")
    }
}
