import OfferKitCore
import OfferKitEssentials
import OfferKitReports

/// A log written by hand, event by event, as a store would write it.
///
/// It remembers the values of each subscription that the next event repeats: its latest transaction, terms and period.
struct FoldLog {
    private(set) var names = ReportNames()
    private(set) var events: [ReportEvent] = []
    private var latest: [Int: ReportEvent] = [:]
    private var transactions: UInt64 = 0

    /// The products: monthly and yearly on one level, gold above them, silver below, and coins, which are consumables.
    static let products: [ReportNames.Product] = [
        ReportNames.Product(id: "monthly", .autoRenewable, group: "G", level: 2, period: .monthly),
        ReportNames.Product(id: "yearly", .autoRenewable, group: "G", level: 2, period: .yearly),
        ReportNames.Product(id: "gold", .autoRenewable, group: "G", level: 1, period: .monthly),
        ReportNames.Product(id: "silver", .autoRenewable, group: "G", level: 3, period: .monthly),
        ReportNames.Product(id: "coins", .consumable),
    ]
    static let trial = ReportNames.Offer(id: nil, .intro, .freeTrial, period: .monthly)
    static let half = ReportNames.Offer(id: "half", .promo, .payAsYouGo, period: .monthly, periodCount: 3)
    static let code = ReportNames.Offer(id: "code", .code, .payUpFront, period: .monthly)
    static let back = ReportNames.Offer(id: "back", .winBack, .payUpFront, period: .monthly)
    static let usa = ReportNames.Storefront("USA", currency: "USD")
    static let france = ReportNames.Storefront("FRA", currency: "EUR")

    /// The terms with which a period begins, without its dates.
    struct Terms {
        var product = "monthly"
        var price: Int64 = 10_000
        var offer: ReportNames.Offer?
        var charge = 1
        var storefront = FoldLog.usa
    }

    /// Returns the terms of a subscription in reports.
    static func terms(
        _ product: String = "monthly", _ offer: ReportNames.Offer? = nil, in storefront: ReportNames.Storefront = usa
    ) -> ReportTerms {
        ReportTerms(product: product, offer: offer, storefront: storefront)
    }

    /// Begins a period; a renewal at the end of the one before, any other on a date.
    mutating func period(
        _ kind: ReportEvent.Kind, _ place: Int, on date: String? = nil, until end: String, _ terms: Terms = Terms(),
        recordedOn recorded: String? = nil
    ) {
        let start = date.map(instant) ?? latest[place]?.end ?? Date(millisecondsSince1970: 0)
        var event = ReportEvent(number: events.count, date: recorded.map(instant) ?? start, kind)
        transactions += 1
        event.customer = UInt32(truncatingIfNeeded: place)
        event.subscription = latest[place]?.subscription ?? transactions
        event.subscriptionPlace = place
        event.transaction = transactions
        event.amount = Amount(milliunits: terms.price)
        (event.start, event.end) = (start, instant(end))
        fill(&event, terms)
        if let before = latest[place], let transaction = before.transaction, let product = before.product {
            event.replaced = ReportEvent.Replaced(transaction: transaction, product: product, offer: before.offer)
        }
        events.append(event)
        latest[place] = event
    }

    /// Adds another event of a subscription, which repeats the latest transaction without a price.
    mutating func note(
        _ kind: ReportEvent.Kind, _ place: Int, on date: String, reason: String? = nil, price: Int64? = nil,
        _ change: (inout ReportEvent) -> Void = { _ in }
    ) {
        guard var event = latest[place] else { return }
        event.number = events.count
        event.date = instant(date)
        event.kind = kind
        event.amount = price.map { Amount(milliunits: $0) }
        event.replaced = nil
        event.reason = reason.map { names.place(ofReason: $0) }
        change(&event)
        events.append(event)
        if kind == .renewalExtended { latest[place]?.end = event.end }
    }

    /// Refunds the transaction of an earlier period, or reverses its refund.
    mutating func note(_ kind: ReportEvent.Kind, ofPeriod number: Int, on date: String, price: Int64? = nil) {
        var event = events[number]
        (event.number, event.date, event.kind) = (events.count, instant(date), kind)
        event.amount = price.map { Amount(milliunits: $0) }
        event.replaced = nil
        events.append(event)
    }

    /// Adds a purchase of another product than a subscription.
    mutating func buy(_ terms: Terms, on date: String, customer: UInt32) {
        var event = ReportEvent(number: events.count, date: instant(date), .purchased)
        transactions += 1
        event.customer = customer
        event.transaction = transactions
        event.amount = Amount(milliunits: terms.price)
        event.start = event.date
        fill(&event, terms)
        events.append(event)
    }

    /// Returns the place of a product's name.
    mutating func place(of product: String) -> Int {
        names.place(of: FoldLog.products.first { $0.id == product } ?? FoldLog.products[0])
    }

    /// Returns the place of an offer's name.
    mutating func place(of offer: ReportNames.Offer) -> Int { names.place(of: offer) }

    private mutating func fill(_ event: inout ReportEvent, _ terms: Terms) {
        event.product = place(of: terms.product)
        event.storefront = names.place(of: terms.storefront)
        event.offer = terms.offer.map { names.place(of: $0) }
        event.offerCharge = terms.offer == nil ? 0 : terms.charge
    }

    /// Returns the reports of the first events, or of all.
    func reports(ofFirst count: Int? = nil, isSmallBusiness: Bool = false) -> Reports {
        var fold = ReportFold(isInSmallBusinessProgram: isSmallBusiness)
        for event in events.prefix(count ?? events.count) { fold.add(event, names) }
        return fold.reports
    }
}

/// Returns a date of the form `2026-03-31`, or `2026-03-31T23:59:59.999`; it must be valid.
func instant(_ text: String) -> Date {
    let parts = text.split(whereSeparator: { "-T:.".contains($0) }).map { Int(String($0)) ?? 0 }
    let (date, time) = (parts.prefix(3).map { $0 }, parts.dropFirst(3).map { Int64($0) })
    guard date.count == 3, let day = ReportDay(year: date[0], month: date[1], day: date[2]) else {
        return Date(millisecondsSince1970: 0)
    }
    let units: [Int64] = [3_600_000, 60_000, 1_000, 1]
    let milliseconds = zip(time, units).reduce(0) { $0 + $1.0 * $1.1 }
    return Date(millisecondsSince1970: Int64(day.daysSince1970) * 86_400_000 + milliseconds)
}

/// Returns a day of the form `2026-03-31`.
func day(_ text: String) -> ReportDay { ReportDay(instant(text)) }

/// Returns a month of the form `2026-03`.
func month(_ text: String) -> ReportMonth { ReportMonth(instant(text + "-01")) }

extension MoneySum: ExpressibleByIntegerLiteral {
    /// An amount in thousandths of a unit.
    init(integerLiteral milliunits: Int64) { self.init(milliunits: milliunits) }
}
