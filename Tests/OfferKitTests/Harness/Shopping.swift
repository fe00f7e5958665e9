import Foundation
import OfferKit
import OfferKitSamples
import Testing

/// A store that sells the sample shop, with one customer at one device and the developer's server.
struct Shopping {
    static let pro = "com.example.pro.monthly"
    static let yearly = "com.example.pro.yearly"
    static let weekly = "com.example.basic.weekly"
    static let coins = "com.example.coins.100"
    static let theme = "com.example.theme.night"
    static let pass = "com.example.pass.summer"
    static let premium = "21000001"

    let store: Store
    let customer: Customer
    let device: Device
    let signer: OfferSigner

    init(
        rules: StoreRules = .documents, at start: String = "2026-01-01T00:00:00Z",
        keeping retention: HistoryRetention = .everything
    ) throws {
        store = Store(try .sample(), rules: rules, startingAt: date(start), keeping: retention)
        customer = store.addCustomer()
        device = customer.addDevice()
        signer = try #require(store.configuredSigner)
    }

    /// Returns a claim that the developer's server signed for this customer.
    func claim(
        _ offer: String = "half3", of product: String = Shopping.pro, for account: AppAccount = .userName("u1")
    ) throws -> PaymentDiscount {
        try store.sign(offer: offer, of: product, for: account, with: signer)
    }

    /// Buys with a promotional offer.
    @discardableResult
    func buy(_ product: String = Shopping.pro, promo offer: String) throws -> Transaction {
        try device.purchase(product, offer: .promotional(claim(offer, of: product)), account: .userName("u1"))
    }

    /// Buys a subscription and turns auto-renew off, so that it ends with its period.
    @discardableResult
    func buyOnce(_ product: String = Shopping.pro, on device: Device? = nil) throws -> Transaction {
        let device = device ?? self.device
        let transaction = try device.purchase(product)
        try device.customer.setAutoRenew(false, inGroup: #require(transaction.subscriptionGroupID))
        return transaction
    }

    func product(_ id: String) throws -> Product {
        try #require(device.product(id))
    }

    /// Returns the status of the customer's subscription, and its renewal info.
    func renewal() throws -> (state: Product.SubscriptionInfo.RenewalState, info: RenewalInfo) {
        let status = try #require(device.subscriptionStatus(inGroup: Shopping.premium))
        return (status.state, try status.renewalInfo.payloadValue)
    }
}

/// Returns the date of a text in ISO 8601; 1970 for any other text.
func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
}

/// Returns the refusal that a call throws; nil when it throws none.
func refusal<Outcome>(_ body: () throws -> Outcome) -> PurchaseRefusal? {
    do {
        _ = try body()
    } catch let refusal as PurchaseRefusal {
        return refusal
    } catch {
        Issue.record("No refusal of a purchase: \(error)")
    }
    return nil
}
