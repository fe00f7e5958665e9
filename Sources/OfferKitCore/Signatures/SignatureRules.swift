package import OfferKitEssentials

/// The form of a nonce: a UUID of version 4 with the standard variant (S0-32, C-62).
package enum NonceForm {
    /// Returns the cause to refuse a nonce of another form; nil for a good one.
    package static func judge(_ nonce: UUID) -> SignatureCause? {
        isVersion4(nonce) ? nil : .nonceNotVersion4(nonce)
    }

    /// Returns whether a nonce is of version 4 with the standard variant.
    ///
    /// The version stands in the upper half of byte 6, the variant in the upper two bits of byte 8 (RFC 9562, 5.4).
    package static func isVersion4(_ nonce: UUID) -> Bool {
        nonce.uuid.6 >> 4 == 4 && nonce.uuid.8 >> 6 == 0b10
    }
}

/// The time in which a signature is good: 24 hours from its timestamp, both ends included (S0-34, B2-9, C-5).
///
/// Signed at 09:00:00.000 on 1 March, it is good at 09:00:00.000 on 2 March and refused one millisecond later.
package struct SignatureWindow {
    /// 24 hours in milliseconds.
    static let length = Instant.millisecondsPerDay

    /// The most that a timestamp may be ahead of the store's clock, in milliseconds.
    let allowedClockSkew: Int64

    /// The window of a store that allows clocks to be ahead so far.
    package init(allowedClockSkew: Int64) {
        self.allowedClockSkew = allowedClockSkew
    }

    /// Returns the cause to refuse a timestamp outside the window of the original form; nil for a good one.
    package func judge(timestamp: Int64, storeClock now: Instant) -> SignatureCause? {
        if timestamp < SignatureWindow.leastMilliseconds, SignatureWindow.countsSeconds(timestamp, storeClock: now) {
            return .timestampInSeconds(timestamp, storeClock: Date(now))
        }
        return judge(Instant(millisecondsSince1970: timestamp), number: timestamp, storeClock: now)
    }

    /// Returns the cause to refuse an `iat` outside the window of a compact JWS, which opens at its `iat` (C-3).
    ///
    /// Milliseconds where seconds belong are reported as such, not as the future (C-66).
    package func judge(issuedAt: Instant, storeClock now: Instant) -> SignatureCause? {
        let number = issuedAt.millisecondsSince1970 / Instant.millisecondsPerSecond
        if SignatureWindow.countsMilliseconds(number, storeClock: now) {
            return .issuedAtInMilliseconds(number, storeClock: Date(now))
        }
        return judge(issuedAt, number: number, storeClock: now)
    }

    /// Returns the cause to refuse a moment outside the window, or whose number counts microseconds or nanoseconds.
    private func judge(_ signed: Instant, number: Int64, storeClock now: Instant) -> SignatureCause? {
        if let unit = SignatureWindow.finerUnit(number, storeClock: now) {
            return .timestampInFinerUnit(number, unit: unit, storeClock: Date(now))
        }
        if now.milliseconds(since: signed) > SignatureWindow.length {
            return .timestampTooOld(Date(signed), storeClock: Date(now))
        }
        return signed.milliseconds(since: now) > allowedClockSkew
            ? .timestampInFuture(Date(signed), storeClock: Date(now)) : nil
    }

    /// Returns whether an `iat` counts milliseconds.
    ///
    /// It does where read as seconds it is more than ten years ahead, read as milliseconds it is less than a year away
    /// from the clock, and nobody's clock can have shown it as seconds.
    ///
    /// 1,560,000,000,000 at a store clock in June 2019: as seconds the year 51404, as milliseconds 8 June 2019. But
    /// 1,560,000,000 at a store clock of 19 January 1970 may be either, and is not called milliseconds (C-65).
    static func countsMilliseconds(_ number: Int64, storeClock now: Instant) -> Bool {
        let read = Instant(millisecondsSince1970: number.multipliedClamping(by: Instant.millisecondsPerSecond))
        let possible = SignatureWindow.leastMilliseconds..<1_000 * SignatureWindow.leastMilliseconds
        guard possible.contains(number), read.milliseconds(since: now) > 10 * year else { return false }
        return isNear(Instant(millisecondsSince1970: number), now)
    }

    /// Returns the unit smaller than a millisecond that a number counts, as far as a clock can show it.
    ///
    /// Read as milliseconds the number is the year 5138 or later, and read in that unit it is less than a year away
    /// from the clock.
    ///
    /// 1,560,000,000,000,000,000 at a store clock in June 2019: as nanoseconds 8 June 2019.
    static func finerUnit(_ number: Int64, storeClock now: Instant) -> SignatureCause.FinerUnit? {
        guard number >= 1_000 * leastMilliseconds else { return nil }
        // Microseconds of 1973 to 5138, or nanoseconds of 1973 and later.
        let unit: SignatureCause.FinerUnit = number < 1_000_000 * leastMilliseconds ? .microseconds : .nanoseconds
        return isNear(Instant(millisecondsSince1970: number / unit.perMillisecond), now) ? unit : nil
    }

    /// Numbers from here on are milliseconds of 1973 and later, or seconds of the year 5138 and later.
    private static let leastMilliseconds: Int64 = 100_000_000_000
    /// A leap year, in milliseconds.
    private static let year = 366 * Instant.millisecondsPerDay

    /// Returns whether a moment is less than a year away from the store's clock.
    private static func isNear(_ moment: Instant, _ now: Instant) -> Bool {
        moment.milliseconds(since: now).magnitude < year.magnitude
    }

    /// Returns whether a timestamp counts seconds, as far as a clock can show it (C-66).
    ///
    /// It does where read as milliseconds it is more than ten years old, and read as seconds it is less than a year
    /// away from the clock.
    ///
    /// 1,560,000,000 at a store clock in June 2019: as milliseconds 19 January 1970, as seconds 8 June 2019.
    package static func countsSeconds(_ timestamp: Int64, storeClock now: Instant) -> Bool {
        guard timestamp > 0, now.milliseconds(since: Instant(millisecondsSince1970: timestamp)) > 10 * year else {
            return false
        }
        let read = Instant(millisecondsSince1970: timestamp.multipliedClamping(by: Instant.millisecondsPerSecond))
        return isNear(read, now)
    }
}
