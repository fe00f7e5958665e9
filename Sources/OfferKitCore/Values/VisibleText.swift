/// Text in which the characters that an eye could miss are made visible.
package enum VisibleText {
    /// A text in quotation marks, with a name in place of each control, blank or invisible character.
    package static func quoted(_ text: String) -> String {
        quoted(text, longest: longest)
    }

    /// Quotes a text like `quoted(_:)`, with another limit for long ones.
    static func quoted(_ text: String, longest: Int) -> String {
        "\"" + plain(text, longest: longest) + "\""
    }

    /// A text made visible, without quotation marks: whole if it is not longer than `longest`, otherwise its beginning and
    /// its length.
    static func plain(_ text: String, longest: Int = VisibleText.longest) -> String {
        let scalars = text.unicodeScalars
        let beginning = scalars.prefix(longest + 1)
        guard beginning.count > longest else { return beginning.map(visible).joined() }
        return beginning.prefix(longest / 2).map(visible).joined() + "… (\(text.utf8.count) bytes in all)"
    }

    /// The length up to which a text is shown whole, more than any hash, identifier or signature has.
    ///
    /// A longer text is a mistake that its beginning shows.
    static let longest = 400
    /// The limit for a compact JWS, which has some 600 characters.
    static let longestJWS = 2_000

    /// A list for a sentence: `"a", "b" and 3 more`.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - most: The most that are written.
    ///   - count: The number of texts that there are; nil for that of `texts`.
    /// - Returns: The list.
    package static func list(_ texts: [String], atMost most: Int = 8, of count: Int? = nil) -> String {
        guard !texts.isEmpty else { return "none" }
        let shown = texts.prefix(most)
        let more = (count ?? texts.count) - shown.count
        return shown.map(quoted).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar.properties.generalCategory {
        case _ where scalar == "\n": return "\\n"
        case _ where scalar == "\r": return "\\r"
        case _ where scalar == "\t": return "\\t"
        case _ where scalar == " ": return " "
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned, .privateUse,
            .nonspacingMark, .enclosingMark:
            return "<\(name(scalar))>"
        default: return String(scalar)
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
