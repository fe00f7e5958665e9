/// A name that a store does not know, and those that it knows (C-234).
///
/// Two are equal where their names are, whatever is known: so `.unknownProduct("monthly")` can be written in a test.
public struct UnknownName: Sendable {
    /// The name that was asked for.
    public let name: String
    /// The names of that kind that the store has, in its order; where it may have very many, as of codes, a few of them.
    public let known: [String]
    /// The number of names that there are, told in `known` or not; nil for a name alone.
    private let count: Int?

    /// A name alone, to compare with, and to keep in a log.
    public init(_ name: String) { (self.name, known, count) = (name, [], nil) }

    /// A name among those that there are.
    public init(_ name: String, known: [String]) {
        (self.name, self.known, count) = (name, known, known.count)
    }

    /// A name among very many: it keeps only the known names that its advice mentions.
    ///
    /// - Parameters:
    ///   - name: The name that was asked for.
    ///   - candidates: Those that may have been meant, in the order in which they are told.
    ///   - count: The number of names that there are.
    package init(_ name: String, candidates: [String], of count: Int) {
        let told = candidates.prefix(UnknownName.mostTold)
        let nearest = Spelling.nearest(to: name, among: candidates).flatMap { told.contains(bytesOf: $0) ? nil : $0 }
        (self.name, known, self.count) = (name, told + (nearest.map { [$0] } ?? []), count)
    }

    /// The name without what there is, which a log has no room for.
    var alone: UnknownName { UnknownName(name) }

    /// The known name that was most likely meant; nil where none is near.
    public var nearest: String? { Spelling.nearest(to: name, among: known) }

    /// A sentence that says what to write instead, or that there is nothing of that kind; empty for a name alone.
    public var advice: String {
        guard let count else { return "" }
        if known.isEmpty { return "There is none." }
        let names = VisibleText.list(known, atMost: UnknownName.mostTold, of: count)
        let meant = nearest.map { "Did you mean \(VisibleText.quoted($0))? " } ?? ""
        return known.count == 1 ? "There is only \(names)." : "\(meant)There are \(names)."
    }

    /// The most names that the advice lists.
    private static let mostTold = 12
}

extension UnknownName: Hashable {
    /// Compares the names that were asked for, byte by byte.
    public static func == (a: UnknownName, b: UnknownName) -> Bool { a.name.hasBytes(of: b.name) }

    /// Hashes the name that was asked for.
    public func hash(into hasher: inout Hasher) { hasher.combine(ByteText(name)) }
}

extension UnknownName: ExpressibleByStringLiteral {
    /// The name alone, to compare with.
    public init(stringLiteral value: String) { self.init(value) }
}

extension UnknownName: Codable {
    private enum Part: String, CodingKey {
        case name, known, count
    }

    /// Reads a name with what there is, or a name alone.
    public init(from decoder: any Decoder) throws {
        if let name = try? String(from: decoder) {
            (self.name, known, count) = (name, [], nil)
        } else {
            let parts = try decoder.container(keyedBy: Part.self)
            name = try parts.decode(String.self, forKey: .name)
            known = try parts.decode([String].self, forKey: .known)
            // At least as many as are listed, whatever a file says.
            count = max(known.count, try parts.decodeIfPresent(Int.self, forKey: .count) ?? 0)
        }
    }

    /// Writes the name, with what there is; a name alone as a text.
    public func encode(to encoder: any Encoder) throws {
        guard let count else { return try name.encode(to: encoder) }
        var parts = encoder.container(keyedBy: Part.self)
        try parts.encode(name, forKey: .name)
        try parts.encode(known, forKey: .known)
        if count != known.count { try parts.encode(count, forKey: .count) }
    }
}

/// The numbers that a store has of a kind, beside one that it does not have (C-234).
///
/// Any two are equal: so `.unknownTransaction(5)` can be written in a test.
public struct KnownNumbers: Sendable {
    /// The numbers, from the first to the last; nil where there is none, and where nobody said so.
    public let range: ClosedRange<UInt64>?
    private let isSaid: Bool

    /// Nothing, to compare with.
    public init() { (range, isSaid) = (nil, false) }

    /// The numbers that follow one another from a first one.
    package init(first: UInt64, count: Int) {
        (range, isSaid) = (count > 0 ? first...(first &+ UInt64(count) &- 1) : nil, true)
    }

    /// The number of them; nil where nobody said so.
    package var count: Int? { isSaid ? range.map { Int(clamping: $0.upperBound &- $0.lowerBound &+ 1) } ?? 0 : nil }

    /// A sentence that says which there are, after a blank; empty where nobody said so.
    ///
    /// - Parameters:
    ///   - number: The one that was asked for.
    ///   - noun: The word for what has the number, in the singular and plural.
    ///   - inside: The sentence about a number between the first and the last.
    /// - Returns: The sentence.
    func advice(on number: UInt64, _ noun: (one: String, many: String), inside: String) -> String {
        guard isSaid else { return "" }
        guard let range else { return " This store has no \(noun.one) yet." }
        let numbers =
            range.lowerBound == range.upperBound
            ? "only one \(noun.one), \(range.lowerBound)."
            : "\(range.count) \(noun.many), \(range.lowerBound) to \(range.upperBound)."
        return " This store has had \(numbers)" + (range.contains(number) ? " \(inside)" : "")
    }
}

extension KnownNumbers: Hashable {
    /// Any two are equal.
    public static func == (a: KnownNumbers, b: KnownNumbers) -> Bool { true }

    /// Hashes nothing.
    public func hash(into hasher: inout Hasher) {}
}

/// The search for the name that a misspelt one stands for.
package enum Spelling {
    /// The nearest of the names; nil where none is near.
    ///
    /// A name is near if it differs only in upper and lower case, hyphens and underscores, or by few letters; two
    /// swapped neighbours count as one.
    package static func nearest(to name: String, among known: [String]) -> String? {
        // Names are far shorter, and a long text is not worth comparing.
        guard name.utf8.count <= 256 else { return nil }
        let wanted = plain(name)
        if let same = known.first(where: { plain($0) == wanted }) { return same }
        guard wanted.count <= 64 else { return nil }
        let most = max(1, wanted.count / 3)
        let near = known.prefix(1_000).filter { $0.utf8.count <= 128 }
            .map { (name: $0, distance: distance(wanted, plain($0))) }.filter { $0.distance <= most }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// A name in lower case, without hyphens and underscores.
    package static func plain(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }

    /// The number of letters to put in, leave out, replace or swap with their neighbour.
    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var next = [row + 1]
            for (column, other) in b.enumerated() {
                var least = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[b.count]
    }
}
