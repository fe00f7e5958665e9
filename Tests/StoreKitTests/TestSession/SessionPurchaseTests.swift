import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Purchases in a session.
///
/// Apple's pages on StoreKitTest: purchases by the app and by the session.
struct SessionPurchaseTests {
    @Test("A purchase of the app is listed with what StoreKit says of it")
    func listed() async throws {
        try await TestShop.open { session in
            let transaction = try await TestShop.buy(TestShop.weekly)
            let listed = try #require(session.allTransactions().first)
            expectEqual(session.allTransactions().count, 1)
            expectEqual(listed.identifier, UInt(transaction.id))
            expectEqual(listed.originalTransactionIdentifier, UInt(transaction.originalID))
            expectEqual(listed.productIdentifier, TestShop.weekly)
            expectEqual(listed.purchaseDate, transaction.purchaseDate)
            expectEqual(listed.expirationDate, transaction.purchaseDate.addingTimeInterval(7 * 86_400))
            expectNil(listed.cancelDate)
            #expect(listed.autoRenewingEnabled)
            #expect(!listed.hasPurchaseIssue && !listed.pendingAskToBuyConfirmation)
            #expect(!listed.isPendingPriceIncreaseConsent)
            expectEqual(listed.state, .purchased)
            expectEqual(transaction.environment, .xcode)
        }
    }

