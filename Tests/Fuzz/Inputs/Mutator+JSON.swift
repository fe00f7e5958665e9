import OfferKitCore

// Changes that mostly leave JSON valid, with another content.

extension Mutator {
    /// Returns a document with one value or name changed; nil where there is none.
    func changedJSON(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8]? {
        let values = JSONSpans(bytes).values
        guard let value = chance.pick(values), let other = chance.pick(values) else { return nil }
        var changed = bytes
        switch chance.below(13) {
        case 0: changed.removeSubrange(Mutator.withComma(value.whole, in: bytes))
        case 1: changed.insert(contentsOf: [UInt8(ascii: ",")] + bytes[value.whole], at: value.whole.upperBound)
        case 2, 3: changed.replaceSubrange(value.range, with: otherValue(&chance))
        case 4: changed.replaceSubrange(value.range, with: bytes[other.range])
        case 5: changed = Mutator.swapped(bytes, value.range, other.range)
        case 6: changed.insert(contentsOf: [UInt8(ascii: ",")] + bytes[other.whole], at: value.whole.upperBound)
        case 7:
            guard let name = value.name else { return nil }
            changed.replaceSubrange(name, with: otherName(of: values, in: bytes, &chance))
        case 8, 9: changed.replaceSubrange(value.range, with: Mutator.number(&chance))
        case 10: changed.replaceSubrange(value.range, with: hostileText(&chance))
        case 11: changed = hostileEverywhere(bytes, bytes[value.range], values, &chance)
        default:
            let isList = chance.isOne(in: 2)
            let depth = [1, 62, 63, 64, 65, 200, 600, 100_000][chance.below(chance.isOne(in: 20) ? 8 : 7)]
            let ends = isList ? ("[", "]") : ("{\"a\":", "}")
            let inside = bytes[value.range]
            changed.replaceSubrange(
                value.range,
                with: Array(String(repeating: ends.0, count: depth).utf8) + inside
                    + Array(String(repeating: ends.1, count: depth).utf8))
        }
        return changed
    }

    /// Returns lines with one of them changed as a document, or changed as lines.
    func changedLines(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        guard !lines.isEmpty else { return changedBytes(bytes, &chance) }
        let place = chance.below(lines.count)
        switch chance.below(12) {
        case 0: lines.remove(at: place)
        case 1: lines.insert(lines[place], at: place)
        case 2: lines.swapAt(place, chance.below(lines.count))
        case 3:
            let other = seeds[chance.below(seeds.count)]
            let others = other.split(separator: UInt8(ascii: "\n")).map(Array.init)
            lines.insert(chance.pick(others) ?? [], at: place)
        default: lines[place] = changedJSON(lines[place], &chance) ?? changedBytes(lines[place], &chance)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    // MARK: - Pieces

    private func otherValue(_ chance: inout SplitMix64) -> [UInt8] {
        let plain = [
            "null", "true", "false", "[]", "{}", "\"\"", "[[]]", "[null]", "{\"\":null}", "\"\\u0000\"", "\" \"",
        ]
        if let word = chance.pick(dictionary), chance.isOne(in: 2) { return Mutator.quoted(word) }
        return Array((chance.pick(plain) ?? "null").utf8)
    }

    private func otherName(of values: [JSONSpans.Value], in bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        if let word = chance.pick(dictionary), chance.isOne(in: 2) { return Mutator.quoted(word) }
        if let name = chance.pick(values.compactMap(\.name)), !chance.isOne(in: 4) { return Array(bytes[name]) }
        return hostileText(&chance)
    }

    private func hostileText(_ chance: inout SplitMix64) -> [UInt8] { Mutator.quoted(HostileText.any(&chance)) }

    /// Puts hostile text in place of every equal text, or after two texts that differ only in their last letters.
    ///
    /// A comparison of such texts reads all of them.
    private func hostileEverywhere(
        _ bytes: [UInt8], _ wanted: ArraySlice<UInt8>, _ values: [JSONSpans.Value], _ chance: inout SplitMix64
    ) -> [UInt8] {
        let text = HostileText.any(&chance)
        var replaced: [(Range<Int>, [UInt8])] = []
        // The lengths are compared first: values that contain one another may have long common beginnings.
        for value in values where value.range.count == wanted.count && bytes[value.range] == wanted {
            replaced.append((value.range, Mutator.quoted(text)))
        }
        if let other = chance.pick(values), !replaced.contains(where: { $0.0.overlaps(other.range) }) {
            replaced.append((other.range, Mutator.quoted(text + [UInt8(ascii: "x")])))
        }
        var changed = bytes
        for (range, text) in replaced.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }).prefix(4) {
            changed.replaceSubrange(range, with: text)
        }
        return changed
    }

    /// Returns a text in quotation marks, with escapes where needed.
    static func quoted(_ text: [UInt8]) -> [UInt8] {
        var quoted: [UInt8] = [UInt8(ascii: "\"")]
        quoted.reserveCapacity(text.count + 2)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): quoted += Array("\\\"".utf8)
            case 0..<0x20: quoted += Array("\\u00\(byte < 0x10 ? "0" : "1")\(String(byte & 15, radix: 16))".utf8)
            default: quoted.append(byte)
            }
        }
        quoted.append(UInt8(ascii: "\""))
        return quoted
    }

    /// Returns a stretch with the comma after it, or else before it.
    private static func withComma(_ range: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
        let comma = UInt8(ascii: ",")
        var end = range.upperBound
        while end < bytes.count, bytes[end] <= 0x20 { end += 1 }
        if end < bytes.count, bytes[end] == comma { return range.lowerBound..<(end + 1) }
        var start = range.lowerBound
        while start > 0, bytes[start - 1] <= 0x20 { start -= 1 }
        return (start > 0 && bytes[start - 1] == comma ? start - 1 : range.lowerBound)..<range.upperBound
    }

    private static func swapped(_ bytes: [UInt8], _ one: Range<Int>, _ other: Range<Int>) -> [UInt8] {
        guard !one.overlaps(other) else { return Array(bytes[one]) }
        let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
        var swapped = Array(bytes[..<first.lowerBound])
        for piece in [second, first.upperBound..<second.lowerBound, first, second.upperBound..<bytes.count] {
            swapped += bytes[piece]
        }
        return swapped
    }
}
