import Foundation
import OfferKit
import Testing

/// A store with win-back offers, codes and a promoted product, and one customer.
struct OutsideShop {
    static let group = "Plans"
    static let pro = "pro.monthly"
    static let basic = "basic.monthly"
    static let coins = "coins"
    static let start = "2026-01-01T00:00:00Z"

    let store: Store
    let customer: Customer

    init(rules: StoreRules = .documents, grace: BillingGracePeriod? = nil) throws {
        store = Store(
            catalog: try Catalog(
                groups: [
                    .group(
                        OutsideShop.group,
                        [
                            .subscription(
                                OutsideShop.pro, name: "Pro", level: 1, period: .monthly, price: 9.99,
                                offers: [
                                    .introductory(.freeTrial(.weekly)),
                                    .promotional("half", .payAsYouGo(4.99, periods: 3)),
                                    .code("Spring", .freeTrial(.monthly)),
                                    .winBack(
                                        "saver", .payUpFront(4.99, .monthly), eligibility: .everyChurnedCustomer,
                                        promotion: .automaticAssets),
                                    .winBack(
                                        "comeback", .freeTrial(.monthly), eligibility: .everyChurnedCustomer,
                                        promotion: .automaticAssets),
                                ], hasApprovedImage: true),
                            .subscription(OutsideShop.basic, level: 2, period: .monthly, price: 4.99),
                        ])
                ], products: [.consumable(OutsideShop.coins, price: 0.99)]),
            bundleID: "com.example.app", appAppleID: 1_234_567_890, rules: rules, gracePeriod: grace,
            startingAt: date(OutsideShop.start))
        customer = store.addCustomer()
    }

    /// Subscribes the customer and lets the subscription end: the free week, one paid month, then nothing.
    ///
    /// The clock then stands at 1 March 2026.
    func churn(_ product: String = OutsideShop.pro) throws {
        let device = customer.addDevice()
        try device.purchase(product)
        try store.advance(to: date("2026-01-10T00:00:00Z"))
        try customer.setAutoRenew(false, inGroup: OutsideShop.group)
        try store.advance(to: date("2026-03-01T00:00:00Z"))
    }

    /// Turns Streamlined Purchasing off, for an app that handles intents.
    func turnOffStreamlinedPurchasing() throws {
        try store.setAppHandlesPurchaseIntents(true)
        try store.setStreamlinedPurchasing(false)
    }

    /// Returns the events of the log from a place on.
    func events(since count: Int) -> [LogEntry.Event] {
        store.log.dropFirst(count).map(\.event)
    }
}
