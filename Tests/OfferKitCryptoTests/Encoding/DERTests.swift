import OfferKitCore
import OfferKitCrypto
import OfferKitTestHarness
import Testing

struct DERTests {
    @Test("What is written is read back, element by element")
    func roundTrip() throws {
        var writer = DERWriter()
        writer.write(.sequence) { inner in
            inner.writeUnsignedInteger([0, 0, 1, 2])
            inner.writeUnsignedInteger([0x80])
            inner.writeUnsignedInteger([0])
            inner.writeBoolean(true)
            inner.writeBoolean(false)
            inner.writeNull()
            inner.write(.octetString, [1, 2, 3])
            inner.writeBitString([0xf0])
            inner.writeObjectIdentifier(.p256)
            inner.write(.context(1)) { $0.write(.utf8String, ascii("text")) }
        }
        var outer = DERReader(writer.bytes)
        var reader = try outer.readConstructed(.sequence)
        try outer.finish()
        try expectEqual(reader.readUnsignedInteger(), [1, 2])
        try expectEqual(reader.readByte(), 0x80)
        try expectEqual(reader.readUnsignedInteger(), [])
        #expect(try reader.readBoolean())
        #expect(try !reader.readBoolean())
        try expectEqual(reader.read(.null).encoded, [5, 0])
        try expectEqual(reader.readOctetString(), [1, 2, 3])
        try expectEqual(reader.readBitString(), [0xf0])
        try expectEqual(reader.readObjectIdentifier(), .p256)
        #expect(!reader.isAtEnd)
        var last = try reader.readConstructed(.context(1))
        let element = try last.read(.utf8String)
        expectEqual(element.contents, ascii("text")[...])
        expectEqual(element.encoded, hex("0c0474657874")[...])
        expectEqual(writer.bytes[element.offset...], hex("0c0474657874")[...])
        try reader.finish()
    }

    @Test("Lengths are written in as few bytes as they take", arguments: [0, 1, 127, 128, 255, 256, 65_535, 65_536])
    func lengths(_ length: Int) throws {
        var writer = DERWriter()
        writer.write(.octetString, [UInt8](repeating: 7, count: length))
        let header = length < 128 ? 2 : length < 256 ? 3 : length < 65_536 ? 4 : 5
        expectEqual(writer.bytes.count, header + length)
        var reader = DERReader(writer.bytes)
        try expectEqual(reader.readOctetString().count, length)
        try reader.finish()
    }

    struct Refusal: Sendable {
        let bytes: String
        let error: DERError
        let read: @Sendable (inout DERReader) throws -> Void

        init(_ bytes: String, _ error: DERError, _ read: @escaping @Sendable (inout DERReader) throws -> Void) {
            self.bytes = bytes
            self.error = error
            self.read = read
        }
    }

    static let refusals = [
        Refusal("", .truncated(offset: 0)) { _ = try $0.read() },
        Refusal("1f8101", .highTagNumber(offset: 0)) { _ = try $0.read() },
        Refusal("010101", .malformedBoolean(offset: 0)) { _ = try $0.readBoolean() },
        Refusal("0100", .malformedBoolean(offset: 0)) { _ = try $0.readBoolean() },
        Refusal("0102ffff", .malformedBoolean(offset: 0)) { _ = try $0.readBoolean() },
        Refusal("0300", .malformedBitString(offset: 0)) { _ = try $0.readBits() },
        Refusal("030101", .malformedBitString(offset: 0)) { _ = try $0.readBits() },
        Refusal("03020800", .malformedBitString(offset: 0)) { _ = try $0.readBits() },
        Refusal("030201ff", .malformedBitString(offset: 0)) { _ = try $0.readBits() },
        Refusal("030201fe", .malformedBitString(offset: 0)) { _ = try $0.readBitString() },
        Refusal("0600", .malformedObjectIdentifier(offset: 0)) { _ = try $0.readObjectIdentifier() },
        Refusal("06022a86", .malformedObjectIdentifier(offset: 0)) { _ = try $0.readObjectIdentifier() },
        Refusal("06032a8001", .malformedObjectIdentifier(offset: 0)) { _ = try $0.readObjectIdentifier() },
        Refusal("0202017f", .integerTooLarge(offset: 0)) { _ = try $0.readByte() },
        Refusal("0500", .unexpectedTag(.null, expected: .integer, offset: 0)) { _ = try $0.readByte() },
        Refusal("0500", .trailingBytes(offset: 0)) { try $0.finish() },
        Refusal("040100", .notConstructed(offset: 0)) { _ = try $0.readConstructed(.octetString) },
    ]

    @Test("A value that is not in its one form is refused", arguments: refusals)
    func refusal(_ refusal: Refusal) {
        var reader = DERReader(hex(refusal.bytes))
        #expect(throws: refusal.error) { try refusal.read(&reader) }
    }

    @Test("Flags keep the number of their spare bits")
    func flags() throws {
        var reader = DERReader(hex("03020186"))
        let flags = try reader.readBits()
        expectEqual(flags.bytes, [0x86])
        expectEqual(flags.spareBits, 1)
    }

    @Test("Elements nested deeper than the limit are refused, at any depth, without a trap")
    func nesting() throws {
        var bytes: [UInt8] = []
        for _ in 0..<2_000 {
            var writer = DERWriter()
            writer.write(.sequence, bytes)
            bytes = writer.bytes
        }
        var reader = DERReader(bytes)
        for _ in 0..<16 { reader = try reader.readConstructed(.sequence) }
        let offset = reader.offset
        #expect(throws: DERError.nestedTooDeep(offset: offset)) { try reader.readConstructed(.sequence) }
    }

    @Test("An element longer than the limit is refused even if it is all there")
    func lengthLimit() throws {
        var writer = DERWriter()
        writer.write(.octetString, [UInt8](repeating: 0, count: 200))
        var narrow = DERReader(writer.bytes, limit: 199)
        #expect(throws: DERError.lengthAboveLimit(offset: 0)) { try narrow.readOctetString() }
        var wide = DERReader(writer.bytes, limit: 200)
        try expectEqual(wide.readOctetString().count, 200)
    }

    @Test("Reading random bytes ends, with elements or with an error")
    func randomBytes() {
        var generator = SplitMix64(seed: 690)
        for _ in 0..<2_000 {
            var reader = DERReader(generator.bytes(generator.next(below: 64)))
            var read = 0
            while let element = try? reader.read() {
                read += element.encoded.count
                if element.tag.isConstructed, var inner = try? reader.reader(for: element) { _ = try? inner.read() }
            }
            #expect(read <= 64)
        }
    }
}
