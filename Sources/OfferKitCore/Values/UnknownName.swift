/// A name that a store does not know, and those that it knows (C-234).
///
/// Two are equal where their names are, whatever is known: so `.unknownProduct("monthly")` can be written in a test.
public struct UnknownName: Sendable, Codable {
    /// The name that was asked for.
    public let name: String
    /// The names of that kind that the store has, in its order.
    public let known: [String]

    /// A name alone, to compare with.
    public init(_ name: String) { self.init(name, known: []) }

    package init(_ name: String, known: [String]) {
        self.name = name
        self.known = known
    }

    /// The known name that was most likely meant; nil where none is near.
    public var nearest: String? { Spelling.nearest(to: name, among: known) }

    /// A sentence that says what to write instead, or that there is nothing of that kind.
    package var advice: String {
        if known.isEmpty { return "There is none." }
        let names = VisibleText.list(known, atMost: UnknownName.mostTold)
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
    public init(stringLiteral value: String) { self.init(value, known: []) }
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
