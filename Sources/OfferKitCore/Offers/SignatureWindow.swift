#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// When a promotional offer's signature is young enough (S0-34, C-5).
package struct SignatureWindow {
    /// 24 hours, in milliseconds. The last of them still counts.
    package static let length: Int64 = 86_400_000

    /// How far ahead of the store's clock a timestamp may be, in milliseconds.
    package let allowedSkew: Int64

    package init(allowedSkew: Int64) {
        self.allowedSkew = allowedSkew
    }

    /// What is wrong with the timestamp at that reading of the store's clock; nil when nothing is.
    ///
    /// A timestamp that lies in the window once it is read as seconds was meant so, and is named as that rather than
    /// as too old (C-66).
    package func fault(timestamp: Int64, now: Instant) -> SignatureCause? {
        let signed = Instant(millisecondsSince1970: timestamp)
        if isOpen(signed: signed, now: now) { return nil }
        let (asSeconds, overflow) = timestamp.multipliedReportingOverflow(by: 1_000)
        // Seconds drop the fraction, so the moment of signing is up to a second later than they say.
        if !overflow, timestamp > 0, isOpen(signed: Instant(millisecondsSince1970: asSeconds), now: now) {
            return .timestampInSeconds(timestamp, storeClock: now)
        }
        return signed > now
            ? .timestampInFuture(signed, storeClock: now) : .timestampTooOld(signed, storeClock: now)
    }

    private func isOpen(signed: Instant, now: Instant) -> Bool {
        let age = now.milliseconds(since: signed)
        let earliest = allowedSkew > 0 ? -allowedSkew : 0
        return earliest...SignatureWindow.length ~= age
    }
}

extension UUID {
    /// Whether this is a random UUID: version 4, with the variant of RFC 9562 (S0-32, C-62).
    package var isVersion4: Bool {
        uuid.6 >> 4 == 4 && uuid.8 >> 6 == 0b10
    }
}
