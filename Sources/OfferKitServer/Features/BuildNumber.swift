/// A build number, such as `1.0` or `2024.3.17`: whole numbers between points, compared as numbers (B18-2, C-97).
///
/// `1.10` comes after `1.9`, and `1` is the same as `1.0.0`.
package struct BuildNumber: Hashable, Sendable {
    /// The digits between the points, without leading zeros, and without zeros at the end.
    private let parts: [String]

    /// Reads a build number; nil for a text that is none.
    package init?(_ text: some StringProtocol) {
        var parts: [String] = []
        // As bytes: to compare one character with another takes the square of the marks that stand on it.
        for part in Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
            // As text, because a build may be a date and a time, or any number of digits.
            parts.append(String(decoding: part.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self))
        }
        guard !parts.isEmpty else { return nil }
        while parts.last?.isEmpty ?? false { parts.removeLast() }
        self.parts = parts
    }
}

extension BuildNumber: Comparable {
    /// The smaller number at the first place where two differ comes first.
    package static func < (a: BuildNumber, b: BuildNumber) -> Bool {
        for (one, other) in zip(a.parts, b.parts) where one != other {
            // Without leading zeros the longer of two numbers is the larger.
            return one.count != other.count ? one.count < other.count : one < other
        }
        return a.parts.count < b.parts.count
    }
}

extension BuildNumber: CustomStringConvertible {
    /// The number, without needless zeros: `1` for `1.0`.
    package var description: String {
        parts.isEmpty ? "0" : parts.map { $0.isEmpty ? "0" : $0 }.joined(separator: ".")
    }
}
