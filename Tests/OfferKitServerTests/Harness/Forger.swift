import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// Makes a claim with mistakes that it remembers, so that an explanation can be compared with the truth.
struct Forger {
    /// The mistakes made, in no order.
    private(set) var truth: [SignatureMistake] = []
    /// Whether the mistakes cannot be found out: values that the store has never seen, or a damaged signature.
    private(set) var isBeyondProof = false

    private var fields: [String]
    private let account: AppAccount
    private var separator = "\u{2063}"
    private var tail = ""
    private var key = SampleShop.shop
    private var write: (ECDSASignature) -> String = { Base64.standard.encode($0.derRepresentation) }
    private var damage: (String) -> String = { $0 }

    init(_ random: inout SplitMix64) {
        account = Bool.random(using: &random) ? .token(SampleShop.uuid(SampleShop.token)) : .userName("4bd1c2c3e8a0")
        let name = if case .token = account { SampleShop.token } else { "4bd1c2c3e8a0" }
        fields = [
            SampleShop.bundle, SampleShop.shopKey, SampleShop.product, SampleShop.offer, name, SampleShop.nonce,
            "1560000000000",
        ]
    }

    var claim: OfferClaim {
        let text = fields.joined(separator: separator) + tail
        return SampleShop.claim(account: account, signature: damage(write(key.signature(for: Array(text.utf8)))))
    }

    /// Makes one mistake in the text that can be proved.
    mutating func mistakeInText(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            separator = [" ", "|", ",", "\n", "-", ":", ";"].randomElement(using: &random) ?? " "
            truth.append(.otherSeparator(separator))
        case 1:
            separator = ""
            truth.append(.noSeparator)
        case 2:
            fields[5] = "5F2A9C1E-7B3D-4E8F-9A01-23456789ABCD"
            truth.append(.nonceUpperCase)
        case 3:
            fields[6] = "1560000000"
            truth.append(.timestampSignedInSeconds(signed: "1560000000", sent: 1_560_000_000_000))
        case 4:
            truth.append(.accountNotSigned(sent: account.signedText))
            fields[4] = ""
        case 5:
            truth.append(.otherAccount(signed: "bob77", sent: account.signedText))
            fields[4] = "bob77"
        case 6:
            fields[2] = "pro.yearly"
            truth.append(.otherProduct(signed: "pro.yearly", sent: "pro.monthly"))
        case 7:
            fields[3] = "free1"
            truth.append(.otherOffer(signed: "free1", sent: "half3"))
        case 8:
            tail = "\u{2063}"
            truth.append(.trailingSeparator)
        default:
            fields[5] = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
            truth.append(.otherNonce(signed: fields[5], sent: SampleShop.nonce))
        }
    }

    /// Makes one mistake in the writing that can be proved.
    mutating func mistakeInWriting(_ random: inout SplitMix64) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            write = { Base64.standard.encode($0.rawRepresentation) }
            truth.append(.rawSignature)
        case 1:
            write = { Base64.standard.encode(Array(Base64.standard.encode($0.derRepresentation).utf8)) }
            truth.append(.base64Twice)
        case 2:
            write = { Base64.standard.encode($0.derRepresentation) + "\n" }
            truth.append(.whitespaceInBase64)
        default:
            write = { $0.derRepresentation.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
            truth.append(.hexadecimal)
        }
    }

    /// Signs the same text with the other key.
    mutating func otherKey() {
        key = SampleShop.spare
        truth.append(.otherKeySigned(signedWith: SampleShop.spareKey, sent: SampleShop.shopKey))
    }

    /// Puts a value that the store has never seen into the text, or damages the signature.
    mutating func somethingBeyondProof(_ random: inout SplitMix64) {
        isBeyondProof = true
        let noise = random.next()
        switch Int.random(in: 0..<5, using: &random) {
        case 0: fields[4] = "customer\(noise)"
        case 1: fields[2] = "product.\(noise)"
        case 2: fields[6] = "\(1_400_000_000_000 + noise % 100_000_000_000)"
        case 3: damage = { Forger.replacingOneCharacter($0, noise) }
        default: damage = { Forger.flippingOneBit($0, noise) }
        }
    }

    /// Returns the text with one character replaced by another of the Base64 alphabet.
    static func replacingOneCharacter(_ text: String, _ noise: UInt64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_ !".utf8)
        var bytes = Array(text.utf8)
        let position = Int(noise % UInt64(bytes.count))
        let candidates = alphabet.filter { $0 != bytes[position] }
        bytes[position] = candidates[Int((noise >> 32) % UInt64(candidates.count))]
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text with one bit of the decoded signature flipped.
    static func flippingOneBit(_ text: String, _ noise: UInt64) -> String {
        guard var bytes = try? Base64.standard.decode(text) else { return text }
        bytes[Int(noise % UInt64(bytes.count))] ^= 1 << UInt8((noise >> 32) % 8)
        return Base64.standard.encode(bytes)
    }
}
