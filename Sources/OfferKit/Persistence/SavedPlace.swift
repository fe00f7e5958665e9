import Foundation

/// A place in a saved text: which member of which table, as in `machine.state.ledger.rows[3].latest`.
///
/// Foundation says where a text cannot be read, but for numbers that do not fit where they stand. Those are looked for:
/// with every number after the wrong one taken to be 0 the text fails in the same way, and with that one too it does
/// not.
struct SavedPlace {
    private let text: [UInt8]
    /// The numbers of the text, in order.
    private var numbers: [Range<Int>] = []

    /// Returns the place of the first number for which a text cannot be read.
    ///
    /// - Parameters:
    ///   - text: The text, in JSON.
    ///   - fails: Whether a text cannot be read for a number.
    /// - Returns: Its place and the number; nil where another thing is wrong with the text.
    static func ofBadNumber(in text: [UInt8], _ fails: (Data) -> Bool) -> String? {
        let place = SavedPlace(text)
        var (low, high) = (0, place.numbers.count)
        guard high > 0, fails(Data(text)), !fails(place.zeroing(from: 0)) else { return nil }
        // The wrong one is among these: kept up to low it fails not, kept up to high it does.
        while low + 1 < high {
            let middle = (low + high) / 2
            if fails(place.zeroing(from: middle)) { high = middle } else { low = middle }
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
                while place < text.count, SavedPlace.isOfNumber(text[place]) { place += 1 }
                numbers.append(start..<place)
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

    /// Returns the text with all numbers from one on taken to be 0.
    private func zeroing(from first: Int) -> Data {
        guard first < numbers.count else { return Data(text) }
        var changed = Data(text[..<numbers[first].lowerBound])
        for (place, number) in numbers.enumerated().dropFirst(first) {
            changed.append(UInt8(ascii: "0"))
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
