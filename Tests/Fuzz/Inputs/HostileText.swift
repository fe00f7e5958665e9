import OfferKitCore

/// A text written to make a reader slow, or to make it trap.
enum HostileText: CaseIterable {
    case letters
    case zeros
    /// Marks over and under a letter in turn: sorting them takes the square of their number.
    case combiningMarks
    /// Marks over and under in turn, without a letter.
    case loneMarks
    case bidirectional
    /// People joined into one character.
    case joined
    /// Halves of flags, two of which make one: the boundaries depend on the neighbours.
    case flags
    /// Letters that are joined into one character by viramas.
    case conjuncts
    case hangul
    case wideLetters
    case notUTF8
    case surrogates
    case digits
    case nines
    case brackets
    case parentheses
    case objects
    case elements
    case quotationMarks
    case backslashes
    case blanks
    case lineBreaks
    case fullStops
    case padding
    case boundaries
    case escapes
    case percents

    private var unit: [UInt8] {
        switch self {
        case .letters: Array("a".utf8)
        case .zeros: [0]
        case .combiningMarks: Array("\u{301}\u{323}".utf8)
        case .loneMarks: Array("\u{323}\u{301}\u{345}".utf8)
        case .bidirectional: Array("\u{202E}\u{2066}\u{200F}a\u{2069}".utf8)
        case .joined: Array("\u{1F469}\u{200D}".utf8)
        case .flags: Array("\u{1F1E9}".utf8)
        case .conjuncts: Array("\u{915}\u{94D}".utf8)
        case .hangul: Array("\u{1100}\u{1161}\u{11A8}".utf8)
        case .wideLetters: Array("\u{FDFA}".utf8)
        case .notUTF8: [0xFF, 0xC0, 0x80, 0xF5]
        case .surrogates: [0xED, 0xA0, 0x80]
        case .digits: Array("0".utf8)
        case .nines: Array("9".utf8)
        case .brackets: Array("[".utf8)
        case .parentheses: Array("(".utf8)
        case .objects: Array("{\"a\":".utf8)
        case .elements: [0x30, 0x80]
        case .quotationMarks: Array("\"".utf8)
        case .backslashes: Array("\\".utf8)
        case .blanks: Array(" ".utf8)
        case .lineBreaks: Array("\r\n".utf8)
        case .fullStops: Array(".".utf8)
        case .padding: Array("=".utf8)
        case .boundaries: Array("-----BEGIN A-----\n".utf8)
        case .escapes: Array("\\u0301".utf8)
        case .percents: Array("%CC%81".utf8)
        }
    }

    /// Returns so many bytes of the text, or a few less: no character is cut in half.
    func bytes(_ length: Int) -> [UInt8] {
        let unit = unit
        let count = max(1, length / unit.count)
        var bytes = self == .combiningMarks ? [UInt8(ascii: "e")] + unit : unit
        let whole = bytes.count + unit.count * (count - 1)
        bytes.reserveCapacity(whole)
        if self == .combiningMarks {
            while bytes.count < whole { bytes += unit }
            return bytes
        }
        while bytes.count * 2 <= whole { bytes += bytes }
        bytes += bytes.prefix(whole - bytes.count)
        return bytes
    }

    /// Returns a length: mostly short, sometimes of some pages, and rarely a megabyte.
    static func length(_ chance: inout SplitMix64) -> Int {
        switch chance.below(1_000) {
        case 0: 1 << 20
        case 1..<80: 2_048 + chance.below(30_000)
        case 80..<400: 64 + chance.below(2_000)
        default: 1 + chance.below(64)
        }
    }

    /// Returns a random text.
    static func any(_ chance: inout SplitMix64) -> [UInt8] {
        let kind = allCases[chance.below(allCases.count)]
        return kind.bytes(length(&chance))
    }
}

extension SplitMix64 {
    /// Returns a number from 0 on, below a bound.
    mutating func below(_ bound: Int) -> Int { bound > 0 ? Int(next() % UInt64(bound)) : 0 }

    /// Returns true once in so many times.
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    /// Returns one of some values.
    mutating func pick<Element>(_ values: [Element]) -> Element? { values.isEmpty ? nil : values[below(values.count)] }

    /// Returns a random stretch within a length, with a bound.
    mutating func range(in count: Int, atMost most: Int = .max) -> Range<Int> {
        guard count > 0 else { return 0..<0 }
        let start = below(count)
        let longest = min(count - start, most)
        // Short stretches are as likely as long ones.
        let length = 1 + below(isOne(in: 3) ? longest : min(longest, 8))
        return start..<(start + length)
    }
}
