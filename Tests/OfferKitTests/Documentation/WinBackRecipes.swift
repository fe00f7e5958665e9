// The code of Documentation/WinBackAndPurchaseIntents.md, compiled and run. A test holds the guide against this file: each
// block of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to win-back offers.
struct WinBackRecipes {
    /// A store with two win-back offers, and a customer who left on 1 March 2026 after two paid months.
    private func churned() throws -> (Store, Customer, Device) {
        // guide: catalogue
        let catalog = try Catalog(groups: [
            .group(
                "Premium",
                [
                    .subscription(
                        "com.example.app.monthly", level: 1, period: .monthly, price: 9.99,
                        offers: [
                            .winBack(
                                "half3", .payAsYouGo(4.99, periods: 3),
                                eligibility: .criteria(
                                    WinBackCriteria(minimumPaidMonths: 2, monthsSinceLapse: 1...24))),
                            .winBack(
                                "freemonth", .freeTrial(.monthly),
                                eligibility: .criteria(
                                    WinBackCriteria(
                                        minimumPaidMonths: 2, monthsSinceLapse: 3...24, monthsBetweenOffers: 6)),
                                priority: .high),
                        ])
                ])
        ])
        // guide: end
        // guide: churn
        let store = Store(catalog: catalog)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")  // 1 January
        try store.advance(by: .months(1))
        try customer.setAutoRenew(false, inGroup: "Premium")
        try store.advance(by: .months(1))  // 1 March: two months were paid, and it is over
        // guide: end
        return (store, customer, device)
    }

    @Test("B15-6, B15-7, B15-11: who may have what, and the best first")
    func eligible() throws {
        let (store, _, device) = try churned()
        // guide: eligible
        func eligible() throws -> [String] {
            let status = try #require(device.subscriptionStatus(inGroup: "Premium"))
            return try status.renewalInfo.payloadValue.eligibleWinBackOfferIDs
        }
        #expect(try eligible() == [])  // the subscription ended just now
        try store.advance(by: .months(1))
        #expect(try eligible() == ["half3"])
        try store.advance(by: .months(2))
        #expect(try eligible() == ["freemonth", "half3"])  // high priority comes first
        // guide: end
    }

    @Test("S4-34: in the app")
    func inTheApp() async throws {
        let (store, _, device) = try churned()
        try store.advance(by: .months(1))
        // guide: in the app
        let product = try #require(device.product("com.example.app.monthly"))
        let offer = try #require(device.app.merchandisedOffer(for: product))
        #expect(offer.id == "half3")
        guard case .success(let result) = try await product.purchase(options: [.winBackOffer(offer)]) else { return }
        let transaction = try result.payloadValue
        #expect(transaction.offer?.type == .winBack)
        // guide: end
        #expect(transaction.price == Decimal(string: "4.99"))
    }

    @Test("S4-17: Streamlined Purchasing")
    func streamlined() async throws {
        let (store, _, device) = try churned()
        try store.advance(by: .months(1))
        // guide: streamlined
        let updates = device.app.updates  // the app listens from its launch on
        let listening = Task { () -> Transaction? in
            for await update in updates {
                let transaction = update.unsafePayloadValue
                if transaction.offer?.type == .winBack { return transaction }
            }
            return nil
        }
        let link = try store.winBackLink(for: "half3", of: "com.example.app.monthly")
        try device.open(link)  // https://apps.apple.com/win-back/6500000001
        let transaction = try #require(await listening.value)
        #expect(transaction.offer?.id == "half3")
        // guide: end
        #expect(link.absoluteString == "https://apps.apple.com/win-back/6500000001")
    }

    @Test("S4-18, S4-31…37: purchase intents")
    func intents() async throws {
        let (store, customer, device) = try churned()
        try store.advance(by: .months(1))
        // guide: intent
        try store.setAppHandlesPurchaseIntents(true)
        try store.setStreamlinedPurchasing(false)
        let intents = device.app.purchaseIntents
        let app = Task {
            for await intent in intents {
                var options: Set<Product.PurchaseOption> = []
                if let offer = intent.offer, offer.type == .winBack { options.insert(.winBackOffer(offer)) }
                return try await intent.product.purchase(options: options)
            }
            return .userCancelled
        }
        let link = try store.winBackLink(for: "half3", of: "com.example.app.monthly")
        #expect(try device.open(link) == .purchase(.handedToApp))
        guard case .success(let result) = try await app.value else { return }
        #expect(try result.payloadValue.offer?.id == "half3")
        // guide: end
        // guide: settings
        #expect(throws: PurchaseRefusal.self) {
            try device.redeemWinBackOffer("half3", of: "com.example.app.monthly", at: .subscriptionSettings)
        }
        // guide: end
        #expect(customer.store === store)
    }

    @Test("S4-18: not installed")
    func notInstalled() async throws {
        let (store, customer, _) = try churned()
        try store.advance(by: .months(1))
        try store.setAppHandlesPurchaseIntents(true)
        try store.setStreamlinedPurchasing(false)
        let link = try store.winBackLink(for: "half3", of: "com.example.app.monthly")
        // guide: not installed
        let phone = customer.addDevice(app: .notInstalled)
        try phone.open(link)  // the system asks to install the app, and the customer does
        #expect(phone.appState == .installed)
        phone.launch()
        var first = phone.app.purchaseIntents.makeAsyncIterator()
        #expect(await first.next()?.offer?.id == "half3")
        // guide: end
    }

    @Test("S4-21, S4-27, B7-16: messages")
    func messages() async throws {
        let (store, customer, device) = try churned()
        try store.advance(by: .months(1))
        // guide: sheet
        device.terminate()
        device.messageAnswers.winBackOffer = .redeem
        device.launch()  // StoreKit shows the sheet by itself, and the customer redeems
        #expect(device.currentEntitlements.first?.offer?.id == "half3")
        // guide: end
        // guide: messages
        customer.paymentMethod = .declining
        try store.advance(by: .months(1))  // the next renewal fails
        var messages = device.app.messages.makeAsyncIterator()  // from now on the app shows messages itself
        let message = try #require(await messages.next())
        #expect(message.reason == .billingIssue)
        device.messageAnswers.billingIssue = .updatePaymentMethod
        try message.display()  // later, when the app likes; or never
        #expect(device.subscriptionStatus(inGroup: "Premium")?.state == .subscribed)
        // guide: end
    }
}
