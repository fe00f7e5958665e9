import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The states of a subscription.
struct SubscriptionStateTests {
    // S3-37, S3-41, S3-51, S3-53: the state's name and whether service goes on, at each step.
    // C-42: trying until it has ended, and not before.
    @Test("B7-2, B7-3, B7-11, B7-12: from service through grace and retry to the end, as the app's device sees it")
    func failing() throws {
        let life = try Lives(grace: BillingGracePeriod(.sixteenDays))
        try expectEqual(life.row(), "subscribed | renews | - | - | - | entitled | pro 9.99")
        life.customer.paymentMethod = .declining
        for (day, row) in [
            ("2026-02-10", "grace | renews | trying | billingError | 2026-02-26 | entitled | pro 9.99"),
            ("2026-02-26", "retry | renews | trying | billingError | - | none | pro 9.99"),
            ("2026-04-11", "expired | ends | - | billingError | - | none | -"),
        ] {
            try life.go(day)
            try expectEqual(life.row(), row)
        }
        try expectEqual(life.status().info.renewalDate, date("2026-02-10T09:00:00Z"))
    }

    // S3-40, S3-52: subscribed again, with a new end after retry and the old cycle after grace.
    @Test("B7-10: after a recovery nothing of grace and retry is left")
    func recovered() throws {
        for (grace, end) in [
            (BillingGracePeriod(.sixteenDays), "2026-03-10T09:00:00Z"), (nil, "2026-03-12T09:00:00Z"),
        ] {
            let life = try Lives(grace: grace)
            life.customer.paymentMethod = .declining
            try life.go("2026-02-12")
            life.customer.paymentMethod = .working
            try expectEqual(life.row(), "subscribed | renews | - | - | - | entitled | pro 9.99")
            try expectEqual(life.status().info.renewalDate, date(end))
            try expectEqual(life.status().transaction.expirationDate, date(end))
        }
    }

    // S3-64: it ends because the customer wanted it.
    // S4-24: who lapsed finds the offers in renewal info.
    @Test("S3-55, S3-63, C-41: cancelled, it is subscribed to the end of the period and expired after it")
    func cancelled() throws {
        let life = try Lives()
        try life.customer.setAutoRenew(false, inGroup: Lives.group)
        try expectEqual(life.row(), "subscribed | ends | - | - | - | entitled | -")
        expectNil(try life.status().info.currencyCode)
        try life.go("2026-02-10")
        try expectEqual(life.row(), "expired | ends | - | autoRenewDisabled | - | none | -")
        try expectEqual(life.status().info.eligibleWinBackOfferIDs, ["back"])
    }

    @Test("C-17, S3-46: a product that is not for sale shows as the reason, in retry and after it")
    func unavailable() throws {
        let life = try Lives(grace: BillingGracePeriod(.sixteenDays))
        try life.store.setForSale(false, of: "pro")
        try life.go("2026-02-10")
        try expectPrefix(life.row(), "retry | renews | trying | productUnavailable | - | none")
        try life.go("2026-04-11")
        try expectEqual(life.row(), "expired | ends | - | productUnavailable | - | none | -")
    }

    @Test("C-24, B10-2: a refund revokes, and the transaction says when and why")
    func revoked() throws {
        let life = try Lives()
        try life.go("2026-01-20")
        try life.store.refund(life.bought.id, reason: .developerIssue)
        try expectEqual(life.row(), "revoked | ends | - | - | - | none | -")
        let transaction = try life.status().transaction
        expectEqual(transaction.revocationDate, date("2026-01-20T09:00:00Z"))
        expectEqual(transaction.revocationReason, .developerIssue)
    }

    @Test("B9-3, B9-4: how a rise of the price stands before the notice, after it, and once agreed to")
    func priceIncrease() throws {
        for (policy, noticed) in [
            (PriceIncreasePolicy.requiresConsent, RenewalInfo.PriceIncreaseStatus.pending),
            (.needsNoConsent, .agreed),
        ] {
            let life = try Lives()
            try expectEqual(life.status().info.priceIncreaseStatus, .noIncreasePending)
            try life.store.setBasePrice(of: "pro", to: 19.99, policy: policy)
            try expectEqual(life.status().info.priceIncreaseStatus, .noIncreasePending)
            try expectEqual(life.status().info.renewalPrice, Decimal(string: "9.99"))
            try life.go("2026-01-31")
            try expectEqual(life.status().info.priceIncreaseStatus, noticed)
            try expectEqual(life.status().info.renewalPrice, Decimal(string: "19.99"))
            if noticed == .pending { try life.customer.answerPriceIncrease(true, inGroup: Lives.group) }
            try expectEqual(life.status().info.priceIncreaseStatus, .agreed)
            try life.go("2026-02-10")
            try expectEqual(life.status().info.priceIncreaseStatus, .noIncreasePending)
            try expectEqual(life.row(), "subscribed | renews | - | - | - | entitled | pro 19.99")
        }
    }

    @Test("B9-3: without an answer, or with a no, the reason is the missing consent")
    func noConsent() throws {
        for declines in [true, false] {
            let life = try Lives()
            try life.store.setBasePrice(of: "pro", to: 19.99, policy: .requiresConsent)
            try life.go("2026-02-01")
            if declines { try life.customer.answerPriceIncrease(false, inGroup: Lives.group) }
            try expectEqual(
                life.row(),
                "subscribed | \(declines ? "ends" : "renews") | - | - | - | entitled | \(declines ? "-" : "pro 19.99")")
            try life.go("2026-02-10")
            try expectEqual(life.row(), "expired | ends | - | noConsent | - | none | -")
        }
    }

    @Test("B8-6: a planned change shows as what renews; the current product stays what it is")
    func planned() throws {
        let life = try Lives()
        try life.device.purchase("basic")
        let info = try life.status().info
        #expect(info.currentProductID == "pro" && info.autoRenewPreference == "basic")
        expectEqual(info.renewalPrice, Decimal(string: "4.99"))
        expectNil(info.offer)
    }

    @Test(
        "S3-49: grace is given in the environments it is configured for",
        arguments: [
            (.production, .sandboxOnly, false), (.production, .sandboxAndProduction, true),
            (.sandbox, .sandboxOnly, true),
            (.xcode, .sandboxOnly, true), (.sandbox, .sandboxAndProduction, true),
        ] as [(StoreEnvironment, BillingGracePeriod.Environments, Bool)])
    func environments(
        environment: StoreEnvironment, environments: BillingGracePeriod.Environments, hasGrace: Bool
    ) throws {
        let life = try Lives(
            environment: environment, grace: BillingGracePeriod(.sixteenDays, environments: environments))
        life.customer.paymentMethod = .declining
        try life.go("2026-02-10")
        try expectEqual(life.status().state, hasGrace ? .inGracePeriod : .inBillingRetryPeriod)
    }
}
