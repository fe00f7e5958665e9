import OfferKitCrypto

/// A certificate as pieces of DER that a test can replace one by one; its signature is shaped rightly and no more.
struct DraftCertificate {
    static let algorithm = "300a06082a8648ce3d040302"
    /// CN=A, as UTF8String.
    static let name = "300c310a300806035504030c0141"
    /// From 2024-01-01 00:00:00 to 2025-12-31 23:59:59.
    static let times = "301e" + "170d3234303130313030303030305a" + "170d3235313233313233353935395a"
    static let constraints = "300f0603551d130101ff040530030101ff"
    static let usage = "300e0603551d0f0101ff040403020106"

    var version = hex("a003020102")
    var serial = hex("020101")
    var inner = hex(algorithm)
    var issuer = hex(name)
    var validity = hex(times)
    var subject = hex(name)
    var key = DraftCertificate.key
    var extensions = DraftCertificate.extensions([constraints, usage])
    var outer = hex(algorithm)
    var signature = hex("0309003006020101020101")

    /// The generator of P-256 as a SubjectPublicKeyInfo.
    static let key = hex(
        "3059301306072a8648ce3d020106082a8648ce3d03010703420004" + KeyTests.generatorX + KeyTests.generatorY)

    static func extensions(_ items: [String]) -> [UInt8] {
        element(0xa3, element(0x30, items.flatMap { hex($0) }))
    }

    /// An element with as short a length as it takes, written without the writer under test.
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        header(tag, contents.count) + contents
    }

    private static func header(_ tag: UInt8, _ count: Int) -> [UInt8] {
        if count < 0x80 { return [tag, UInt8(count)] }
        if count < 0x100 { return [tag, 0x81, UInt8(count)] }
        return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xff)]
    }

    private var fields: [[UInt8]] { [version, serial, inner, issuer, validity, subject, key, extensions] }
    private var body: [UInt8] { Self.element(0x30, fields.flatMap { $0 }) }
    private var parts: [[UInt8]] { [body, outer, signature] }

    var der: [UInt8] {
        Self.element(0x30, parts.flatMap { $0 })
    }

    /// Where a field of the signed part begins: 0 is the version, 7 the extensions, 8 what follows.
    func offset(ofField index: Int) -> Int {
        let before = fields[..<index].reduce(0) { $0 + $1.count }
        return offset(ofPart: 0) + body.count - fields.reduce(0) { $0 + $1.count } + before
    }

    /// Where the signed part, the algorithm, the signature or what follows begins.
    func offset(ofPart index: Int) -> Int {
        let length = parts.reduce(0) { $0 + $1.count }
        return Self.header(0x30, length).count + parts[..<index].reduce(0) { $0 + $1.count }
    }
}
