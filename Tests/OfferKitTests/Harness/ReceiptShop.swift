import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A shop whose receipts are looked at: a store with one customer at one device, and the developer's server.
struct ReceiptShop {
    static let gold = "gold"
    static let silver = "silver"
    static let year = "silver.year"
    static let other = "other"
    static let coins = "coins"
    static let theme = "theme"
    static let group = "Plans"

    let store: Store
    let customer: Customer
    let device: Device

    /// Time begins on 1 January 2026, 00:00 UTC.
    init(
        _ environment: StoreEnvironment = .sandbox, gracePeriod: BillingGracePeriod? = nil, seed: UInt64 = 1
    ) throws {
        store = Store(
            catalog: try Catalog(
                groups: [
                    .group(
                        "Plans",
                        [
                            .subscription("gold", level: 1, period: .monthly, price: 9.99, isFamilyShareable: true),
                            .subscription(
                                "silver", level: 2, period: .monthly, price: 4.99,
                                offers: [
                                    .introductory(.freeTrial(.weekly)),
                                    .promotional("half", .payAsYouGo(2.49, periods: 2)),
                                    .promotional("free", .freeTrial(.monthly)),
                                    .code("Spring", .freeTrial(.monthly), for: [.new, .existing, .expired]),
                                    .winBack(
                                        "back", .payUpFront(3.99, .everyTwoMonths), eligibility: .everyChurnedCustomer),
                                ]),
                            .subscription(
                                "silver.year", level: 2, period: .yearly, price: 49.99,
                                offers: [.introductory(.payUpFront(9.99, .everyThreeMonths))]),
                        ]),
                    .group("Others", [.subscription("other", level: 1, period: .weekly, price: 0.99)]),
                ],
                products: [.consumable("coins", price: 0.99), .nonConsumable("theme", price: 2.99)]),
            bundleID: "com.example.app", appAppleID: 1_234_567_890, environment: environment, gracePeriod: gracePeriod,
            startingAt: date("2026-01-01T00:00:00Z"), seed: seed)
        customer = store.addCustomer()
        device = customer.addDevice()
    }

    /// A request for the receipt that a device has, with the shared secret.
    func request(of device: Device? = nil, excludesOld: Bool? = nil) throws -> ReceiptRequest {
        let receipt = try #require((device ?? self.device).appReceipt)
        return ReceiptRequest(receipt: receipt, password: store.sharedSecret, excludesOldTransactions: excludesOld)
    }

    /// The answer to the receipt that a device has, as a server reads it.
    func answer(
        of device: Device? = nil, excludesOld: Bool? = nil, _ options: ReceiptOptions = ReceiptOptions()
    ) throws -> ReceiptAnswer {
        let response = store.verifyReceipt(try request(of: device, excludesOld: excludesOld).json, options: options)
        expectEqual(response.httpStatus, 200)
        expectNil(response.refusal)
        return try ReceiptAnswer(json: response.body)
    }

    /// The same answer as plain JSON, read by Foundation.
    func json(_ options: ReceiptOptions = ReceiptOptions()) throws -> JSONTree {
        let response = store.verifyReceipt(try request().json, options: options)
        return JSONTree(try JSONSerialization.jsonObject(with: Data(response.body)))
    }

    /// The first of a customer's purchases in `latest_receipt_info`, by its product.
    func latest(_ product: String, _ options: ReceiptOptions = ReceiptOptions()) throws -> ReceiptTransaction {
        try #require(try answer(options).latestReceiptInfo?.first { $0.productID == product })
    }

    /// Buys with a promotional offer, signed by the developer's server.
    @discardableResult
    func buy(_ product: String, promo offer: String) throws -> Transaction {
        let (signer, account) = (store.makeSigner(), AppAccount.userName("u1"))
        return try device.purchase(
            product, offer: .promotional(store.sign(offer: offer, of: product, for: account, with: signer)),
            account: account)
    }

    /// The status that a response says.
    static func status(_ response: ReceiptResponse) -> Int? {
        (try? ReceiptAnswer(json: response.body))?.status.rawValue
    }
}

/// JSON as Foundation reads it, with a path to each value.
struct JSONTree {
    private let value: Any?

    init(_ value: Any?) { self.value = value }

    subscript(name: String) -> JSONTree { JSONTree((value as? [String: Any])?[name]) }
    subscript(place: Int) -> JSONTree {
        let list = value as? [Any] ?? []
        return JSONTree(list.indices.contains(place) ? list[place] : nil)
    }
    var text: String? { value as? String }
    /// A number; nil for text, and for a truth value too.
    var number: Int64? { text == nil ? (value as? NSNumber)?.int64Value : nil }
    var names: Set<String> { Set((value as? [String: Any] ?? [:]).keys) }
    var count: Int { (value as? [Any])?.count ?? 0 }
}
