import Foundation

extension StoreKitConfiguration {
    /// The key that signs promotional offers in the test environment (`subscriptionOffersKeyPair`).
    public struct OffersKey: Hashable, Sendable {
        /// The key's identifier, which goes with each signature.
        public let id: String
        /// The private key as PEM text: PKCS#8 (B1-1), or SEC 1 where the file holds that.
        public let pem: String

        /// Why a key cannot be read.
        public enum Fault: Error, Hashable, Sendable {
            /// The file names no identifier.
            case noIdentifier
            /// The file holds no private key.
            case noPrivateKey
            /// It is neither PEM nor Base64.
            case notBase64
            /// It is not a private key on the curve P-256 as PKCS#8 or SEC 1.
            case notAPrivateKey
        }
    }
}

extension StoreKitConfiguration.OffersKey.Fault: CustomStringConvertible {
    /// The fault as the second half of a sentence.
    public var description: String {
        switch self {
        case .noIdentifier: "it has no id"
        case .noPrivateKey: "it has no privateKey"
        case .notBase64: "privateKey is neither PEM nor Base64"
        case .notAPrivateKey: "privateKey is no P-256 private key in PKCS#8 or SEC 1"
        }
    }
}

extension StoreKitConfiguration.OffersKey {
    /// The key in `text`, which is PEM or only the Base64 body of PEM.
    ///
    /// Only the outline is checked here, to tell the two formats apart; whether the number is a key is found
    /// out by whoever signs with it.
    ///
    /// - Parameters:
    ///   - id: The key's identifier.
    ///   - text: The private key.
    /// - Throws: ``Fault``.
    init(id: String?, text: String?) throws(Fault) {
        guard let id, !id.isEmpty else { throw .noIdentifier }
        guard let text, !text.isEmpty else { throw .noPrivateKey }
        let body = try Self.body(of: text)
        guard let data = Data(base64Encoded: body), !data.isEmpty else { throw .notBase64 }
        guard let label = Self.label(of: Array(data)) else { throw .notAPrivateKey }
        self.id = id
        pem = Self.pem(label: label, body: data.base64EncodedString())
    }

    /// The Base64 between the lines of dashes, or the whole text where there are none; without white space.
    private static func body(of text: String) throws(Fault) -> String {
        var lines = text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        if let first = lines.firstIndex(where: { $0.hasPrefix("-----BEGIN ") && $0.hasSuffix("PRIVATE KEY-----") }) {
            let label = lines[first].dropFirst("-----BEGIN ".count)
            guard let last = lines[first...].firstIndex(of: "-----END " + label) else { throw .notBase64 }
            lines = Array(lines[(first + 1)..<last])
        }
        return lines.joined().filter { !$0.isWhitespace }
    }

    /// The label of the format's PEM.
    ///
    /// Both formats begin with a sequence that spans all bytes, then a version number, 0 for PKCS#8 and 1 for
    /// SEC 1. PKCS#8 names the curve; in SEC 1 it may be left out.
    private static func label(of bytes: [UInt8]) -> String? {
        guard bytes.count > 8, bytes[0] == 0x30 else { return nil }
        let start: Int
        switch bytes[1] {
        case 0..<0x80 where bytes.count == 2 + Int(bytes[1]): start = 2
        case 0x81 where bytes.count == 3 + Int(bytes[2]): start = 3
        default: return nil
        }
        switch Array(bytes[start..<(start + 3)]) {
        case [2, 1, 0]: return names(prime256v1, in: bytes) ? "PRIVATE KEY" : nil
        case [2, 1, 1]: return Array(bytes[(start + 3)..<(start + 5)]) == [4, 32] ? "EC PRIVATE KEY" : nil
        default: return nil
        }
    }

    /// The object identifier 1.2.840.10045.3.1.7 in DER.
    private static let prime256v1: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]

    private static func names(_ identifier: [UInt8], in bytes: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: identifier) }
    }

    private static func pem(label: String, body: String) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(body)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----"]).joined(separator: "\n") + "\n"
    }
}
