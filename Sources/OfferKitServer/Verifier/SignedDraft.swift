import OfferKitCore
import OfferKitCrypto

/// A way in which the signed bytes may have been put together, at first the right one.
struct SignedDraft {
    /// The seven parts as UTF-8, in the order of `OfferPart`.
    var parts: [[UInt8]]
    /// The parts that are joined, in order; a part may be left out or stand twice.
    var order = Array(0..<7)
    var separator = SignedDraft.separator
    var before: [UInt8] = []
    var after: [UInt8] = []
    var encoding: SignatureMistake.TextEncoding?
    var digestion = Digestion.sha256

    enum Digestion {
        case sha256
        case other(SignatureMistake.Hash)
        case twice(SignatureMistake.DigestForm)
    }

    static let separator = Array(OfferPayload.separator.utf8)

    init(_ payload: OfferPayload) {
        parts = payload.parts.map { Array($0.utf8) }
    }

    /// The 32 bytes that ECDSA would sign.
    var digest: [UInt8] {
        let bytes = encoded
        switch digestion {
        case .sha256: return SHA256.hash(bytes)
        case .other(let hash): return SignedDraft.digest(of: bytes, hash)
        case .twice(let form): return SignedDraft.digest(of: bytes, form)
        }
    }

    private var joined: [UInt8] {
        var bytes = before
        bytes.reserveCapacity(256)
        for (position, part) in order.enumerated() {
            if position > 0 { bytes.append(contentsOf: separator) }
            bytes.append(contentsOf: parts[part])
        }
        bytes.append(contentsOf: after)
        return bytes
    }

    private var encoded: [UInt8] {
        guard let encoding else { return joined }
        switch encoding {
        case .utf16LittleEndian: return SignedDraft.utf16(joined, isBigEndian: false)
        case .utf16BigEndian: return SignedDraft.utf16(joined, isBigEndian: true)
        case .utf16LittleEndianWithMark: return [0xFF, 0xFE] + SignedDraft.utf16(joined, isBigEndian: false)
        case .utf16BigEndianWithMark: return [0xFE, 0xFF] + SignedDraft.utf16(joined, isBigEndian: true)
        case .utf8WithMark: return [0xEF, 0xBB, 0xBF] + joined
        case .utf8Twice:
            return joined.flatMap { (byte: UInt8) -> [UInt8] in
                byte < 0x80 ? [byte] : [0xC0 | byte >> 6, 0x80 | byte & 0x3F]
            }
        case .base64: return Base64.standard.encodeToBytes(joined)
        case .hexadecimal: return Hexadecimal.encode(joined)
        }
    }

    // MARK: - Bytes

    /// Returns the digest that ECDSA signs for a message with another hash.
    static func digest(of bytes: [UInt8], _ hash: SignatureMistake.Hash) -> [UInt8] {
        // Longer digests keep their leftmost 256 bits, shorter ones are numbers below them (FIPS 186-5, 6.4).
        let digest =
            switch hash {
            case .sha384: SHA384.hash(bytes)
            case .sha512: SHA384.sha512(bytes)
            case .sha1: SHA1.hash(bytes)
            case .none: bytes
            }
        return Array(repeating: 0, count: max(0, 32 - digest.count)) + digest.prefix(32)
    }

    /// Returns the digest that ECDSA signs for a message that was hashed before a signer hashed it again.
    static func digest(of bytes: [UInt8], _ form: SignatureMistake.DigestForm) -> [UInt8] {
        let digest = SHA256.hash(bytes)
        return switch form {
        case .bytes: SHA256.hash(digest)
        case .lowerCaseHex: SHA256.hash(Hexadecimal.encode(digest))
        case .upperCaseHex: SHA256.hash(Hexadecimal.encode(digest, upperCase: true))
        case .base64: SHA256.hash(Base64.standard.encodeToBytes(digest))
        }
    }

    private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }
}
