/// A text on one line, without control characters for a terminal.
package enum PlainLine {
    /// The longest line, longer than anybody reads.
    private static let longest = 2_000

    /// Returns the text with escapes for controls, line breaks and invisible characters, cut off where it is too long.
    package static func of(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars.prefix(longest) {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse:
                line += "\\u{\(String(scalar.value, radix: 16))}"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return text.unicodeScalars.count > longest ? line + "…" : line
    }
}
