/// A build number, such as `1.0` or `2024.3.17`: whole numbers between points, compared as numbers (B18-2, C-97).
///
/// `1.10` comes after `1.9`, and `1` is the same as `1.0.0`.
package struct BuildNumber: Hashable, Sendable {
    /// The digits between the points, without leading zeros, and without zeros at the end.
    private let parts: [String]

    /// Reads a build number; nil for any other text.
    package init?(_ text: some StringProtocol) {
        var parts: [String] = []
        // The text is compared by bytes: comparing characters takes the square of the number of marks on them.
        for part in Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
            // The numbers stay text, because a build may be a date and a time, or have any number of digits.
            parts.append(String(decoding: part.drop { $0 == UInt8(ascii: "0") }, as: UTF8.self))
        }
        guard !parts.isEmpty else { return nil }
        while parts.last?.isEmpty ?? false { parts.removeLast() }
        self.parts = parts
    }
}

extension BuildNumber: Comparable {
    /// Compares the first numbers that differ.
    package static func < (a: BuildNumber, b: BuildNumber) -> Bool {
        for (one, other) in zip(a.parts, b.parts) where one != other {
            // Of two numbers without leading zeros the longer one is the larger.
            return one.count != other.count ? one.count < other.count : one < other
        }
        return a.parts.count < b.parts.count
    }
}

extension BuildNumber: CustomStringConvertible {
    /// The build number without needless zeros: `1` for `1.0`.
    package var description: String {
        parts.isEmpty ? "0" : parts.map { $0.isEmpty ? "0" : $0 }.joined(separator: ".")
    }
}
