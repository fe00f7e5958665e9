import Foundation
import OfferKit
import Testing

/// A store that keeps its notifications, and sells two levels of one group, shareable, by month and by year.
struct NoticeShop {
    static let group = "Plans"

    let store: Store
    let customer: Customer
    let device: Device
    private let signer: OfferSigner

    /// Opens the store on 10 January 2026 at 9:00 UTC.
    init(
        rules: StoreRules = .documents, grace: BillingGracePeriod? = nil, environment: StoreEnvironment = .production,
        keeping retention: HistoryRetention = .everything, seed: UInt64 = 1, keepsNotifications: Bool = true,
        version: NotificationVersion = .v2
    ) throws {
        let catalog = try Catalog(
            groups: [
                .group(
                    NoticeShop.group,
                    [
                        .subscription(
                            "gold", level: 1, period: .monthly, price: 9.99, isFamilyShareable: true,
                            offers: [
                                .promotional("save", .payAsYouGo(4.99, periods: 3)),
                                .code("Spring", .freeTrial(.monthly), for: [.new, .existing, .expired]),
                                .winBack("back", .payAsYouGo(2.99, periods: 2), eligibility: .everyChurnedCustomer),
                            ]),
                        .subscription(
                            "silver", level: 2, period: .monthly, price: 4.99, isFamilyShareable: true,
                            offers: [.promotional("less", .payAsYouGo(1.99, periods: 1))]),
                        .subscription("gold.yearly", level: 1, period: .yearly, price: 99.99),
                    ])
            ],
            products: [.consumable("coins", price: 0.99), .nonConsumable("theme", price: 2.99)])
        store = Store(
            catalog: catalog, rules: rules, environment: environment, gracePeriod: grace,
            startingAt: date("2026-01-10T09:00:00Z"), seed: seed, keeping: retention,
            keepsNotifications: keepsNotifications)
        if keepsNotifications { store.setKeepsNotifications(true, version: version) }
        signer = store.makeSigner()
        try store.registerKeys(of: signer)
        customer = store.addCustomer()
        device = customer.addDevice()
    }

    /// Returns a store whose customer upgrades to gold after ten days, cancels in February, and returns on 1 April.
    ///
    /// The customer leaves silver for gold, and comes back with an offer.
    static func ofOneWhoComesBack() throws -> NoticeShop {
        let shop = try NoticeShop(keepsNotifications: false)
        try shop.device.purchase("silver")
        try shop.go("2026-01-20")
        try shop.device.purchase("gold")
        try shop.go("2026-02-21")
        try shop.customer.setAutoRenew(false, inGroup: NoticeShop.group)
        try shop.go("2026-04-01")
        try shop.device.purchase("gold", offer: .winBack("back"))
        return shop
    }

    func go(_ day: String, _ time: String = "09:00") throws {
        try store.advance(to: date("\(day)T\(time):00Z"))
    }

    /// Buys with a promotional offer.
    @discardableResult
    func buy(_ product: String, promo offer: String) throws -> Transaction {
        let claim = try store.sign(offer: offer, of: product, for: .userName("u1"), with: signer)
        return try device.purchase(product, offer: .promotional(claim), account: .userName("u1"))
    }

    /// Returns type, subtype and status of the notifications, each with its date; from a day on, where one is given.
    func told(since day: String = "2026-01-01") -> [String] {
        store.notifications.filter { $0.signedDate >= date("\(day)T00:00:00Z") }.map(NoticeShop.line)
    }

    static func line(_ notification: ServerNotification) -> String {
        let name = [notification.type.rawValue, notification.subtype?.rawValue].compactMap { $0 }.joined(separator: "/")
        let status = notification.status.map { " \($0.rawValue)" } ?? ""
        return notification.signedDate.formatted(.iso8601.dateSeparator(.dash)).prefix(16) + " " + name + status
    }
}
