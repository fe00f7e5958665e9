import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// Base64 and Base64URL.
    static let base64 = Reader(name: "base64", weight: 116, form: .bytes) {
        let bytes = (0..<60).map { UInt8($0 * 4) }
        let seeds = (0..<8).flatMap { count in
            [Base64.standard, .url].map { $0.encodeToBytes(Array(bytes.prefix(count * 7))) }
        }
        return Subject(seeds: seeds, dictionary: ["=", "==", "+", "/", "-", "_", "AAAA", "\n"]) { input in
            for alphabet in [Base64.standard, .url] {
                let decoded = reading { () throws(Base64Error) in try alphabet.decode(ascii: input) }
                guard let decoded else { continue }
                try expect(alphabet.encodeToBytes(decoded) == input, "one value has two texts")
            }
        }
    }

    /// PEM, and the ways in which people wrap it.
    static let pem = Reader(name: "pem", weight: 50, form: .bytes) {
        let key = try Keys.privateKey
        let whole = key.pemRepresentation(.pkcs8)
        let chain = try World.shared.get().store.signingChain
        let texts = [
            whole, key.pemRepresentation(.sec1), key.publicKey.pemRepresentation, chain.root.pem + chain.leaf.pem,
            "\u{FEFF}" + whole, "\"\(whole)\"", "b'\(whole.replacing("\n", with: "\\n"))'",
            whole.replacing("\n", with: " "),
            Base64.standard.encode(Array(whole.utf8)), "text before\r\n" + whole.replacing("\n", with: "\r\n"),
            "/etc/key.p8",
        ]
        return Subject(seeds: texts.map { Array($0.utf8) }, dictionary: Keys.words) { input in
            let text = input.text
            let documents = reading { () throws(PEMError) in try PEMDocument.documents(in: text) }
            _ = PEMWrapping.found(in: text)
            for document in documents ?? [] {
                let again = reading { () throws(PEMError) in try PEMDocument.documents(in: document.text) }
                try expect(again == [document], "a document is another one when it was written")
            }
        }
    }

    /// Keys in PEM.
    static let key = Reader(name: "key", weight: 8, form: .bytes) {
        let key = try Keys.privateKey
        let texts = [
            key.pemRepresentation(.pkcs8), key.pemRepresentation(.sec1), key.publicKey.pemRepresentation,
        ]
        // Changed Base64 seldom holds DER any more, so the DER is changed, and written as PEM.
        let ders = try texts.flatMap { try PEMDocument.documents(in: $0) }
        return Subject(seeds: texts.map { Array($0.utf8) } + ders.map(\.bytes), dictionary: Keys.words) { input in
            let isText = input.starts(with: Array("-----".utf8))
            let labels = isText ? [""] : ["PRIVATE KEY", "EC PRIVATE KEY", "PUBLIC KEY"]
            for label in labels {
                let text = isText ? input.text : PEMDocument(label: label, bytes: input).text
                if let read = reading({ () throws(P256KeyError) in try P256PrivateKey(pem: text) }) {
                    for form in P256PrivateKey.PEMFormat.allCases {
                        let written = read.pemRepresentation(form)
                        let again = reading { () throws(P256KeyError) in try P256PrivateKey(pem: written) }
                        try expect(again == read, "a private key is another one when it was written")
                    }
                }
                if let read = reading({ () throws(P256KeyError) in try P256PublicKey(pem: text) }) {
                    let written = read.pemRepresentation
                    let again = reading { () throws(P256KeyError) in try P256PublicKey(pem: written) }
                    try expect(again == read, "a public key is another one when it was written")
                }
                _ = reading { () throws(AppStoreServerKeyError) in
                    try AppStoreServerKey(id: "K", issuerID: "I", pem: text)
                }
            }
        }
    }

    /// DER as such, and the DER of signatures.
    static let der = Reader(name: "der", weight: 60, form: .der) {
        let key = try Keys.privateKey
        let chain = try World.shared.get().store.signingChain
        let signature = key.signature(for: Array("a".utf8)).derRepresentation
        let seeds = [signature, key.publicKey.spkiRepresentation, chain.leaf.der, [0x05, 0x00], [0x30, 0x00]]
        return Subject(seeds: seeds) { input in
            try walk(DERReader(input), depth: 0)
            if let signature = reading({ () throws(ECDSASignatureError) in
                try ECDSASignature(derRepresentation: input)
            }) {
                try expect(signature.derRepresentation == input, "one signature has two forms")
            }
        }
    }

    /// Reads all elements; each has only one form, so writing it gives the same bytes.
    private static func walk(_ reader: DERReader, depth: Int) throws {
        var reader = reader
        while !reader.isAtEnd {
            if reader.nextTag == .objectIdentifier {
                var copy = reader
                _ = reading { () throws(DERError) in try copy.readObjectIdentifier() }.map { "\($0)" }
            }
            guard let element = reading({ () throws(DERError) in try reader.read() }) else { return }
            var writer = DERWriter()
            writer.write(element.tag, element.contents)
            try expect(writer.bytes[...] == element.encoded, "an element has two forms")
            guard element.tag.isConstructed else { continue }
            if let inner = reading({ () throws(DERError) in try reader.reader(for: element) }) {
                try expect(depth < 16, "elements are nested deeper than a reader allows")
                try walk(inner, depth: depth + 1)
            }
        }
        _ = reading { () throws(DERError) in try reader.finish() }
    }

    /// JSON as such.
    static let json = Reader(name: "json", weight: 70, form: .json) {
        let texts = [
            #"{"a":[1,-0.5e+3,true,false,null,"\u00e9\ud83d\ude00\n"],"b":{"c":{},"d":[]},"e":""}"#, "[]", "7", "\"x\"",
            "\u{FEFF}{\"name\": \"value\", \"name2\": 1e400}",
        ]
        return Subject(seeds: texts.map { Array($0.utf8) }, dictionary: ["a", "\\u0000", "\\ud800", "name"]) { input in
            guard
                let value = reading({ () throws(JSONError) in
                    var reader = JSONReader(input)
                    return try reader.read()
                })
            else { return }
            let text = JSONText(value).text
            let again = reading { () throws(JSONError) in
                var reader = JSONReader(Array(text.utf8))
                return try reader.read()
            }
            try expect(again == value, "a value is another one when it was written")
            try expect(again.map { JSONText($0).text } == text, "a value is written in two ways")
        }
    }
}

/// The keys with which seeds are signed.
enum Keys {
    /// A private key that nobody uses.
    static var privateKey: P256PrivateKey {
        get throws { try P256PrivateKey(rawRepresentation: SHA256.hash(Array("fuzz".utf8))) }
    }

    static let words = [
        "-----BEGIN ", "-----END ", "PRIVATE KEY-----", "EC PRIVATE KEY", "PUBLIC KEY", "CERTIFICATE", "X509 CRL", "\n",
        "\r\n", "\\n", "Proc-Type: 4,ENCRYPTED", "\u{FEFF}", "b'",
    ]
}
