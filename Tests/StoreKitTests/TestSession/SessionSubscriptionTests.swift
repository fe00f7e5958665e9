import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Subscriptions in a session.
///
/// Apple's pages on StoreKitTest: what a session does to subscriptions.
struct SessionSubscriptionTests {
    @Test("an expired subscription ends now, with auto-renew off, and its win-back offer is there at once")
    func expire() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.monthly)
            try session.expireSubscription(productIdentifier: TestShop.monthly)
            let now = session.store.now
            let listed = try #require(session.allTransactions().first)
            let expires = try #require(listed.expirationDate)
            #expect(expires <= now && now.timeIntervalSince(expires) < 60)
            #expect(!listed.autoRenewingEnabled)
            let status = try await TestShop.status()
            expectEqual(status.state, .expired)
            let info = try status.renewalInfo.payloadValue
            #expect(!info.willAutoRenew)
            expectEqual(info.expirationReason, .autoRenewDisabled)
            expectEqual(info.eligibleWinBackOfferIDs, ["comeback"])
            await expectEqual(TestShop.entitlements(), [])
        }
    }

    @Test("after an introductory offer was used and the subscription expired, buying again brings no offer")
    func introductoryOnce() async throws {
        try await TestShop.open { session in
            try await expectEqual(TestShop.buy(TestShop.monthly).offer?.type, .introductory)
            try session.expireSubscription(productIdentifier: TestShop.monthly)
            await expectEqual(Product.SubscriptionInfo.isEligibleForIntroOffer(for: TestShop.group), false)
            expectNil(try await TestShop.buy(TestShop.monthly).offer)
        }
    }

    @Test("StoreKitTest: a forced renewal ends the period now, starts the next there, and turns auto-renew on (C-122)")
    func forceRenewal() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.weekly)
            try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            let all = session.allTransactions()
            expectEqual(all.count, 2)
            expectEqual(all[0].expirationDate, all[1].purchaseDate)
            expectEqual(all[1].expirationDate, all[1].purchaseDate.addingTimeInterval(7 * 86_400))
            expectEqual(all[1].originalTransactionIdentifier, UInt(bought.id))
            let info = try await TestShop.status().renewalInfo.payloadValue
            #expect(info.willAutoRenew)
            expectEqual(info.priceIncreaseStatus, .noIncreasePending)
        }
    }

    @Test("A forced renewal comes in Transaction.updates, at once")
    func renewalUpdate() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            let renewed = await updates.next()?.unsafePayloadValue
            expectEqual(renewed?.reason, .renewal)
            expectEqual(renewed?.productID, TestShop.weekly)
        }
    }

    @Test("StoreKitTest: while renewals fail, a forced one enters billing retry, which a resolved issue ends")
    func billingRetry() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            session.shouldEnterBillingRetryOnRenewal = true
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            let failed = try await TestShop.status()
            expectEqual(failed.state, .inBillingRetryPeriod)
            #expect(try failed.renewalInfo.payloadValue.isInBillingRetry)
            await expectEqual(TestShop.entitlements(), [])
            let issue = try #require(session.allTransactions().first)
            #expect(issue.hasPurchaseIssue)
            // It stays there: no period runs that could end.
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await expectEqual(TestShop.status().state, .inBillingRetryPeriod)
            try session.resolveIssueForTransaction(identifier: issue.identifier)
            try await expectEqual(TestShop.status().state, .subscribed)
            expectEqual(session.allTransactions().map(\.hasPurchaseIssue), [false, false])
            // Without an issue there is nothing to resolve.
            try session.resolveIssueForTransaction(identifier: issue.identifier)
            expectEqual(session.allTransactions().count, 2)
        }
    }

    @Test("StoreKitTest: with the grace period switched on, service goes on")
    func grace() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            session.billingGracePeriodIsEnabled = true
            session.shouldEnterBillingRetryOnRenewal = true
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            let status = try await TestShop.status()
            expectEqual(status.state, .inGracePeriod)
            // Six days of grace for a weekly product (StoreKitTest).
            let end = try status.transaction.payloadValue.expirationDate?.addingTimeInterval(6 * 86_400)
            try expectEqual(status.renewalInfo.payloadValue.gracePeriodExpirationDate, end)
            await expectEqual(TestShop.entitlements(), [TestShop.weekly])
            // C-122: forced again, it stays so, until there is to be no grace.
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await expectEqual(TestShop.status().state, .inGracePeriod)
            session.billingGracePeriodIsEnabled = false
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            try await expectEqual(TestShop.status().state, .inBillingRetryPeriod)
        }
    }

    @Test("C-126: once renewals no longer fail, what is in billing retry is charged", arguments: [false, true])
    func retryEnds(byReset: Bool) async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            session.shouldEnterBillingRetryOnRenewal = true
            try session.forceRenewalOfSubscription(productIdentifier: TestShop.weekly)
            if byReset { session.resetToDefaultState() } else { session.shouldEnterBillingRetryOnRenewal = false }
            try await expectEqual(TestShop.status().state, .subscribed)
        }
    }

    @Test("Auto-renew goes off and on by a transaction; off, the subscription ends with its period")
    func autoRenew() async throws {
        try await TestShop.open { session in
            let id = UInt(try await TestShop.buy(TestShop.weekly).id)
            try session.disableAutoRenewForTransaction(identifier: id)
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [false])
            try session.enableAutoRenewForTransaction(identifier: id)
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [true])
            try session.disableAutoRenewForTransaction(identifier: id)
            try session.advance(by: .days(7))
            try await expectEqual(TestShop.status().state, .expired)
            await expectEqual(
                TestShop.code { try session.enableAutoRenewForTransaction(identifier: id) }, .invalidAction)
        }
    }

    @Test("What is no subscription, or none that runs, is said to be so")
    func wrongKinds() async throws {
        try await TestShop.open { session in
            let coins = UInt(try await TestShop.buy(TestShop.coins).id)
            func expire(_ product: String) async -> SKTestError.Code? {
                await TestShop.code { try session.expireSubscription(productIdentifier: product) }
            }
            await expectEqual(expire(TestShop.coins), .invalidProductType)
            await expectEqual(expire(TestShop.season), .invalidProductType)
            await expectEqual(expire(TestShop.monthly), .noSubscriptionFound)
            await expectEqual(
                TestShop.code { try session.disableAutoRenewForTransaction(identifier: coins) }, .noSubscriptionFound)
            await expectEqual(
                TestShop.code { try session.disableAutoRenewForTransaction(identifier: 999) }, .noTransactionFound)
            await expectEqual(TestShop.code { try session.refundTransaction(identifier: 999) }, .noTransactionFound)
            await expectEqual(
                TestShop.code { try session.resolveIssueForTransaction(identifier: 999) }, .noTransactionFound)
            await expectEqual(
                TestShop.code { try session.approveAskToBuyTransaction(identifier: 999) }, .noTransactionFound)
            await expectEqual(
                TestShop.code { try session.approveAskToBuyTransaction(identifier: coins) }, .invalidAction)
        }
    }

    @Test("StoreKitTest: asked for consent and silent, the subscription expires; C-123: without any rise, too")
    func consentIgnored() async throws {
        try await TestShop.open { session in
            let id = UInt(try await TestShop.buy(TestShop.weekly).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            expectEqual(session.allTransactions().map(\.isPendingPriceIncreaseConsent), [true])
            try await expectEqual(TestShop.status().renewalInfo.payloadValue.priceIncreaseStatus, .pending)
            try session.advance(by: .days(7))
            let status = try await TestShop.status()
            expectEqual(status.state, .expired)
            try expectEqual(status.renewalInfo.payloadValue.expirationReason, .didNotConsentToPriceIncrease)
        }
    }

    @Test("StoreKitTest: with consent it renews at the next period, and not at once")
    func consentGiven() async throws {
        try await TestShop.open { session in
            let id = UInt(try await TestShop.buy(TestShop.weekly).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.consentToPriceIncreaseForTransaction(identifier: id)
            expectEqual(session.allTransactions().map(\.isPendingPriceIncreaseConsent), [false])
            try session.advance(by: .days(7))
            expectEqual(session.allTransactions().count, 2)
            try await expectEqual(TestShop.status().state, .subscribed)
        }
    }

    @Test("StoreKitTest: declined, auto-renew is off, nothing is pending, and it expires at the end of the period")
    func consentDeclined() async throws {
        try await TestShop.open { session in
            let id = UInt(try await TestShop.buy(TestShop.weekly).id)
            await expectEqual(
                TestShop.code { try session.declinePriceIncreaseForTransaction(identifier: id) }, .invalidAction)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            try session.declinePriceIncreaseForTransaction(identifier: id)
            let listed = try #require(session.allTransactions().first)
            #expect(!listed.isPendingPriceIncreaseConsent && !listed.autoRenewingEnabled)
            try await expectEqual(TestShop.status().state, .subscribed)
            try session.advance(by: .days(7))
            try await expectEqual(TestShop.status().state, .expired)
        }
    }

    @Test("StoreKitTest: the message about consent is sent when it is asked for")
    func consentMessage() async throws {
        try await TestShop.open { session in
            var messages = Message.messages.makeAsyncIterator()
            let id = UInt(try await TestShop.buy(TestShop.weekly).id)
            try session.requestPriceIncreaseConsentForTransaction(identifier: id)
            await expectEqual(messages.next()?.reason, .priceIncreaseConsent)
        }
    }

    @Test("StoreKitTest: a refund is granted at once, with the reason other, and comes in Transaction.updates")
    func refund() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.noAds)
            var updates = Transaction.updates.makeAsyncIterator()
            try session.refundTransaction(identifier: UInt(bought.id))
            let refunded = await updates.next()?.unsafePayloadValue
            expectEqual(refunded?.id, bought.id)
            expectEqual(refunded?.revocationReason?.rawValue, 0)
            expectEqual(session.allTransactions().first?.cancelDate, refunded?.revocationDate)
            await expectEqual(TestShop.entitlements(), [])
            await expectEqual(
                TestShop.code { try session.refundTransaction(identifier: UInt(bought.id)) }, .invalidAction)
            // what was refunded can be bought again.
            #expect(try await TestShop.buy(TestShop.noAds).id != bought.id)
        }
    }
}
