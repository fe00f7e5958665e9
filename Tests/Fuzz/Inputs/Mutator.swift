import OfferKitCore

/// Changes inputs at random.
struct Mutator {
    let form: Reader.Form
    let seeds: [[UInt8]]
    let dictionary: [[UInt8]]

    /// The longest input.
    private static let longest = 2 << 20
    /// The length above which inputs are changed in one place or two: that takes long enough.
    private static let large = 16_384

    init(_ form: Reader.Form, _ subject: Subject) {
        self.form = form
        seeds = subject.seeds.isEmpty ? [[]] : subject.seeds
        dictionary = subject.dictionary.map { Array($0.utf8) }
    }

    /// Returns one of the seeds, changed a few times.
    func input(_ chance: inout SplitMix64) -> [UInt8] {
        var bytes = seeds[chance.below(seeds.count)]
        var steps = 1
        while steps < 8, !chance.isOne(in: 2) { steps += 1 }
        if bytes.count > Mutator.large { steps = min(steps, 2) }
        for _ in 0..<steps { bytes = changed(bytes, &chance) }
        return bytes.count > Mutator.longest ? Array(bytes.prefix(Mutator.longest)) : bytes
    }

    /// Returns bytes with one change, specific to the form two times in three.
    private func changed(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        guard !chance.isOne(in: 3) else { return changedBytes(bytes, &chance) }
        switch form {
        case .bytes: return changedBytes(bytes, &chance)
        case .json: return changedJSON(bytes, &chance) ?? changedBytes(bytes, &chance)
        case .lines: return changedLines(bytes, &chance)
        case .der: return changedDER(bytes, &chance) ?? changedBytes(bytes, &chance)
        case .jws: return changedJWS(bytes, &chance) ?? changedBytes(bytes, &chance)
        }
    }

    /// Returns bytes with a change that is not specific to a form.
    func changedBytes(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        var changed = bytes
        let place = chance.below(bytes.count + 1)
        switch chance.below(14) {
        case 0 where !bytes.isEmpty: changed[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8))
        case 1 where !bytes.isEmpty: changed[chance.below(bytes.count)] = anyByte(&chance)
        case 2: changed.insert(contentsOf: (0...chance.below(8)).map { _ in anyByte(&chance) }, at: place)
        case 3: changed.removeSubrange(chance.range(in: bytes.count))
        case 4: changed.insert(contentsOf: bytes[chance.range(in: bytes.count)], at: place)
        case 5: changed = moved(bytes, &chance)
        case 6: changed = spliced(bytes, &chance)
        case 7, 8: changed = withOtherNumber(bytes, &chance) ?? Array(bytes.prefix(place))
        case 9: changed = Array(bytes.prefix(place))
        case 10:
            let slice = bytes[chance.range(in: bytes.count, atMost: 256)]
            changed.insert(contentsOf: (0...chance.below(40)).flatMap { _ in slice }, at: place)
        case 11: changed.insert(contentsOf: HostileText.any(&chance), at: place)
        case 12: changed.replaceSubrange(chance.range(in: bytes.count), with: HostileText.any(&chance))
        default:
            guard let word = chance.pick(dictionary) else { return Array(bytes.dropFirst(place)) }
            // The word replaces as many bytes, or is inserted.
            let end = chance.isOne(in: 2) ? min(bytes.count, place + word.count) : place
            changed.replaceSubrange(place..<end, with: word)
        }
        return changed
    }

    /// Returns a byte: any, or one with a meaning in many forms.
    private func anyByte(_ chance: inout SplitMix64) -> UInt8 {
        let special: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF, 0x0A, 0x0D, 0x20] + Array("\"\\{}[]():,.=/+-_%&?;09aZ".utf8)
        return chance.isOne(in: 2) ? UInt8(truncatingIfNeeded: chance.next()) : special[chance.below(special.count)]
    }

    private func moved(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        let range = chance.range(in: bytes.count)
        var rest = bytes
        rest.removeSubrange(range)
        rest.insert(contentsOf: bytes[range], at: chance.below(rest.count + 1))
        return rest
    }

    /// Returns the beginning of one input and the end of another.
    private func spliced(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8] {
        let other = seeds[chance.below(seeds.count)]
        return Array(bytes.prefix(chance.below(bytes.count + 1))) + other.dropFirst(chance.below(other.count + 1))
    }

    /// Returns the input with one of its numbers replaced; nil where chance finds none.
    private func withOtherNumber(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8]? {
        let isDigit = { (byte: UInt8) in UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
        let from = chance.below(bytes.count)
        guard let start = bytes[from...].firstIndex(where: isDigit) else { return nil }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        var changed = bytes
        changed.replaceSubrange(start..<end, with: Mutator.number(&chance))
        return changed
    }

    /// Returns a number at the limits of arithmetic, or any.
    static func number(_ chance: inout SplitMix64) -> [UInt8] {
        if chance.isOne(in: 4) { return Array("\(chance.below(100))".utf8) }
        return Array((chance.pick(numbers) ?? "0").utf8)
    }

    private static let numbers = [
        "0", "-0", "1", "-1", "00", "01", "127", "128", "255", "256", "2147483647", "2147483648", "-2147483648",
        "4294967295", "4294967296", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "9223372036854775", "-9223372036854775", "253402300799999", "8640000000000001", "-62135596800001",
        "99999999999999999999999999999999999999999", "1e999", "-1e999", "1e-999", "1E+2", "0.1", "1.5", "0.0000001",
        "1.7976931348623157e308", "4.9e-324", "100001", "65536", "16777217",
    ]
}
