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

    private mutating func refill() {
        buffer = Array(FileHandle.standardInput.availableData)
        place = 0
        isAtEnd = buffer.isEmpty
    }
}
