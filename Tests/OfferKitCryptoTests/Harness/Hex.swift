/// Returns the bytes of pairs of hexadecimal digits; other characters are ignored.
func hex(_ text: some StringProtocol) -> [UInt8] {
    let digits: [Int] = text.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { place -> UInt8 in
        let value: Int = digits[place] * 16 + digits[place + 1]
        return UInt8(value)
    }
}

/// Returns two hexadecimal digits for every byte.
func hexText(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Returns the UTF-8 bytes of a text.
func ascii(_ text: String) -> [UInt8] {
    Array(text.utf8)
}
