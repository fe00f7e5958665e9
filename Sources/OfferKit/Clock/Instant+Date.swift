public import Foundation
public import OfferKitCore

extension Instant {
    /// The instant nearest to a date.
    ///
    /// Dates beyond the clock's range, and those that are no number, become its ends.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.init(millisecondsSince1970: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
    }
}

extension Date {
    /// The date of an instant of the store's clock.
    public init(_ instant: Instant) {
        self.init(timeIntervalSince1970: Double(instant.millisecondsSince1970) / 1_000)
    }
}

extension Amount {
    /// The amount of that many units of a currency; nil when it has more than three decimal places, or is too large.
    public init?(_ units: Decimal) {
        let milliunits = units * 1_000
        let whole = NSDecimalNumber(decimal: milliunits).int64Value
        guard Decimal(whole) == milliunits else { return nil }
        self.init(milliunits: whole)
    }
}

extension Decimal {
    /// The amount in the currency's units.
    public init(_ amount: Amount) {
        // Built, not divided: a division costs more than the whole rest of a purchase.
        let isNegative = amount.milliunits < 0
        self.init(sign: isNegative ? .minus : .plus, exponent: -3, significand: Decimal(amount.milliunits.magnitude))
    }
}
