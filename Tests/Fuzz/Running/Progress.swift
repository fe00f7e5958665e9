import Foundation

/// A line on a terminal with the progress of a run; nothing in a pipe.
final class Progress {
    private let whole: Int
    private let start = Stopwatch.wall
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var isShown = false

    init(of whole: Int) { self.whole = whole }

    func show(_ done: Int, _ reader: String) {
        guard isTerminal else { return }
        let seconds = Stopwatch.wall - start
        let rate = Double(done) / max(seconds, 0.1)
        let left = rate > 0 ? Double(max(0, whole - done)) / rate : 0
        write(
            "\r\u{1B}[K\(done) of \(whole) inputs, \(Int(rate)) a second, \(Int(left.rounded(.up))) s left, \(reader)")
        isShown = true
    }

    /// Removes the line, so that others can be printed.
    func clear() {
        guard isShown else { return }
        write("\r\u{1B}[K")
        isShown = false
    }

    private func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }
}
