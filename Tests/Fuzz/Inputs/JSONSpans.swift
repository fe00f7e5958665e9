/// The places of values in a JSON document, found without a check: most documents here are damaged.
struct JSONSpans {
    /// A value, and the name before it where it is a member of an object; both with their quotation marks.
    struct Value {
        let range: Range<Int>
        let name: Range<Int>?

        /// The range of both, with the colon.
        var whole: Range<Int> { (name?.lowerBound ?? range.lowerBound)..<range.upperBound }
    }

    private(set) var values: [Value] = []

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { scan($0) }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var open: [(start: Int, name: Range<Int>?)] = []
        var name: Range<Int>?
        var place = 0
        while place < bytes.count {
            let start = place
            switch bytes[place] {
            case UInt8(ascii: "\""):
                place = JSONSpans.end(ofText: bytes, from: place)
                if JSONSpans.isColon(bytes, after: place) {
                    name = start..<place
                } else {
                    values.append(Value(range: start..<place, name: name))
                    name = nil
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                open.append((start, name))
                name = nil
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                place += 1
                if let begun = open.popLast() { values.append(Value(range: begun.start..<place, name: begun.name)) }
                name = nil
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                while place < bytes.count, JSONSpans.isOfWord(bytes[place]) { place += 1 }
                values.append(Value(range: start..<place, name: name))
                name = nil
            default: place += 1
            }
        }
    }

    private static func end(ofText bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place + 1, bytes.count)
    }

    private static func isColon(_ bytes: UnsafeBufferPointer<UInt8>, after place: Int) -> Bool {
        var place = place
        while place < bytes.count, bytes[place] <= 0x20 { place += 1 }
        return place < bytes.count && bytes[place] == UInt8(ascii: ":")
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
            UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "E"):
            true
        default: false
        }
    }
}
