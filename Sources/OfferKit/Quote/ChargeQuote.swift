public import Foundation
import OfferKitCore

/// The charges that a customer will see if nothing changes: product, date, amount and offer of each.
///
/// ```swift
/// let quote = try device.quote(for: "pro.monthly", offer: .promotional("half3"))
/// print(quote)
/// // 2026-01-31T00:00:00Z pro.monthly $4.99 until 2026-02-28T00:00:00Z, promotional offer half3, 1 of 3
/// // 2026-02-28T00:00:00Z pro.monthly $4.99 until 2026-03-31T00:00:00Z, promotional offer half3, 2 of 3
/// // 2026-03-31T00:00:00Z pro.monthly $4.99 until 2026-04-30T00:00:00Z, promotional offer half3, 3 of 3
/// // 2026-04-30T00:00:00Z pro.monthly $9.99 until 2026-05-31T00:00:00Z
/// ```
///
/// The store works it out by letting its own future come to pass on a copy of itself. So what is quoted is what is
/// charged when the clock gets there, unless somebody does something meanwhile, or a charge fails, which no quote
/// foresees (C-96).
public struct ChargeQuote: Hashable, Sendable {
    /// One charge; its amount may be 0.
    public struct Charge: Hashable, Sendable {
        /// The date of the charge.
        public let date: Date
        /// The beginning of the period that the charge pays for: its date, but for a renewal made good within grace
        /// (B7-8).
        public let purchaseDate: Date
        /// The end of that period; nil for products that do not expire.
        public let expirationDate: Date?
        /// The product that is charged.
        public let productID: String
        /// The amount, in units of ``ChargeQuote/currencyCode``: 0 for a free period.
        public let amount: Decimal
        /// The amount as text in the device's language: `$9.99`, `$0`.
        public let displayAmount: String
        /// The offer that the charge belongs to; nil at the customer's own price.
        public let offer: Transaction.Offer?
        /// The number of the charge under the offer, from 1; 0 without an offer.
        public let offerPeriod: Int
        /// The number of charges of the offer; 0 without an offer.
        public let offerPeriodCount: Int
    }

    /// The refund of an upgrade for the period that it ends (C-23).
    public struct Refund: Hashable, Sendable {
        /// The date of the refund.
        public let date: Date
        /// The transaction whose period ends early.
        public let transactionID: UInt64
        /// The amount, in units of ``ChargeQuote/currencyCode``.
        public let amount: Decimal
        /// The amount as text in the device's language.
        public let displayAmount: String
    }

    /// The end of a subscription.
    public struct End: Hashable, Sendable {
        /// The date on which it ends.
        public let date: Date
        /// The reason: auto-renew is off, for instance, or a rise of the price is waiting for the customer's consent.
        public let reason: RenewalInfo.ExpirationReason
    }

    /// The date on which the quote was asked for.
    public let date: Date
    /// The charges, the earliest first.
    public let charges: [Charge]
    /// The refund that is given at once; nil when there is none.
    public let refund: Refund?
    /// The end of the subscription; nil where it goes on after the last of ``charges``, and for products that do not
    /// renew.
    public let end: End?
    /// ISO 4217 code of the currency.
    public let currencyCode: String?

    private let locale: Locale

    /// The sum that is charged at once, in units of ``currencyCode``: 0 where an offer waits for the next renewal.
    public var dueNow: Decimal { charges.filter { $0.date == date }.reduce(0) { $0 + $1.amount } }

    /// Returns a line for each charge, for people: the day in the device's language, and the amount.
    ///
    /// - Parameter timeZone: Whose days are meant; those of UTC unless given.
    /// - Returns: Lines such as `Jan 31, 2026: $9.99`.
    public func lines(in timeZone: TimeZone = .gmt) -> [String] {
        let style = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, timeZone: timeZone)
        return charges.map { "\($0.date.formatted(style)): \($0.displayAmount)" }
    }
}

extension ChargeQuote {
    init(_ forecast: Forecast, in territory: Territory, on device: Device) {
        let state = forecast.state
        let locale = device.locale
        // A chain keeps its storefront, whatever the device's is (C-44).
        let charged = forecast.charges.last?.transaction.territory ?? territory
        let seller = Seller(territory: charged, locale: locale, now: state.now, system: device.system)
        charges = forecast.charges.map { charge in
            let record = charge.transaction
            let terms = record.terms.map { state.offers[$0] }
            return Charge(
                date: Date(charge.date), purchaseDate: Date(record.purchased),
                expirationDate: record.expires.map { Date($0) },
                productID: state.shop[record.product].product.id, amount: Decimal(record.price),
                displayAmount: seller.shortText(record.price), offer: terms.map { Transaction.Offer($0) },
                offerPeriod: Int(record.offerPeriod), offerPeriodCount: terms?.periodCount ?? 0)
        }
        refund = forecast.refund.map {
            Refund(
                date: Date($0.date), transactionID: state.shownNumber(of: $0.transaction), amount: Decimal($0.amount),
                displayAmount: seller.shortText($0.amount))
        }
        end = forecast.end.map {
            End(date: Date($0.date), reason: RenewalInfo.ExpirationReason(rawValue: Int($0.reason.rawValue)))
        }
        currencyCode = charged.currency
        date = Date(forecast.asked)
        self.locale = locale
    }
}

extension ChargeQuote: CustomStringConvertible {
    /// The lines of each charge, refund and end, in the order of their dates, which are in ISO 8601.
    public var description: String {
        var lines = charges.map { charge in
            let until = charge.expirationDate.map { " until \(Instant($0))" } ?? ""
            return "\(Instant(charge.date)) \(charge.productID) \(charge.displayAmount)\(until)\(charge.offerText)"
        }
        if let refund {
            lines.insert(
                "\(Instant(refund.date)) refund of \(refund.displayAmount) from transaction \(refund.transactionID)",
                at: 0)
        }
        if let end { lines.append("\(Instant(end.date)) end: \(end.reason.name)") }
        return lines.joined(separator: "\n")
    }
}

extension ChargeQuote.Charge {
    fileprivate var offerText: String {
        guard let offer else { return "" }
        let name = offer.id.map { " \($0)" } ?? ""
        return ", \(offer.type.debugDescription) offer\(name), \(offerPeriod) of \(offerPeriodCount)"
    }
}

extension RenewalInfo.ExpirationReason {
    fileprivate var name: String {
        switch self {
        case .autoRenewDisabled: "auto-renew is off"
        case .billingError: "a charge failed"
        case .didNotConsentToPriceIncrease: "no consent to a higher price"
        case .productUnavailable: "the product is not for sale"
        default: "unknown"
        }
    }
}
