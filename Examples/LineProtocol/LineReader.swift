import Foundation

/// The lines of a stream as bytes, each as soon as it is complete.
///
/// Only the beginning of a too long line is kept, so that no input takes more memory than the longest line.
package struct LineReader {
    private let input: Int32
    private let longest: Int
    private var buffer: [UInt8] = []
    private var place = 0
    private var isAtEnd = false

    /// A reader of a stream.
    ///
    /// - Parameters:
    ///   - input: The stream's descriptor; standard input unless given.
    ///   - longest: The most bytes a line may have, without its line break.
    package init(_ input: Int32 = STDIN_FILENO, longest: Int = LineObject.longest) {
        self.input = input
        self.longest = longest
    }

    /// Returns the next line without its line break, cut off at the longest length; nil at the end.
    ///
    /// - Throws: ``LineReadError`` where the stream cannot be read.
    package mutating func next() throws(LineReadError) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            if place == buffer.count {
                try refill()
                if isAtEnd { return line.isEmpty ? nil : line }
            }
            let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n"))
            let room = longest + 1 - line.count
            line += buffer[place..<(end ?? buffer.count)].prefix(max(0, room))
            place = end.map { $0 + 1 } ?? buffer.count
            if end != nil { return line }
        }
    }

    /// Reads the bytes that have come, and waits only if there are none.
    ///
    /// It does not use `FileHandle`: of its two ways to read one waits for more bytes than have come, and the other
    /// traps where a stream cannot be read.
    private mutating func refill() throws(LineReadError) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = -1
        repeat {
            count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        if count < 0 { throw LineReadError(reason: String(cString: strerror(errno))) }
        buffer = Array(bytes.prefix(max(0, count)))
        place = 0
        isAtEnd = buffer.isEmpty
    }
}

/// The error of a stream that cannot be read.
package struct LineReadError: Error, Hashable, Sendable {
    /// The system's text for the error.
    package let reason: String
}
