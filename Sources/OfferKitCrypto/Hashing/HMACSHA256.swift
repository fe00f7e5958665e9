/// HMAC with SHA-256 (RFC 2104), fed piece by piece.
///
/// A value: a copy keeps the state it was copied in.
package struct HMACSHA256: Sendable {
    private var inner = SHA256()
    private var outer = SHA256()

    /// Begins with a key of any length.
    package init(key: [UInt8]) {
        var padded = key.count > SHA256.blockLength ? SHA256.hash(key) : key
        padded.append(contentsOf: repeatElement(0, count: SHA256.blockLength - padded.count))
        for index in padded.indices { padded[index] ^= 0x36 }
        inner.update(padded)
        // 0x36 off, 0x5c on.
        for index in padded.indices { padded[index] ^= 0x6a }
        outer.update(padded)
    }

    /// Takes more bytes.
    package mutating func update(_ bytes: [UInt8]) {
        inner.update(bytes)
    }

    /// Takes more bytes; without a copy if they lie in one piece.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        inner.update(bytes)
    }

    /// The 32 bytes of the code; the state can be updated further.
    package func finalize() -> [UInt8] {
        var last = outer
        last.update(inner.finalize())
        return last.finalize()
    }

    /// The code for `bytes` under `key`, 32 bytes.
    package static func authenticate(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var code = HMACSHA256(key: key)
        code.update(bytes)
        return code.finalize()
    }
}
