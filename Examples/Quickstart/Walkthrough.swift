import Foundation
import OfferKit

/// One customer's way through a shop: every kind of offer, and every kind of refusal.
struct Walkthrough {
    let configuration: StoreKitConfiguration
    let store: Store
    let signer: OfferSigner
    let device: Device
    /// The salt that hides user names from the App Store (S0-28); a real server keeps its salt secret.
    let salt = Array("a salt of this example".utf8)
    /// The customer's user name, as the app sends it.
    let firstAccount: AppAccount

    init(_ configuration: StoreKitConfiguration) throws {
        self.configuration = configuration
        store = Store(configuration)
        signer = store.configuredSigner ?? store.makeSigner()
        device = store.addCustomer().addDevice()
        firstAccount = .userName(try CustomerHash.userName("customer 1", salt: salt))
    }

    func run() throws {
        showShop()
        introductoryOffer()
        try promotionalOffer()
        try refusals()
        try offerCodes()
        try winBackOffer()
        otherProducts()
        showTransactions()
    }

    // MARK: - The four offers

    private func introductoryOffer() {
        heading("Introductory offer: applied by itself")
        guard let product = device.products.first(where: { $0.subscription?.introductoryOffer != nil }) else {
            say("No product in this shop has one.")
            // A customer with a subscription at its base price may have promotional offers.
            if let product = device.products.first(where: { $0.subscription != nil }) { buy(product) }
            return
        }
        buy(product)
    }

    private func otherProducts() {
        let others = device.products.filter { $0.subscription == nil }
        guard !others.isEmpty else { return }
        heading("Products that are no subscriptions")
        for type in [Product.ProductType.consumable, .nonConsumable, .nonRenewable] {
            if let product = others.first(where: { $0.type == type }) { buy(product) }
        }
    }

    private func promotionalOffer() throws {
        heading("Promotional offer: signed by the developer's server")
        guard let (product, offer) = promotion() else { return say("No product in this shop has one.") }
        subscribeIfNeeded(to: product)
        let discount = try store.sign(offer: offer.id ?? "", of: product.id, for: firstAccount, with: signer)
        say("Offer '\(offer.id ?? "")', \(Text.terms(of: offer, on: device)), signed with key \(signer.keyIdentifier)")
        buy(product, .promotional(discount), firstAccount)
    }

    private func winBackOffer() throws {
        heading("Win-back offer: for a customer who churned")
        let products = device.products
        guard let product = products.first(where: { $0.subscription?.winBackOffers.isEmpty == false }),
            let subscription = product.subscription, let offer = subscription.winBackOffers.first
        else { return say("No product in this shop has one.") }
        subscribeIfNeeded(to: product)
        try lapse(from: subscription.subscriptionGroupID)
        say("Offer '\(offer.id ?? "")', \(Text.terms(of: offer, on: device))")
        buy(product, .winBack(offer.id ?? ""))
    }

    // MARK: - Steps

    /// Returns a product with a promotional offer, and the offer.
    func promotion() -> (Product, ProductDiscount)? {
        for product in device.products {
            if let offer = product.subscription?.promotionalOffers.first { return (product, offer) }
        }
        return nil
    }

    /// Buys a product at the customer's present price, unless there is a subscription in its group already.
    func subscribeIfNeeded(to product: Product) {
        guard let group = product.subscription?.subscriptionGroupID else { return }
        if device.subscriptionStatus(inGroup: group)?.state != .subscribed { buy(product) }
    }

    private func lapse(from group: String) throws {
        guard let status = device.subscriptionStatus(inGroup: group), status.state == .subscribed,
            let renewal = status.renewalInfo.unsafePayloadValue.renewalDate
        else { return }
        try device.customer.setAutoRenew(false, inGroup: group)
        try store.advance(to: renewal)
        try store.advance(by: .days(40))
        say("Auto-renew is turned off, the subscription ends on \(Text.day(renewal)).")
        say("The clock is moved to \(Text.day(store.now)).")
    }

    /// Buys a product, and prints the result.
    func buy(_ product: Product, _ offer: PurchaseOffer = .automatic, _ account: AppAccount = .notSet) {
        do {
            show(try device.purchase(product.id, offer: offer, account: account), on: device)
        } catch {
            say("Refused: \(error)")
        }
    }

    // MARK: - Output

    func show(_ transaction: Transaction, on device: Device) {
        say("→ " + Text.line(transaction))
        guard let group = transaction.subscriptionGroupID,
            let renewal = device.subscriptionStatus(inGroup: group)?.renewalInfo.unsafePayloadValue,
            let offer = renewal.offer
        else { return }
        let price = renewal.renewalPrice.map { Text.price($0, renewal.currencyCode, device) } ?? "nothing"
        let date = renewal.renewalDate.map { Text.day($0) } ?? "never"
        say("  waiting for the renewal on \(date): \(Text.name(of: offer)), then \(price)")
    }

    private func showTransactions() {
        heading("The customer's transactions")
        for transaction in device.transactions { say(Text.line(transaction)) }
        if device.transactions.isEmpty { say("None.") }
    }

    func heading(_ text: String) {
        print("\n\(text)\n" + String(repeating: "-", count: text.count))
    }

    func say(_ text: String) {
        print(text)
    }
}