    @Test("StoreKitTest: allTransactions() lists consumables, finished ones too")
    func consumables() async throws {
        try await TestShop.open { session in
            await (try TestShop.buy(TestShop.coins)).finish()
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.coins])
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [false])
        }
    }

    @Test("StoreKitTest: what a session buys comes in Transaction.updates; what the app buys does not")
    func updates() async throws {
        try await TestShop.open { session in
            var updates = Transaction.updates.makeAsyncIterator()
            try await TestShop.buy(TestShop.season)
            try session.buyProduct(productIdentifier: TestShop.noAds)
            let bought = try await session.buyProduct(identifier: TestShop.coins)
            await expectEqual(updates.next()?.unsafePayloadValue.productID, TestShop.noAds)
            await expectEqual(updates.next()?.unsafePayloadValue, bought)
            await expectEqual(TestShop.entitlements(), [TestShop.season, TestShop.noAds])
        }
    }

    @Test("An unknown product is invalidProductIdentifier, whoever asks for it")
    func unknownProduct() async throws {
        try await TestShop.open { session in
            await expectEqual(
                TestShop.code { try session.buyProduct(productIdentifier: "gone") }, .invalidProductIdentifier)
            await expectEqual(
                TestShop.code { try await session.buyProduct(identifier: "gone") }, .invalidProductIdentifier)
            await expectEqual(
                TestShop.code { try session.expireSubscription(productIdentifier: "gone") }, .invalidProductIdentifier)
            await expectEqual(
                TestShop.code { try session.forceRenewalOfSubscription(productIdentifier: "gone") },
                .invalidProductIdentifier)
        }
    }

    @Test("StoreKitTest: a promotional offer by its identifier needs no signature, and applies")
    func promotional() async throws {
        try await TestShop.open { session in
            try await session.buyProduct(identifier: TestShop.monthly)
            try session.expireSubscription(productIdentifier: TestShop.monthly)
            let transaction = try await session.buyProduct(
                identifier: TestShop.monthly, options: [.promotionalOffer(id: "loyal")])
            expectEqual(transaction.offer?.type, .promotional)
            expectEqual(transaction.offer?.id, "loyal")
            expectEqual(transaction.price, 1.99)
        }
    }

    @Test("StoreKitTest: a code offer by its reference name applies; an unknown one is refused")
    func code() async throws {
        try await TestShop.open { session in
            let transaction = try await session.buyProduct(
                identifier: TestShop.monthly, options: [.codeOffer(referenceName: "Spring")])
            // A code that stacks leaves the introductory offer first, and waits (C-50).
            expectEqual(transaction.offer?.type, .introductory)
            try await expectEqual(TestShop.status().renewalInfo.payloadValue.offer?.id, "Spring")
            let refused = await TestShop.code {
                try await session.buyProduct(identifier: TestShop.weekly, options: [.codeOffer(referenceName: "None")])
            }
            expectEqual(refused, .invalidAction)
        }
    }

    @Test("StoreKitTest: a token goes with the session's purchase")
    func token() async throws {
        try await TestShop.open { session in
            let token = try #require(UUID(uuidString: "5B2B6D4C-3F6A-4C8B-9A57-0D7C1E2F3A4B"))
            let transaction = try await session.buyProduct(
                identifier: TestShop.yearly, options: [.appAccountToken(token)])
            expectEqual(transaction.appAccountToken, token)
        }
    }

    @Test("C-126: the app's own purchase throws for options that only a session takes")
    func misplaced() async throws {
        try await TestShop.open { session in
            let product = try await TestShop.product(TestShop.monthly)
            await #expect {
                _ = try await product.purchase(options: [.promotionalOffer(id: "loyal")])
            } throws: { error in
                if case StoreKitError.unsupported = error { true } else { false }
            }
            #expect(session.allTransactions().isEmpty)
        }
    }

    /// Options that say nothing here, or contradict a code.
    @Test("C-126: options that a session's purchase cannot keep are refused, and nothing is bought")
    func vain() async throws {
        try await TestShop.open { session in
            let vain: [Set<Product.PurchaseOption>] = [
                [.billingPlanType(.monthly)], [.codeOffer(referenceName: "Spring"), .quantity(2)],
                [.codeOffer(referenceName: "Spring"), .introductoryOfferEligibility(compactJWS: "a.b.c")],
                [.codeOffer(referenceName: "Spring"), .purchaseDate(session.store.now)],
                [.codeOffer(referenceName: "Spring"), .promotionalOffer(id: "loyal")],
            ]
            for options in vain {
                let code = await TestShop.code {
                    try await session.buyProduct(identifier: TestShop.monthly, options: options)
                }
                expectEqual(code, .invalidAction, "\(options)")
            }
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test(
        "C-115: askToBuyEnabled decides in a session, whatever a purchase says for the sandbox",
        arguments: [true, false])
    func askToBuyOption(asks: Bool) async throws {
        try await TestShop.open { session in
            session.askToBuyEnabled = asks
            _ = try await TestShop.product(TestShop.coins).purchase(options: [.simulatesAskToBuyInSandbox(!asks)])
            _ = try? await session.buyProduct(
                identifier: TestShop.noAds, options: [.simulatesAskToBuyInSandbox(!asks)])
            expectEqual(session.allTransactions().map(\.pendingAskToBuyConfirmation), [asks, asks])
        }
    }

    @Test("C-116: a session's own purchase is answered at once, so that nobody is asked about the storefront")
    func storefrontOption() async throws {
        try await TestShop.open { session in
            session.storefront = "DEU"
            let asked = Locked<[String]>([])
            let option = Product.PurchaseOption.onStorefrontChange { storefront in
                asked.withLock { $0.append(storefront.countryCode) }
                return false
            }
            let bought = try await session.buyProduct(identifier: TestShop.noAds, options: [option])
            expectEqual(bought.storefront.countryCode, "DEU")
            expectEqual(asked.withLock { $0 }, [])
        }
    }

    @Test(
        "C-116: a session's storefront that changes while a sheet is open is asked about", arguments: [true, false])
    func storefrontChange(goesOn: Bool) async throws {
        try await TestShop.open { session in
            session.device.holdsSheets = true
            let asked = Locked<[String]>([])
            let option = Product.PurchaseOption.onStorefrontChange { storefront in
                asked.withLock { $0.append(storefront.countryCode) }
                return goesOn
            }
            let product = try await TestShop.product(TestShop.noAds)
            async let result = product.purchase(options: [option])
            let sheet = try #require(await session.device.nextSheet())
            session.storefront = "DEU"
            let confirmed = try? sheet.confirm()
            guard case .success(let transaction) = try await result else {
                #expect(!goesOn)
                expectNil(confirmed)
                expectEqual(session.device.lastRefusal, .cancelled)
                return expectEqual(asked.withLock { $0 }, ["DEU"])
            }
            #expect(goesOn)
            // The sheet showed the price of the storefront that it was asked for in.
            try expectEqual(transaction.payloadValue.storefront.countryCode, "USA")
            expectEqual(asked.withLock { $0 }, ["DEU"])
        }
    }

    @Test("C-125: dates of long ago, or of no time at all, are refused at once")
    func longAgo() async throws {
        try await TestShop.open { session in
            session.timeRate = .oneRenewalEveryTwoSeconds
            let year = session.store.now.addingTimeInterval(-365 * 86_400)
            for date in [year, .distantPast, Date(timeIntervalSince1970: -.infinity)] {
                let code = await TestShop.code {
                    try await session.buyProduct(identifier: TestShop.weekly, options: [.purchaseDate(date)])
                }
                expectEqual(code, .invalidAction)
            }
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("C-125: of a month that takes five minutes, a year has not renewed in twelve")
    func pastYear() async throws {
        try await TestShop.open { session in
            session.timeRate = .monthlyRenewalEveryFiveMinutes
            let date = session.store.now.addingTimeInterval(-720)
            let first = try await session.buyProduct(identifier: TestShop.yearly, options: [.purchaseDate(date)])
            expectEqual(session.allTransactions().map(\.purchaseDate), [date])
            expectEqual(first.expirationDate, date.addingTimeInterval(3_600))
        }
    }

    @Test("C-125: a purchase half an hour ago, of a week that takes fifteen minutes, has renewed twice")
    func past() async throws {
        try await TestShop.open { session in
            // The session follows the real clock: a third renewal is as far away as it can be.
            let date = session.store.now.addingTimeInterval(-1_801)
            // A product without an introductory offer: every period is the same.
            session.timeRate = .oneRenewalEveryFifteenMinutes
            let again = try await session.buyProduct(
                identifier: TestShop.weekly, options: [.purchaseDate(date, renewalBehavior: .renewUntilNow)])
            let all = session.allTransactions()
            expectEqual(all.map { $0.purchaseDate.timeIntervalSince(date) }, [0, 900, 1_800])
            expectEqual(all.last?.expirationDate, date.addingTimeInterval(2_700))
            expectEqual(all.map(\.originalTransactionIdentifier), Array(repeating: UInt(again.id), count: 3))
            try await expectEqual(TestShop.status().state, .subscribed)
            await expectEqual(TestShop.entitlements(), [TestShop.weekly])
        }
    }

    @Test("C-125: cancelled at once, a past purchase ended with its first period")
    func pastAndCancelled() async throws {
        try await TestShop.open { session in
            session.timeRate = .oneRenewalEveryFiveMinutes
            let date = session.store.now.addingTimeInterval(-720)
            try await session.buyProduct(
                identifier: TestShop.weekly, options: [.purchaseDate(date, renewalBehavior: .cancelImmediately)])
            expectEqual(session.allTransactions().map(\.expirationDate), [date.addingTimeInterval(300)])
            let status = try await TestShop.status()
            expectEqual(status.state, .expired)
            try expectEqual(status.renewalInfo.payloadValue.expirationReason, .autoRenewDisabled)
            await expectEqual(TestShop.entitlements(), [])
        }
    }

    @Test("C-125: what is no past is refused: the future, and what lies before a subscription that runs")
    func impossiblePast() async throws {
        try await TestShop.open { session in
            let now = session.store.now
            func code(_ date: Date) async -> SKTestError.Code? {
                await TestShop.code {
                    try await session.buyProduct(identifier: TestShop.weekly, options: [.purchaseDate(date)])
                }
            }
            await expectEqual(code(now.addingTimeInterval(3_600)), .invalidAction)
            try await TestShop.buy(TestShop.weekly)
            await expectEqual(code(now.addingTimeInterval(-3_600)), .invalidAction)
            expectEqual(session.allTransactions().count, 1)
        }
    }

    @Test("C-125: an outright purchase in the past has its date")
    func pastOutright() async throws {
        try await TestShop.open { session in
            let date = session.store.now.addingTimeInterval(-86_400)
            let bought = try await session.buyProduct(identifier: TestShop.noAds, options: [.purchaseDate(date)])
            expectEqual(bought.purchaseDate, date)
            await expectEqual(TestShop.entitlements(), [TestShop.noAds])
        }
    }
}
