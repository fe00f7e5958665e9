public import Foundation
import OfferKitCore
public import OfferKitReports

/// Reads a file of events, one after another, whatever its length.
///
/// ```swift
/// var reader = try EventReader(contentsOf: url)
/// var fold = ReportFold()
/// while let event = try reader.next() { fold.add(event, reader.names) }
/// ```
///
/// A line that is wrong is an error with its place. What stands before it has been handed over by then, and nothing
/// after it is.
public struct EventReader {
    /// The names that the numbers in the events read so far stand for.
    public var names: ReportNames { lines.names }
    /// The number of bytes that were read.
    public private(set) var bytesRead = 0
    /// The number of all bytes; nil where nobody knows it before the end, as of a pipe.
    public let byteCount: Int?

    private let handle: FileHandle?
    private let path: String
    private var chunk: [UInt8] = []
    private var index = 0
    private var isAtEnd: Bool
    private var lines = EventLineReader()
    private var last: (number: Int, date: Instant, kind: ReportEvent.Kind)?
    private var failure: EventFileError?

    /// The longest line that is read, in bytes: a hundred times the length of an event.
    static let longestLine = 1 << 16
    private static let chunkSize = 1 << 18

    /// Creates a reader of a file.
    ///
    /// - Parameter url: The file, a pipe perhaps.
    /// - Throws: ``EventFileError`` where it cannot be opened.
    public init(contentsOf url: URL) throws(EventFileError) {
        do { handle = try FileHandle(forReadingFrom: url) } catch {
            throw EventReader.unreadable(url.path, error)
        }
        path = url.path
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        let isFile = attributes?[.type] as? FileAttributeType == .typeRegular
        byteCount = isFile ? (attributes?[.size] as? NSNumber)?.intValue : nil
        isAtEnd = false
    }

    /// Creates a reader of lines that are in memory.
    public init(_ data: Data) {
        (handle, path) = (nil, "")
        chunk = Array(data)
        byteCount = chunk.count
        bytesRead = chunk.count
        isAtEnd = true
    }

    /// Reads the next event; nil at the end.
    ///
    /// - Returns: The event.
    /// - Throws: ``EventFileError`` with the place where the file is wrong. Calling again throws the same.
    public mutating func next() throws(EventFileError) -> ReportEvent? {
        if let failure { throw failure }
        do throws(EventFileError) { return try readNext() } catch {
            failure = error
            throw error
        }
    }

    private mutating func readNext() throws(EventFileError) -> ReportEvent? {
        guard let line = try nextLine() else { return nil }
        let event = try lines.read(line, of: chunk)
        try check(event)
        last = (event.number, event.instant, event.kind)
        index = line.upperBound + 1
        return event
    }

    /// Returns the place of the next line in the chunk, without its newline; nil at the end of the file.
    private mutating func nextLine() throws(EventFileError) -> Range<Int>? {
        while true {
            let newline = chunk[index...].firstIndex(of: UInt8(ascii: "\n"))
            guard (newline ?? chunk.count) - index <= EventReader.longestLine else {
                throw lines.failure(.lineTooLong(limit: EventReader.longestLine))
            }
            if let newline { return index..<newline }
            if isAtEnd {
                guard index < chunk.count else { return nil }
                throw lines.failure(.torn)
            }
            try readChunk()
        }
    }

    private mutating func readChunk() throws(EventFileError) {
        do {
            let data = try handle?.read(upToCount: EventReader.chunkSize) ?? Data()
            isAtEnd = data.isEmpty
            bytesRead += data.count
            chunk.removeFirst(index)
            index = 0
            chunk.append(contentsOf: data)
        } catch {
            throw EventReader.unreadable(path, error)
        }
    }

    /// Returns the error for a file that the system could not read, with the underlying reason where Foundation only
    /// says that it failed.
    private static func unreadable(_ path: String, _ error: any Error) -> EventFileError {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        return EventFileError(line: 0, column: 0, reason: .unreadable("\(path): \(cause.localizedDescription)"))
    }

    /// Throws where an event is not in the order of the log; only events of one erasure may have the same number.
    private func check(_ event: ReportEvent) throws(EventFileError) {
        guard let last else { return }
        let isOfOneErasure = event.kind == .erased && last.kind == .erased && event.number == last.number
        guard event.number > last.number || isOfOneErasure else {
            throw lines.failureOfLine(.numberNotAbove(last.number))
        }
        guard event.instant >= last.date else {
            throw lines.failureOfLine(.dateBefore(last.date.millisecondsSince1970))
        }
    }
}
