import Foundation

extension JSONEncoder {
    /// Equal values give equal bytes, in every process.
    static var stable: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

extension ArraySlice<UInt8> {
    /// The words of the first line, and where the next line begins; nil unless it ends within so many bytes.
    func words(limit: Int) -> (list: [String], end: Int)? {
        guard let end = prefix(limit).firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = self[startIndex..<end].split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        return (words.map { String(decoding: $0, as: UTF8.self) }, end + 1)
    }
}

extension Int {
    /// The number of a text that is written as this package writes numbers: digits, no sign, no zero in front.
    init?(canonical text: String) {
        guard let number = Int(text), number >= 0, String(number) == text else { return nil }
        self = number
    }
}
