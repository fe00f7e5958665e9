import Foundation

/// A place in a saved text: which member of which table, as in `machine.state.ledger.rows[3].latest`.
///
/// Foundation says where a text cannot be read, but for numbers that do not fit where they stand. Those are looked for:
/// with the wrong number and all after it cut to two digits, which fit everywhere, the text fails otherwise or not at
/// all; with only those after it cut, it fails in the same way.
struct SavedPlace {
    private let text: [UInt8]
    /// The numbers that may be wrong, in order: those of more than two digits, with a sign or a fraction.
    private var numbers: [Range<Int>] = []

    /// Returns the place of the first number for which a text cannot be read.
    ///
    /// - Parameters:
    ///   - text: The text, in JSON.
    ///   - fails: Whether a text cannot be read for a number, whatever its values say of one another.
    /// - Returns: Its place and the number; nil where another thing is wrong with the text.
    static func ofBadNumber(in text: [UInt8], _ fails: (Data) -> Bool) -> String? {
        let place = SavedPlace(text)
        guard fails(Data(text)), !fails(place.cutting(from: 0)) else { return nil }
        var (low, high) = (0, place.numbers.count)
        // The wrong one is among these: cut from high on it fails, cut from low on it does not.
        while low + 1 < high {
            let middle = (low + high) / 2
            if fails(place.cutting(from: middle)) { high = middle } else { low = middle }
        }
        let number = place.numbers[low]
        return "\(place.path(to: number.lowerBound)) is \(String(decoding: text[number], as: UTF8.self))"
    }

    private init(_ text: [UInt8]) {
        self.text = text
        var (place, isInString) = (0, false)
        while place < text.count {
            let byte = text[place]
            if isInString {
                if byte == UInt8(ascii: "\\") { place += 1 } else if byte == UInt8(ascii: "\"") { isInString = false }
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if SavedPlace.isOfNumber(byte) {
                let start = place
                while place < text.count, SavedPlace.isOfNumber(text[place]) || text[place] == UInt8(ascii: "e") {
                    place += 1
                }
                let isPlain = text[start..<place].allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
                if !isPlain || place - start > 2 { numbers.append(start..<place) }
                continue
            }
            place += 1
        }
    }

    /// Returns whether a byte is a digit, a sign, a point or `E`; an `e` only stands in numbers that begin with one of
    /// these, and in words.
    private static func isOfNumber(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "E")
    }

    /// Returns the text with all numbers from one on cut to their first two digits.
    private func cutting(from first: Int) -> Data {
        guard first < numbers.count else { return Data(text) }
        var changed = Data(text[..<numbers[first].lowerBound])
        for (place, number) in numbers.enumerated().dropFirst(first) {
            let digits = text[number].drop { $0 == UInt8(ascii: "-") }.prefix(2)
            changed.append(contentsOf: digits.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
            let next = place + 1 < numbers.count ? numbers[place + 1].lowerBound : text.count
            changed.append(contentsOf: text[number.upperBound..<next])
        }
        return changed
    }

    /// Returns the members and places that lead to a byte of the text.
    private func path(to end: Int) -> String {
        var steps: [String] = []
        var (place, name, string, isInString) = (0, "", [UInt8](), false)
        while place < end {
            let byte = text[place]
            if isInString {
                if byte == UInt8(ascii: "\"") { isInString = false } else { string.append(byte) }
                if byte == UInt8(ascii: "\\") { place += 1 }
            } else {
                switch byte {
                case UInt8(ascii: "\""): (string, isInString) = ([], true)
                case UInt8(ascii: ":"): name = String(decoding: string, as: UTF8.self)
                case UInt8(ascii: "{"): steps.append("")
                case UInt8(ascii: "["): steps.append("[0]")
                case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = steps.popLast()
                case UInt8(ascii: ","):
                    if let last = steps.last, last.hasPrefix("["), let number = Int(last.dropFirst().dropLast()) {
                        steps[steps.count - 1] = "[\(number + 1)]"
                    }
                default: break
                }
                if byte == UInt8(ascii: ":"), let last = steps.last, !last.hasPrefix("[") {
                    steps[steps.count - 1] = ".\(name)"
                }
            }
            place += 1
        }
        return String(steps.joined().drop { $0 == "." })
    }
}
