/// Writes a JSON object as one line, its members in the order in which they are given.
///
/// What is signed has to be the same bytes every time, so no dictionary decides the order.
struct JSONWriter {
    private var members: [String] = []

    /// The object's UTF-8 bytes.
    var bytes: [UInt8] { Array("{\(members.joined(separator: ","))}".utf8) }

    mutating func add(_ name: String, _ text: String) {
        members.append("\(JSONWriter.quoted(name)):\(JSONWriter.quoted(text))")
    }

    mutating func add(_ name: String, _ number: Int64) {
        members.append("\(JSONWriter.quoted(name)):\(number)")
    }

    mutating func add(_ name: String, _ flag: Bool) {
        members.append("\(JSONWriter.quoted(name)):\(flag)")
    }

    /// A text in quotation marks; everything that needs no escape stands as it is.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
