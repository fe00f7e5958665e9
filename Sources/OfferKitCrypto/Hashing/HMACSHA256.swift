/// HMAC with SHA-256 (RFC 2104), fed piece by piece.
///
/// It is a value: a copy keeps the state it was copied in.
package struct HMACSHA256: Sendable {
    private var inner = SHA256()
    private var outer = SHA256()

    /// Begins with a key of any length.
    package init(key: [UInt8]) {
        self.init(padded: SHA256Block(key.count > SHA256.blockLength ? SHA256.hash(key) : key))
    }

    /// Begins with the 32 bytes of a number as the key.
    init(key: Words256) {
        self.init(padded: SHA256Block(key))
    }

    private init(padded key: SHA256Block) {
        inner.update(key.masked(by: 0x36))
        outer.update(key.masked(by: 0x5c))
    }

    /// Takes more bytes.
    package mutating func update(_ bytes: [UInt8]) {
        inner.update(bytes)
    }

    /// Takes one byte.
    mutating func update(_ byte: UInt8) {
        inner.update(byte)
    }

    /// Takes the 32 bytes of a number.
    mutating func update(_ number: Words256) {
        inner.update(number)
    }

    /// The 32 bytes of the code; the state can be updated further.
    package func finalize() -> [UInt8] {
        finalized().bytes
    }

    /// The code as eight words; the state can be updated further.
    func finalized() -> SHA256State {
        var last = outer
        last.update(inner.finalized().number)
        return last.finalized()
    }

    /// The code for `bytes` under `key`, 32 bytes.
    package static func authenticate(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = HMACSHA256(key: key)
        code.update(bytes)
        return code.finalize()
    }
}
