/// Converts seconds as JSON writes them to whole milliseconds: `1795253334.6803656` is 1,795,253,334,680.
///
/// It works on the digits, because a binary number would round at the very millisecond at which a window ends (C-94).
enum DecimalSeconds {
    /// Returns the milliseconds, with the rest cut off; a number out of range becomes the range's end.
    ///
    /// The number must have the form of RFC 8259, which the reader of JSON has checked.
    static func milliseconds(_ number: String) -> Int64 {
        var digits: [UInt8] = []
        var exponent = 3
        var isNegative = false
        var isFraction = false
        var rest = Array(number.utf8)[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent += power(rest)
                rest = []
            default:
                digits.append(byte &- UInt8(ascii: "0"))
                if isFraction { exponent -= 1 }
            }
        }
        let magnitude = magnitude(digits, exponent)
        return isNegative ? -magnitude : magnitude
    }

    /// The largest exponent that matters: beyond it the number is 0 or out of range.
    private static let mostPower = 100_000

    private static func power(_ text: ArraySlice<UInt8>) -> Int {
        guard let power = Int(String(decoding: text, as: UTF8.self)) else {
            return text.first == UInt8(ascii: "-") ? -mostPower : mostPower
        }
        return min(max(power, -mostPower), mostPower)
    }

    private static func magnitude(_ digits: [UInt8], _ exponent: Int) -> Int64 {
        var number: Int64 = 0
        // Digits below a millisecond are not read.
        let whole = exponent < 0 ? digits.dropLast(min(digits.count, -exponent)) : digits[...]
        for digit in whole {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return .max }
            number = sum
        }
        for _ in 0..<max(0, exponent) where number > 0 {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            guard !overflow else { return .max }
            number = product
        }
        return number
    }
}
