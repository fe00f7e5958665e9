import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Purchases that begin outside the app.
struct PurchaseIntentTests {
    @Test(
        "S4-17, B15-15: with Streamlined Purchasing a running app gets the completed transaction in its updates",
        arguments: WinBackPlace.allCases)
    func streamlined(place: WinBackPlace) async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice()
        let (updates, intents) = (listen(device.app.updates), listen(device.app.purchaseIntents))
        guard
            case .completed(let transaction) = try device.redeemWinBackOffer(
                "comeback", of: OutsideShop.pro, at: place)
        else {
            Issue.record("Not completed.")
            return
        }
        // S4-38, B15-18: type 4, the offer's identifier, the free month.
        expectEqual(transaction.offer?.type, .winBack)
        expectEqual(transaction.offer?.id, "comeback")
        expectEqual(transaction.expirationDate, date("2026-04-01T00:00:00Z"))
        await expectContains(heard(updates, in: shop.store), .verified(transaction))
        await expectEqual(heard(intents, in: shop.store), [])
    }

    @Test("S4-17, S4-29: an app that does not run finds the transaction at its next launch")
    func nextLaunch() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice(app: .installed)
        guard
            case .completed(let transaction) = try device.redeemWinBackOffer(
                "comeback", of: OutsideShop.pro, at: .link)
        else {
            Issue.record("Not completed.")
            return
        }
        #expect(!device.isRunning)
        device.launch()
        expectEqual(device.currentEntitlements, [transaction])
        await expectContains(heard(listen(device.app.updates), in: shop.store), .verified(transaction))
    }

    @Test("S4-18, S4-32: without it the app is opened and gets an intent, and nothing is bought yet")
    func intent() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(app: .installed)
        let bought = device.transactions.count
        try expectEqual(device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link), .handedToApp)
        expectEqual(device.appState, .running)
        let intents = await heard(listen(device.app.purchaseIntents), in: shop.store)
        expectEqual(intents.map(\.id), [OutsideShop.pro])
        expectEqual(intents.first?.offer?.id, "comeback")
        expectEqual(intents.first?.offer?.type, .winBack)
        expectEqual(device.transactions.count, bought)
    }

    // On a Mac StoreKit does not add an offer that the app forgot.
    @Test(
        "S4-34…36: the app completes the intent with the offer among the options",
        arguments: [DeviceSystem.newest, .macOS(15)])
    func completed(system: DeviceSystem) async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(system: system)
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .appStore)
        let intent = try #require(await heard(listener, in: shop.store).first)
        let offer = try #require(intent.offer)
        guard case .success(let result) = try await intent.product.purchase(options: [.winBackOffer(offer)]) else {
            Issue.record("Not bought.")
            return
        }
        try expectEqual(result.payloadValue.offer?.id, "saver")
        try expectEqual(result.payloadValue.price, Decimal(string: "4.99"))
    }

    private static let systems: [(DeviceSystem, Bool)] = [
        (.iOS(18), true), (.iOS(17, 7), false), (.visionOS(2), true), (.macOS(15), false),
    ]

    @Test("S4-37, B15-17: where the app forgets the offer, newer systems add it", arguments: systems)
    func forgotten(system: DeviceSystem, isAdded: Bool) async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(system: system)
        let listener = listen(device.app.purchaseIntents)
        try expectEqual(device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link), .handedToApp)
        let intent = try #require(await heard(listener, in: shop.store).first)
        guard case .success(let result) = try await intent.product.purchase() else {
            Issue.record("Not bought.")
            return
        }
        try expectEqual(result.payloadValue.offer?.id, isAdded ? "comeback" : nil)
        // The intent is done with: the next purchase is one of the app's own.
        try shop.customer.setAutoRenew(false, inGroup: OutsideShop.group)
        try shop.store.advance(by: .months(2))
        guard case .success(let next) = try await intent.product.purchase() else {
            Issue.record("Not bought.")
            return
        }
        expectNil(try next.payloadValue.offer)
    }

    @Test("S4-37: the switch keeps the store from adding the offer")
    func neverAdded() async throws {
        var rules = StoreRules.documents
        rules.addsForgottenIntentOffer = false
        let shop = try OutsideShop(rules: rules)
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link)
        let intent = try #require(await heard(listener, in: shop.store).first)
        guard case .success(let result) = try await intent.product.purchase() else {
            Issue.record("Not bought.")
            return
        }
        expectNil(try result.payloadValue.offer)
    }

    @Test("S4-19: the page that manages subscriptions always completes the purchase")
    func settingsPage() throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        guard
            case .completed(let transaction) = try device.redeemWinBackOffer(
                "comeback", of: OutsideShop.pro, at: .subscriptionSettings)
        else {
            Issue.record("Handed to the app.")
            return
        }
        expectEqual(transaction.offer?.id, "comeback")
    }

    @Test(
        "C-102: a system without intents completes the purchase, whatever the setting",
        arguments: [DeviceSystem.tvOS(18), .iOS(16, 3), .macOS(14, 3), .visionOS(1), .watchOS(11)])
    func withoutIntents(system: DeviceSystem) throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(system: system)
        guard case .completed = try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link) else {
            Issue.record("Handed to an app that cannot take it.")
            return
        }
        #expect(throws: PurchaseRefusal.self) { try device.startPromotedPurchase(of: OutsideShop.coins) }
    }

    @Test("S4-18: where the app is not installed the system asks, and the intent comes at the first launch")
    func notInstalled() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(app: .notInstalled)
        let before = shop.store.log.count
        try expectEqual(device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link), .handedToApp)
        expectEqual(
            shop.events(since: before),
            [
                .installationAsked(shop.customer.id),
                .purchaseIntentMade(shop.customer.id, product: OutsideShop.pro, offer: "comeback"),
            ])
        expectEqual(device.appState, .installed)
        #expect(device.launch())
        await expectEqual(heard(listen(device.app.purchaseIntents), in: shop.store).map(\.offer?.id), ["comeback"])
        await expectEqual(heard(listen(device.app.purchaseIntents), in: shop.store), [])
    }

    @Test("C-103: who does not install the app when asked has no intent later")
    func declinedInstallation() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice(app: .notInstalled)
        device.installsWhenAsked = false
        try expectEqual(device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link), .installationDeclined)
        expectEqual(device.appState, .notInstalled)
        #expect(!device.launch())
        device.install()
        #expect(device.launch())
        await expectEqual(heard(listen(device.app.purchaseIntents), in: shop.store), [])
    }

    @Test(
        "B15-16: a product promoted in the App Store is bought in the app, whatever the setting, and without an offer")
    func promoted() async throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        let listener = listen(device.app.purchaseIntents)
        try expectEqual(device.startPromotedPurchase(of: OutsideShop.coins), .handedToApp)
        let intent = try #require(await heard(listener, in: shop.store).first)
        expectEqual(intent.id, OutsideShop.coins)
        expectNil(intent.offer)
        #expect(device.transactions.isEmpty)
        #expect(throws: PurchaseRefusal.self) { try device.startPromotedPurchase(of: "unknown") }
    }

    @Test("B15-9: who may not have the offer is refused where they found it, and the app hears nothing")
    func ineligible() async throws {
        let shop = try OutsideShop()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        let listener = listen(device.app.purchaseIntents)
        let refusal = refusal { try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link) }
        expectEqual(
            refusal,
            .ineligibleForOffer(
                offer: "comeback", because: [.neverSubscribedInGroup(group: OutsideShop.group)]))
        expectEqual(device.lastRefusal, refusal)
        await expectEqual(heard(listener, in: shop.store), [])
    }

    @Test("S4-16: it is on unless turned off; S4-20, B15-19: which takes an app that handles intents")
    func setting() throws {
        let shop = try OutsideShop()
        #expect(shop.store.isStreamlinedPurchasingOn)
        #expect(throws: ConfigurationRefusal.appHandlesNoIntents) { try shop.store.setStreamlinedPurchasing(false) }
        #expect(shop.store.isStreamlinedPurchasingOn && !shop.store.appHandlesPurchaseIntents)
        try shop.turnOffStreamlinedPurchasing()
        #expect(!shop.store.isStreamlinedPurchasingOn && shop.store.appHandlesPurchaseIntents)
        #expect(throws: ConfigurationRefusal.streamlinedPurchasingIsOff) {
            try shop.store.setAppHandlesPurchaseIntents(false)
        }
        try shop.store.setStreamlinedPurchasing(true)
        try shop.store.setAppHandlesPurchaseIntents(false)
        #expect(shop.store.isStreamlinedPurchasingOn && !shop.store.appHandlesPurchaseIntents)
    }

    @Test("C-103: an intent that nobody took ends with the app, and one that was taken with its run")
    func ends() async throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        try device.startPromotedPurchase(of: OutsideShop.coins)
        device.uninstall()
        device.install()
        device.launch()
        await expectEqual(heard(listen(device.app.purchaseIntents), in: shop.store), [])
        // Taken and not completed: after a relaunch a purchase is one of the app's own.
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link)
        await expectEqual(heard(listener, in: shop.store).count, 1)
        device.terminate()
        device.launch()
        let product = try #require(device.product(OutsideShop.pro))
        guard case .success(let result) = try await product.purchase() else {
            Issue.record("Not bought.")
            return
        }
        expectNil(try result.payloadValue.offer)
    }

    @Test("S4-37, C-103: OfferKit's own call completes an intent as StoreKit's does")
    func ownCall() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("comeback", of: OutsideShop.pro, at: .link)
        let intent = try #require(await heard(listener, in: shop.store).first)
        try expectEqual(device.purchase(intent.id).offer?.id, "comeback")
    }

    @Test("S4-31: no win-back sheet while the payment sheet of the intent's purchase is open")
    func openSheet() async throws {
        let shop = try OutsideShop()
        try shop.churn()
        try shop.turnOffStreamlinedPurchasing()
        let device = shop.customer.addDevice()
        device.messageAnswers.winBackOffer = .redeem
        let listener = listen(device.app.purchaseIntents)
        try device.redeemWinBackOffer("saver", of: OutsideShop.pro, at: .link)
        let intent = try #require(await heard(listener, in: shop.store).first)
        let sheet = try device.requestPurchase(intent.id)
        device.enterForeground()
        #expect(device.currentEntitlements.isEmpty)
        try expectEqual(sheet.confirm().offer?.id, "saver")
    }
}
