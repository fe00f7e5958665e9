/// Percent-encoding, as in URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a text; nil where a percent sign lacks two hexadecimal digits after it, or the bytes are no UTF-8.
    static func decode(_ text: some Sequence<UInt8>, plusIsBlank: Bool) -> String? {
        guard let bytes = bytes(of: text, plusIsBlank: plusIsBlank) else { return nil }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }

    /// Returns the bytes of a text; nil where a percent sign lacks two hexadecimal digits after it.
    static func bytes(of text: some Sequence<UInt8>, plusIsBlank: Bool = false) -> [UInt8]? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(Hexadecimal.value),
                    let low = iterator.next().flatMap(Hexadecimal.value)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        return bytes
    }
}
