extension P256PrivateKey {
    /// The two PEM forms of a private key.
    package enum PEMFormat: Sendable, Hashable, CaseIterable {
        /// `PRIVATE KEY`, PKCS #8 (RFC 5208, RFC 5958): the form of App Store Connect's `.p8` files.
        case pkcs8
        /// `EC PRIVATE KEY`, SEC 1 (RFC 5915): the form that `openssl ecparam -genkey` writes.
        case sec1
    }

    /// Takes the first `PRIVATE KEY` or `EC PRIVATE KEY` document of a PEM text.
    package init(pem text: String) throws(P256KeyError) {
        let document = try PEMDocument.first(labelled: ["PRIVATE KEY", "EC PRIVATE KEY"], in: text)
        var outer = KeyReader(document.bytes)
        if document.label == "PRIVATE KEY" {
            self = try P256PrivateKey.readPKCS8(&outer)
        } else {
            self = try P256PrivateKey.readSEC1(&outer, needsCurve: true)
        }
        try outer.finish()
    }

    /// The key as a PEM document, byte for byte as OpenSSL writes it.
    package func pemRepresentation(_ format: PEMFormat) -> String {
        var writer = DERWriter()
        switch format {
        case .pkcs8:
            writer.write(.sequence) { info in
                info.writeUnsignedInteger([0])
                info.writeP256Algorithm()
                var inner = DERWriter()
                writeSEC1(to: &inner, withCurve: false)
                info.write(.octetString, inner.bytes)
            }
            return PEMDocument(label: "PRIVATE KEY", bytes: writer.bytes).text
        case .sec1:
            writeSEC1(to: &writer, withCurve: true)
            return PEMDocument(label: "EC PRIVATE KEY", bytes: writer.bytes).text
        }
    }

    // MARK: - Structures

    /// Reads a OneAsymmetricKey: version, algorithm, the key as an octet string, attributes, the public key.
    ///
    /// The public key is there from version 1 on.
    private static func readPKCS8(_ outer: inout KeyReader) throws(P256KeyError) -> P256PrivateKey {
        var info = try outer.constructed()
        let version = try info.version()
        guard version <= 1 else { throw .unsupportedVersion(version) }
        try info.algorithm()
        var inner = try info.wrapped()
        let key = try readSEC1(&inner, needsCurve: false)
        try inner.finish()
        if info.nextTag == .context(0) { try info.skip(.context(0)) }
        let publicKeyTag = DERTag.context(1, constructed: false)
        if version == 1, info.nextTag == publicKeyTag { try key.check(try info.bitString(publicKeyTag)) }
        try info.finish()
        return key
    }

    /// Reads an ECPrivateKey: version 1, the number in 32 bytes, the curve, the public key.
    private static func readSEC1(_ outer: inout KeyReader, needsCurve: Bool) throws(P256KeyError) -> P256PrivateKey {
        var info = try outer.constructed()
        let version = try info.version()
        guard version == 1 else { throw .unsupportedVersion(version) }
        let key = try P256PrivateKey(rawRepresentation: try info.octetString())
        if info.nextTag == .context(0) {
            var parameters = try info.constructed(.context(0))
            try parameters.curve()
        } else if needsCurve {
            throw .missingCurve
        }
        if info.nextTag == .context(1) {
            var wrapper = try info.constructed(.context(1))
            let point = try wrapper.bitString()
            try wrapper.finish()
            try key.check(point)
        }
        try info.finish()
        return key
    }

    private func check(_ point: [UInt8]) throws(P256KeyError) {
        guard try P256PublicKey(x963Representation: point) == publicKey else { throw .publicKeyMismatch }
    }

    private func writeSEC1(to writer: inout DERWriter, withCurve: Bool) {
        writer.write(.sequence) { info in
            info.writeUnsignedInteger([1])
            info.write(.octetString, rawRepresentation)
            if withCurve { info.write(.context(0)) { $0.writeObjectIdentifier(.p256) } }
            info.write(.context(1)) { $0.writeBitString(publicKey.x963Representation) }
        }
    }
}
