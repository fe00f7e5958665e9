/// A text on one line, without what a terminal would obey.
package enum PlainLine {
    /// Nobody reads a longer line.
    private static let longest = 2_000

    /// The text, with escapes in place of controls, line breaks and invisible characters, and cut off where it is too long.
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
