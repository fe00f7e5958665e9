import OfferKitCore

// Changes to the timestamp that was signed: seconds, other forms of the number, and other moments (B2-7, S0-33).

extension SignatureChanges {
    mutating func addTimestamps(_ sent: Int64, _ knowledge: OfferVerifier.Knowledge) {
        let seconds = sent / Instant.millisecondsPerSecond
        let rest = sent % Instant.millisecondsPerSecond
        if let milliseconds = SignatureChanges.milliseconds(ofSeconds: sent, knowledge) {
            common.append(SignatureChanges.sentInSeconds(milliseconds, sent))
        } else {
            addSeconds("\(seconds)", sent)
            if rest != 0 { addSeconds("\(seconds + 1)", sent) }
            let fraction = String(rest.magnitude + 1_000).dropFirst()
            let short = String(fraction.reversed().drop { $0 == "0" }.reversed())
            let forms = ["0", "\(fraction)", short, "\(fraction)000"].filter { !$0.isEmpty }.map { "\(seconds).\($0)" }
            addRare(forms, .timestamp) { .timestampSignedInSeconds(signed: $0, sent: sent) }
        }
        addRare(SignatureChanges.forms(of: sent), .timestamp) { .timestampOtherForm(signed: $0) }
        addMoments(sent, knowledge.seen.compactMap(\.timestamp))
    }

    private mutating func addSeconds(_ form: String, _ sent: Int64) {
        common.append(SignatureChange(.timestampSignedInSeconds(signed: form, sent: sent), part: .timestamp, form))
    }

    private mutating func addMoments(_ sent: Int64, _ known: [Int64]) {
        addValues(known.map(String.init), sent: String(sent), .timestamp) {
            .otherTimestamp(signed: Int64($0) ?? 0, sent: sent)
        }
        // The timestamp is cut to whole seconds, or moved by up to 14 hours either way for every time zone.
        var offsets = [-(sent % 1_000)]
        for halfHours in Int64(1)...28 { offsets += [halfHours * 1_800_000, halfHours * -1_800_000] }
        rare += offsets.compactMap { SignatureChanges.moment(sent, offset: $0) }
    }

    /// Returns the moments around a timestamp: the clock was read twice, or the milliseconds were lost.
    static func momentsNearby(_ sent: Int64, _ knowledge: OfferVerifier.Knowledge) -> [SignatureChange] {
        if let milliseconds = milliseconds(ofSeconds: sent, knowledge) {
            return (1..<Int64(1_000)).compactMap { rest in
                let (moment, overflow) = milliseconds.addingReportingOverflow(rest)
                return overflow ? nil : sentInSeconds(moment, sent)
            }
        }
        return (Int64(1)...100).flatMap { [moment(sent, offset: -$0), moment(sent, offset: $0)].compactMap { $0 } }
    }

    /// Returns the milliseconds of a timestamp that counts seconds; nil for any other (C-66).
    private static func milliseconds(ofSeconds sent: Int64, _ knowledge: OfferVerifier.Knowledge) -> Int64? {
        let (milliseconds, overflow) = sent.multipliedReportingOverflow(by: Instant.millisecondsPerSecond)
        guard !overflow, SignatureWindow.countsSeconds(sent, storeClock: knowledge.now) else { return nil }
        return milliseconds
    }

    private static func moment(_ sent: Int64, offset: Int64) -> SignatureChange? {
        let (moment, overflow) = sent.addingReportingOverflow(offset)
        guard !overflow, offset != 0 else { return nil }
        return SignatureChange(.otherTimestamp(signed: moment, sent: sent), part: .timestamp, String(moment))
    }

    private static func sentInSeconds(_ signed: Int64, _ sent: Int64) -> SignatureChange {
        SignatureChange(.timestampSentInSeconds(signed: signed, sent: sent), part: .timestamp, String(signed))
    }

    /// Returns a number as other languages print it: with a fraction, an exponent, groups, in microseconds, as a date.
    private static func forms(of number: Int64) -> [String] {
        let digits = String(number.magnitude)
        var mantissa = String(digits.prefix(1))
        let tail = digits.dropFirst().reversed().drop { $0 == "0" }.reversed()
        if !tail.isEmpty { mantissa += "." + String(tail) }
        let exponent = digits.count - 1
        var groups = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { groups += "," }
            groups.append(digit)
        }
        let date = Instant(millisecondsSince1970: number).description
        let withFraction = date.contains(".") ? date : "\(date.dropLast()).000Z"
        return [
            "\(digits).0", "\(digits).000", "\(mantissa)e+\(exponent)", "\(mantissa)E+\(exponent)",
            "\(mantissa)e\(exponent)", "\(mantissa)E\(exponent)", groups, "\(digits)000", "\(digits)000000",
            "0\(digits)",
            "+\(digits)", date, withFraction, "\(digits)L", "\(digits)n",
        ]
    }
}
