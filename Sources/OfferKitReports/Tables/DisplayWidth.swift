/// The number of a terminal's columns that a text takes.
enum DisplayWidth {
    /// Returns the columns of a text.
    static func of(_ text: String) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// Returns 2 for East Asian wide characters and emoji, 0 for those that only change the one before, otherwise 1.
    static func of(_ character: Character) -> Int {
        var width = 0
        for scalar in character.unicodeScalars {
            // The variation selector asks for the picture of a character, which is wide.
            if isWide(scalar) || (scalar.value == 0xFE0F && width > 0) { return 2 }
            if !isMark(scalar) { width = 1 }
        }
        return width
    }

    /// Returns the text on one line, without characters that would move the cursor or change the direction of writing.
    static func printable(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var afterReturn = false
        for scalar in text.unicodeScalars {
            // A carriage return and a line feed are one line break.
            let isSecondHalf = afterReturn && scalar == "\n"
            afterReturn = scalar == "\r"
            if isSecondHalf { continue }
            if scalar.properties.isWhitespace && scalar != "\u{A0}" && scalar != "\u{3000}" {
                shown.append(" ")
            } else {
                shown.append(isControl(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return String(shown)
    }

    /// Returns whether a character is a control character, or one that changes the direction of writing.
    static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
    }

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: true
        default: false
        }
    }

    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    }

    /// The blocks that the Unicode Standard's East Asian Width calls wide or full width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1_B000...0x1_B2FF,
        0x1_F300...0x1_F64F, 0x1_F900...0x1_F9FF, 0x2_0000...0x3_FFFD,
    ]
}
