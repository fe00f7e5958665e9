/// Elements of XML and HTML, in which no text can end its element.
enum Markup {
    /// Returns a text with the five special characters written as entities, on one line.
    ///
    /// Characters that XML does not allow, and those that would turn the direction of what follows, become `�`.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in DisplayWidth.printable(text).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns an element around markup, or an empty one without it; attributes are escaped, the content is not.
    static func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: String? = nil
    ) -> String {
        let start = "<" + name + attributes.map { " \($0)=\"\(escaped($1))\"" }.joined()
        return content.map { start + ">" + $0 + "</\(name)>" } ?? start + "/>"
    }

    /// Returns the element for the words that show where a pointer rests.
    static func title(_ words: String) -> String { element("title", [:], escaped(words)) }

    /// Returns a length in pixels with at most two decimal places.
    static func pixels(_ length: Double) -> String {
        guard length.isFinite else { return "0" }
        let hundredths = Int((min(max(length, -100_000), 100_000) * 100).rounded())
        return (hundredths < 0 ? "-" : "") + NumberWords.decimal(Int(hundredths.magnitude), exponent: -2)
    }
}
