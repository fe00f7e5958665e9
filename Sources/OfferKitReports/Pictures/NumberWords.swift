/// Numbers as pictures show them: short, with a true minus sign, the same in every language.
enum NumberWords {
    /// Returns a power of ten; zero or infinity where it is too small or too large.
    static func power(_ exponent: Int) -> Double {
        Double("1e\(exponent)") ?? (exponent < 0 ? 0 : .infinity)
    }

    /// Returns the exponent of the largest power of ten that is not above a positive finite number.
    static func exponent(of number: Double) -> Int {
        guard number.isNormal else { return -308 }
        var exponent = Int((Double(number.exponent) * 0.301029995).rounded(.down))
        while power(exponent) > number { exponent -= 1 }
        while power(exponent + 1) <= number { exponent += 1 }
        return exponent
    }

    /// Returns `digits` times a power of ten, as a decimal number without zeros at its end: `-1.25`.
    static func decimal(_ digits: Int, exponent: Int) -> String {
        var text = String(digits.magnitude)
        if digits == 0 { return "0" }
        if exponent >= 0 {
            text += String(repeating: "0", count: exponent)
        } else {
            text = String(repeating: "0", count: max(0, 1 - exponent - text.count)) + text
            let fraction = text.suffix(-exponent).reversed().drop { $0 == "0" }.reversed()
            text = String(text.dropLast(-exponent)) + (fraction.isEmpty ? "" : "." + String(fraction))
        }
        return (digits < 0 ? "−" : "") + text
    }

    /// Returns the same with a suffix for thousands and more: `1.5k`, `20M`, `3bn`, `4tn`, beyond them `9×10¹⁸`.
    ///
    /// - Parameters:
    ///   - digits: The digits, as a whole number.
    ///   - exponent: The power of ten by which they are multiplied.
    ///   - largest: The decimal exponent of the largest of the numbers shown together; it decides the suffix.
    /// - Returns: The number in a few characters.
    static func short(_ digits: Int, exponent: Int, largest: Int) -> String {
        guard digits != 0 else { return "0" }
        switch largest {
        case -4...3: return decimal(digits, exponent: exponent)
        case 4...5: return decimal(digits, exponent: exponent - 3) + "k"
        case 6...8: return decimal(digits, exponent: exponent - 6) + "M"
        case 9...11: return decimal(digits, exponent: exponent - 9) + "bn"
        case 12...14: return decimal(digits, exponent: exponent - 12) + "tn"
        default: return decimal(digits, exponent: exponent - largest) + "×10" + raised(largest)
        }
    }

    /// Returns a number with three significant digits, or all digits of a whole number below ten thousand.
    static func short(_ number: Double) -> String {
        guard number.isFinite, number.magnitude > 1e-290 else { return "0" }
        if number.magnitude < 10_000, number == number.rounded() {
            return decimal(Int(number), exponent: 0)
        }
        let largest = exponent(of: number.magnitude)
        let digits = Int((number / power(largest - 2)).rounded())
        return short(digits, exponent: largest - 2, largest: digits.magnitude >= 1_000 ? largest + 1 : largest)
    }

    /// Returns a number exactly: all digits of a whole one, else six significant ones, and at least two decimals.
    static func full(_ number: Double) -> String {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return decimal(whole, exponent: 0) }
        guard number.isFinite, 1e-9..<1e12 ~= number.magnitude else { return "\(number)" }
        let last = min(exponent(of: number.magnitude) - 5, -2)
        return decimal(Int((number / power(last)).rounded()), exponent: last)
    }

    private static func raised(_ exponent: Int) -> String {
        let digits: [Character] = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"]
        let text = String(exponent.magnitude).compactMap(\.wholeNumberValue).map { digits[$0] }
        return (exponent < 0 ? "⁻" : "") + String(text)
    }
}
