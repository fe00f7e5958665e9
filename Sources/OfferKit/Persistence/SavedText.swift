import Foundation

extension JSONEncoder {
    /// An encoder that gives equal bytes for equal values, in every process.
    static var stable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension ArraySlice<UInt8> {
    /// The most bytes that a name in a saved text may have: more than that of any member has.
    static var longestName: Int { 256 }

    /// The place at which the first name begins that is too long, in bytes from the text's start; nil where there is
    /// none.
    ///
    /// Foundation's decoder hashes every name, which takes the square of the marks in it: a file from elsewhere could
    /// keep it busy for hours. So long names are looked for first.
    var longName: Int? {
        withUnsafeBufferPointer { bytes in
            var place = 0
            while place < bytes.count {
                place += 1
                guard bytes[place - 1] == UInt8(ascii: "\"") else { continue }
                let start = place
                while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
                    place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
                }
                place += 1
                guard place - start > Self.longestName + 1 else { continue }
                let next = bytes.dropFirst(place).first { !" \t\r\n".utf8.contains($0) }
                if next == UInt8(ascii: ":") { return start }
            }
            return nil
        }
    }

    /// Returns the words of the first line, and where the next line begins; nil unless it ends within so many bytes.
    func words(limit: Int) -> (list: [String], end: Int)? {
        guard let end = prefix(limit).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = self[startIndex..<end].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        return (words.map { String(decoding: $0, as: UTF8.self) }, end + 1)
    }
}
