/// Estimates the widths of texts without their font, and makes them fit.
enum TextFit {
    /// Returns the approximate width of a text in pixels, rather too large than too small.
    static func width(_ text: String, size: Double) -> Double {
        text.reduce(0) { $0 + width($1) } * size
    }

    /// Returns the text, cut off with an ellipsis where it is wider than the limit.
    static func cut(_ text: String, to limit: Double, size: Double) -> String {
        guard width(text, size: size) > limit else { return text }
        var room = limit - size
        let shown = text.prefix { character in
            room -= width(character) * size
            return room >= 0
        }
        return shown + "…"
    }

    /// Returns the text in lines of words, up to a limit; the last line is cut off where those are too few.
    static func lines(_ text: String, to limit: Double, size: Double, most: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last,
                lines.count >= most || width(last + " " + word, size: size) <= limit
            {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.map { cut($0, to: limit, size: size) }
    }

    /// Returns the width of a character as a share of the font's size.
    private static func width(_ character: Character) -> Double {
        switch character {
        case "i", "l", "j", "I", ".", ",", "'", ":", ";", "|", "!": 0.3
        case " ", "f", "t", "r", "(", ")", "-", "/": 0.4
        case "m", "w", "M", "W", "%", "@", "…": 0.92
        case "0"..."9": 0.6
        default: character.isUppercase ? 0.7 : [0, 0.58, 1.05][DisplayWidth.of(character)]
        }
    }
}
