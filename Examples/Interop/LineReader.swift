import Foundation

/// The lines of standard input as bytes, each as soon as it is complete.
///
/// Of a line that is too long only the beginning is kept, so that no input takes more memory than the longest line.
struct LineReader {
    private var buffer: [UInt8] = []
    private var place = 0
    private var isAtEnd = false

    /// The next line without its line break, cut off where it is longer than a session takes; nil at the end.
    mutating func next() -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if place == buffer.count {
                refill()
                if isAtEnd { return line.isEmpty ? nil : line }
            }
            let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n"))
            let room = Session.longestLine + 1 - line.count
            line += buffer[place..<(end ?? buffer.count)].prefix(max(0, room))
            place = end.map { $0 + 1 } ?? buffer.count
            if end != nil { return line }
        }
    }

    /// Takes what has come, and waits only where nothing has.
    ///
    /// Not through `FileHandle`: of its two ways to read one waits for more than has come, and the other traps where a stream
    /// cannot be read.
    private mutating func refill() {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = -1
        repeat {
            count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        if count < 0 { stop("Standard input cannot be read: \(String(cString: strerror(errno))).") }
        buffer = Array(bytes.prefix(max(0, count)))
        place = 0
        isAtEnd = buffer.isEmpty
    }
}

/// Ends the program where nobody can be answered any more.
func stop(_ reason: String) -> Never {
    try? FileHandle.standardError.write(contentsOf: Data("interop: \(reason)\n".utf8))
    exit(1)
}
