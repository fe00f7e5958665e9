import OfferKitCrypto

extension StoreKitConfiguration {
    /// The key that signs promotional offers in the test environment (`subscriptionOffersKeyPair`).
    public struct OffersKey: Hashable, Sendable {
        /// The key's identifier, which goes with each signature.
        public let id: String
        /// The private key as PKCS#8 in PEM (B1-1), whichever form the file holds.
        public let pem: String

        /// The reasons why a key cannot be read.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Fault: Error, Hashable, Sendable {
            /// The file names no identifier.
            case noIdentifier
            /// The file holds no private key.
            case noPrivateKey
            /// The private key is neither PEM nor Base64.
            case notBase64
            /// The text is not a private key on the curve P-256 as PKCS#8 or SEC 1.
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
    /// Creates the key in `text`, which is PEM or only the Base64 body of PEM.
    ///
    /// - Parameters:
    ///   - id: The key's identifier.
    ///   - text: The private key.
    /// - Throws: ``Fault``.
    init(id: String?, text: String?) throws(Fault) {
        guard let id, !id.isEmpty else { throw .noIdentifier }
        guard let text, !text.isEmpty else { throw .noPrivateKey }
        self.id = id
        if text.contains("-----BEGIN ") {
            pem = try Self.pem(of: text)
        } else {
            let body = text.filter { !$0.isWhitespace }
            guard let bytes = try? Base64.standard.decode(body), !bytes.isEmpty else { throw .notBase64 }
            // The bytes do not say which of the two formats they are in, so both are tried.
            let documents = ["PRIVATE KEY", "EC PRIVATE KEY"].map { PEMDocument(label: $0, bytes: bytes) }
            guard let pem = documents.lazy.compactMap({ try? Self.pem(of: $0.text) }).first else {
                throw .notAPrivateKey
            }
            self.pem = pem
        }
    }

    /// Returns the key as the PKCS#8 text that App Store Connect delivers (B1-1).
    private static func pem(of text: String) throws(Fault) -> String {
        do {
            return try P256PrivateKey(pem: text).pemRepresentation(.pkcs8)
        } catch .malformedPEM {
            throw .notBase64
        } catch {
            throw .notAPrivateKey
        }
    }
}
