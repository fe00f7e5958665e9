import OfferKitCrypto

/// Makes signed data by hand, valid and invalid, with the keys of `TeamChain`.
struct SignedForge {
    var payload = PayloadSamples.fullTransaction
    /// The certificates as PEM, the leaf first.
    var certificates = [TeamChain.leaf, TeamChain.intermediate, TeamChain.root]
    /// The header, if it is not the two members that the App Store writes.
    var header: String?
    /// The leaf's private key.
    var key = TeamChain.leafKey
    /// Makes the signature's bytes; the 64 bytes of ES256 unless set.
    var sign: ((_ message: [UInt8], _ key: P256PrivateKey) -> [UInt8]) = { message, key in
        key.signature(for: message).rawRepresentation
    }

    /// Returns the valid transaction with a change.
    static func text(_ change: (inout SignedForge) throws -> Void = { _ in }) throws -> String {
        var forge = SignedForge()
        try change(&forge)
        return try forge.text
    }

    var text: String {
        get throws {
            let start = try Base64.url.encode(Array((header ?? standardHeader).utf8)) + "."
            let message = start + Base64.url.encode(Array(payload.utf8))
            return message + "." + Base64.url.encode(sign(Array(message.utf8), try P256PrivateKey(pem: key)))
        }
    }

    /// The two members of a header.
    var standardHeader: String {
        get throws { #"{"alg":"ES256","x5c":\#(try x5c)}"# }
    }

    /// The certificates as JSON.
    var x5c: String {
        get throws {
            let texts = try certificates.map { "\"" + Base64.standard.encode(try SignedForge.der($0)) + "\"" }
            return "[" + texts.joined(separator: ",") + "]"
        }
    }

    /// Returns the bytes of a certificate or a list in PEM.
    static func der(_ pem: String) throws -> [UInt8] {
        try PEMDocument.documents(in: pem).flatMap(\.bytes)
    }
}
