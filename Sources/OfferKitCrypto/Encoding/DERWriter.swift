/// Writes DER (X.690) element by element.
package struct DERWriter: Sendable {
    /// The bytes written so far.
    package private(set) var bytes: [UInt8] = []

    /// An empty writer.
    package init() {}

    /// Writes an element with the given contents.
    package mutating func write(_ tag: DERTag, _ contents: some Collection<UInt8>) {
        bytes.append(tag.rawValue)
        writeLength(contents.count)
        bytes.append(contentsOf: contents)
    }

    /// Writes an element with the contents that `body` writes.
    package mutating func write(_ tag: DERTag, containing body: (inout DERWriter) -> Void) {
        var inner = DERWriter()
        body(&inner)
        write(tag, inner.bytes)
    }

    /// Writes bytes that are DER already.
    package mutating func write(encoded element: some Collection<UInt8>) {
        bytes.append(contentsOf: element)
    }

    /// Writes a non-negative integer from its bytes, most significant first; zeros in front are dropped.
    package mutating func writeUnsignedInteger(_ magnitude: some Collection<UInt8>) {
        var contents = Array(magnitude.drop { $0 == 0 })
        // The first bit is the sign.
        if contents.first.map({ $0 >= 0x80 }) ?? true { contents.insert(0, at: 0) }
        write(.integer, contents)
    }

    /// Writes a truth value.
    package mutating func writeBoolean(_ value: Bool) {
        write(.boolean, [value ? 0xff : 0x00])
    }

    /// Writes a null.
    package mutating func writeNull() {
        write(.null, [])
    }

    /// Writes a bit string without spare bits.
    package mutating func writeBitString(_ contents: [UInt8]) {
        write(.bitString, [0] + contents)
    }

    /// Writes an object identifier.
    package mutating func writeObjectIdentifier(_ identifier: DERObjectIdentifier) {
        write(.objectIdentifier, identifier.encoded)
    }

    private mutating func writeLength(_ length: Int) {
        if length < 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: length))
            return
        }
        var digits: [UInt8] = []
        var left = length
        while left > 0 {
            digits.append(UInt8(truncatingIfNeeded: left))
            left >>= 8
        }
        bytes.append(0x80 | UInt8(truncatingIfNeeded: digits.count))
        bytes.append(contentsOf: digits.reversed())
    }
}
