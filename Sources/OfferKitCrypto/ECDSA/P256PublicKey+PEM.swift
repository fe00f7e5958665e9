extension P256PublicKey {
    /// Takes a SubjectPublicKeyInfo (RFC 5480), the DER in certificates and `PUBLIC KEY` documents.
    package init(spkiRepresentation bytes: [UInt8]) throws(P256KeyError) {
        var outer = KeyReader(bytes)
        var info = try outer.constructed()
        try outer.finish()
        try info.algorithm()
        let point = try info.bitString()
        try info.finish()
        try self.init(x963Representation: point)
    }

    /// The key as a SubjectPublicKeyInfo (RFC 5480).
    package var spkiRepresentation: [UInt8] {
        var writer = DERWriter()
        writer.write(.sequence) { info in
            info.writeP256Algorithm()
            info.writeBitString(x963Representation)
        }
        return writer.bytes
    }

    /// Takes the first `PUBLIC KEY` document of a PEM text.
    package init(pem text: String) throws(P256KeyError) {
        let document = try PEMDocument.first(labelled: ["PUBLIC KEY"], in: text)
        try self.init(spkiRepresentation: document.bytes)
    }

    /// Takes the public part of the private key in a PEM text, or else the public key.
    package init(eitherHalfIn text: String) throws(P256KeyError) {
        do throws(P256KeyError) {
            self = try P256PrivateKey(pem: text).publicKey
        } catch .noKeyInPEM(let labels) where labels.contains("PUBLIC KEY") {
            try self.init(pem: text)
        }
    }

    /// The key as a `PUBLIC KEY` document.
    package var pemRepresentation: String { PEMDocument(label: "PUBLIC KEY", bytes: spkiRepresentation).text }
}
