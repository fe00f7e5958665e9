import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// A store with two plans at level 1 and 2 and one with an introductory price, and one customer.
struct TimelineShop {
    static let group = "Plans"
    static let pro = "pro"
    static let basic = "basic"
    /// A product in its own group: three months at a lower price.
    static let news = "news"
    static let newsGroup = "News"

    let store: Store
    let customer: Customer
    let device: Device

    init(
        at start: String = "2026-01-01T00:00:00Z", grace: BillingGracePeriod.Duration? = nil, pace: Pace = .realTime,
        keeping retention: HistoryRetention = .everything, rules: StoreRules = .documents
    ) throws {
        let catalog = try Catalog(groups: [
            .group(
                TimelineShop.group,
                [
                    .subscription(
                        TimelineShop.pro, level: 1, period: .monthly, price: 9.99,
                        offers: [
                            .promotional("half3", .payAsYouGo(4.99, periods: 3)),
                            .promotional("freeMonth", .freeTrial(.monthly)),
                            .code("Spring", .freeTrial(.monthly), for: [.new, .existing, .expired]),
                            .winBack(
                                "back", .payUpFront(2.99, .everyThreeMonths),
                                eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 2...24))
                            ),
                        ]),
                    .subscription(
                        TimelineShop.basic, level: 2, period: .monthly, price: 4.99,
                        offers: [.promotional("try", .freeTrial(.monthly))]),
                ]),
            .group(
                TimelineShop.newsGroup,
                [
                    .subscription(
                        TimelineShop.news, level: 1, period: .monthly, price: 5.99,
                        offers: [.introductory(.payAsYouGo(2.99, periods: 3))])
                ]),
        ])
        store = Store(
            catalog: catalog, rules: rules, pace: pace, gracePeriod: grace.map { BillingGracePeriod($0) },
            startingAt: date(start),
            keeping: retention)
        customer = store.addCustomer()
        device = customer.addDevice()
    }

    /// Plays a script of the plans, a character for each day unless given.
    func play(
        _ script: String, for product: String = TimelineShop.pro, each step: TimeStep = .days(1),
        with actions: [Character: Timeline.Script.Action] = [:]
    ) throws -> Timeline {
        try Timeline.Script(script, for: product, with: actions).play(on: device, each: step)
    }
}

/// Expects a life to be drawn like this; otherwise an issue shows both lines.
func expect(_ life: Timeline, draws line: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(life.difference(from: line) == nil, sourceLocation: sourceLocation)
}
