import OfferKitEssentials

extension SignatureCause: CustomStringConvertible {
    /// The fault, what was expected, what came, and what to do.
    public var description: String {
        switch self {
        case .keyUnknown(let key, let registered):
            "No key \(VisibleText.quoted(key)) is registered. Registered: \(VisibleText.list(registered)). Register the "
                + "public key, or sign with one that is registered."
        case .keyRevoked(let key, let instant):
            "Key \(VisibleText.quoted(key)) was revoked on \(instant.utcText), which ends every signature it ever made. Sign "
                + "with another key."
        case .nonceNotVersion4(let nonce):
            "The nonce \(OfferPayload.text(nonce)) is no UUID of version 4. Expected: random digits, with a 4 at the head "
                + "of the third group and 8, 9, a or b at that of the fourth. Use a generator for version 4."
        case .nonceNotUUID(let nonce):
            "The nonce \(VisibleText.quoted(nonce)) is no UUID. Expected: 36 characters with hyphens, of version 4. Use a "
                + "generator for version 4."
        case .nonceSpent(let nonce):
            "The nonce \(OfferPayload.text(nonce)) came with an earlier purchase. A nonce is good for one purchase, even "
                + "one that fails or is cancelled. Have every purchase signed anew."
        case .timestampInSeconds(let timestamp, let now):
            "The timestamp \(timestamp) counts seconds (\(SignatureCause.seconds(timestamp))). Expected: milliseconds, at "
                + "the store's clock \(SignatureMistake.moment(now)). Multiply by 1,000 before it is signed and sent."
        case .issuedAtInMilliseconds(let number, let now):
            "The claim iat counts milliseconds: \(SignatureMistake.moment(number)). Expected: seconds since 1970, at the "
                + "store's clock \(Instant(now).millisecondsSince1970 / Instant.millisecondsPerSecond) (\(now.utcText)). Divide by 1,000 "
                + "before it is signed."
        case .timestampInFinerUnit(let number, let unit, let now):
            "The timestamp \(number) counts \(unit.rawValue) "
                + "(\(Instant(millisecondsSince1970: number / unit.perMillisecond))). Expected: milliseconds since 1970, of a "
                + "compact JWS seconds, at the store's clock \(SignatureMistake.moment(now)). Divide before it is signed and sent."
        case .timestampTooOld(let timestamp, let now):
            "The signature is too old: its timestamp is \(SignatureMistake.moment(timestamp)), the store's clock "
                + "\(SignatureMistake.moment(now)), \(SignatureCause.span(now, since: timestamp)) later; 24 hours are "
                + "allowed. Have the offer signed just before it is shown."
        case .timestampInFuture(let timestamp, let now):
            "The signature is from the future: its timestamp is \(SignatureMistake.moment(timestamp)), the store's clock "
                + "\(SignatureMistake.moment(now)), \(SignatureCause.span(timestamp, since: now)) behind. Set the server's "
                + "clock right, or sign with the store's time."
        case .signature(let mistake): mistake.description
        case .otherPrivateKeyOrText(let key, let registered, let signers):
            "Another private key made this signature than the one that belongs to key \(VisibleText.quoted(key)), or another "
                + "text was signed than expected, or the signature was changed on its way: nothing that was tried explains it. "
                + "The public key registered under \(VisibleText.quoted(key)) has the SHA-256 \(registered) (of its DER form)."
                + SignatureCause.comparison(signers)
        }
    }

    /// A sentence on how to find out whether it was another key or another text.
    private static func comparison(_ signers: [String]) -> String {
        guard !signers.isEmpty else { return " Compare it with that of the key that your server signs with." }
        return
            " If the text is the expected one, the key that signed has \(signers.joined(separator: " or ")). Compare with "
            + "what your server holds: openssl pkey -in KEY.p8 -pubout -outform DER | openssl dgst -sha256. If that is the "
            + "registered one, compare the text."
    }

    private static func seconds(_ timestamp: Int64) -> String {
        Instant(millisecondsSince1970: timestamp.multipliedClamping(by: Instant.millisecondsPerSecond)).description
    }

    private static func span(_ later: Date, since earlier: Date) -> String {
        span(Instant(later).milliseconds(since: Instant(earlier)))
    }

    /// A span of time in its three largest units: `1 day 2 hours`, `350 milliseconds`.
    static func span(_ milliseconds: Int64) -> String {
        let units: [(Int64, String)] = [
            (86_400_000, "day"), (3_600_000, "hour"), (60_000, "minute"), (1_000, "second"), (1, "millisecond"),
        ]
        var rest = milliseconds
        var words: [String] = []
        for (length, unit) in units {
            let count = rest / length
            rest %= length
            guard count != 0 else { continue }
            words.append("\(count) \(unit)\(count == 1 ? "" : "s")")
        }
        return words.isEmpty ? "no time" : words.prefix(3).joined(separator: " ")
    }
}
