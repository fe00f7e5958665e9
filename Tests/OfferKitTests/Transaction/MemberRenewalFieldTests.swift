import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// C-128: what signed renewal info says to a family member.
///
/// A buyer of a monthly subscription at an introductory price, and a member of the family who shares it.
struct MemberRenewalFieldTests {
    private static let group = "Plans"

    private let store: Store
    private let buyer: Customer
    private let member: Customer

    /// The buyer subscribes on 10 January at 4.99 for three months, the base price is 9.99; the member belongs to the family.
    init() throws {
        let catalog = try Catalog(groups: [
            .group(
                Self.group,
                [
                    .subscription("platinum", level: 1, period: .monthly, price: 19.99),
                    .subscription(
                        "gold", level: 2, period: .monthly, price: 9.99, isFamilyShareable: true,
                        offers: [.introductory(.payAsYouGo(4.99, periods: 3))]),
                    .subscription("gold.yearly", level: 2, period: .yearly, price: 99.99, isFamilyShareable: true),
                ])
        ])
        store = Store(
            catalog: catalog, gracePeriod: BillingGracePeriod(.sixteenDays), startingAt: date("2026-01-10T09:00:00Z"))
        buyer = store.addCustomer()
        member = store.addCustomer()
        try member.joinFamily(of: buyer)
        try buyer.addDevice().purchase("gold")
    }

    private func go(_ day: String) throws {
        try store.advance(to: date("\(day)T09:00:00Z"))
    }

    private func status(of customer: Customer) throws -> SubscriptionStatus {
        try #require(customer.addDevice().subscriptionStatus(inGroup: Self.group))
    }

    private func info(of customer: Customer) throws -> RenewalInfoPayload {
        try status(of: customer).renewalInfo.payloadValue.payload
    }

    @Test("C-128: while access lasts it renews as the buyer's does, and the buyer's price and offer are the buyer's")
    func running() throws {
        let (own, shared) = (try info(of: buyer), try info(of: member))
        expectEqual(own.renewalPrice, Decimal(string: "4.99"))
        expectEqual(own.currency, "USD")
        expectEqual(own.offerType, .intro)
        expectEqual(own.offerDiscountType, .payAsYouGo)
        expectEqual(own.offerPeriod?.iso8601, "P3M")
        try expectEqual(status(of: member).state, .subscribed)
        #expect(shared.willAutoRenew)
        expectEqual(shared.autoRenewProductID, "gold")
        expectNil(shared.renewalPrice)
        expectNil(shared.currency)
        expectEqual([shared.offerType?.rawValue, shared.offerPeriod?.value], [nil, nil])
        expectEqual([shared.offerIdentifier, shared.offerDiscountType?.rawValue], [nil, nil])
        try buyer.setAutoRenew(false, inGroup: Self.group)
        #expect(try !info(of: member).willAutoRenew)
    }

    @Test("C-128: nobody asks a member whether the price may rise")
    func priceRise() throws {
        try store.setBasePrice(of: "gold", to: 14.99, policy: .requiresConsent)
        // The introductory price ends with 10 April, and the customer is told 10 days before the rise.
        try go("2026-04-05")
        try expectEqual(info(of: buyer).priceIncreaseStatus, .pending)
        expectNil(try info(of: member).priceIncreaseStatus)
    }

    @Test("C-128: grace and billing retry are the member's as well, and so is the end, until access is taken back")
    func failing() throws {
        buyer.paymentMethod = .declining
        try go("2026-02-11")
        try expectEqual(status(of: member).state, .inGracePeriod)
        let shared = try info(of: member)
        expectEqual(shared.gracePeriodExpiresDate, date("2026-02-26T09:00:00Z"))
        expectEqual(shared.isInBillingRetryPeriod, true)
        expectEqual(shared.expirationIntent, .billingError)
        expectNil(shared.renewalPrice)
        try go("2026-02-27")
        try expectEqual(status(of: member).state, .inBillingRetryPeriod)
        expectNil(try info(of: member).gracePeriodExpiresDate)
        try go("2026-04-12")
        try expectEqual(status(of: member).state, .expired)
        try expectEqual(info(of: member).isInBillingRetryPeriod, false)
        try expectEqual(info(of: member).expirationIntent, .billingError)
    }

    /// What a member is told who has left: neither what renews, nor what became of the buyer's subscription.
    private func expectLost(_ comment: Comment, autoRenewProductID: String = "gold") throws {
        let info = try info(of: member)
        try expectEqual(status(of: member).state, .revoked, comment)
        #expect(!info.willAutoRenew, comment)
        expectEqual(info.autoRenewProductID, autoRenewProductID, comment)
        #expect(info.expirationIntent == nil, comment)
        #expect(info.isInBillingRetryPeriod == nil, comment)
        #expect(info.gracePeriodExpiresDate == nil, comment)
        #expect(info.priceIncreaseStatus == nil, comment)
        #expect(info.renewalPrice == nil, comment)
        #expect(info.currency == nil, comment)
        #expect(info.offerType == nil, comment)
        expectEqual(info.renewalDate, date("2026-02-10T09:00:00Z"), comment)
    }

    @Test("C-128: once access was taken back nothing renews, whatever becomes of the buyer's subscription")
    func lost() throws {
        try go("2026-01-20")
        try member.leaveFamily()
        try expectLost("while the buyer's runs")
        try store.setBasePrice(of: "gold", to: 14.99, policy: .requiresConsent)
        buyer.paymentMethod = .declining
        try go("2026-02-11")
        try expectEqual(info(of: buyer).isInBillingRetryPeriod, true)
        try expectLost("while the buyer's is in grace")
        try go("2026-02-27")
        try expectLost("while the buyer's is in billing retry")
        try go("2026-04-12")
        try expectEqual(info(of: buyer).isInBillingRetryPeriod, false)
        try expectLost("after the buyer's ended")
    }

    @Test("C-128: what is not shared ends the access, and the member is told of the product that was")
    func upgraded() throws {
        try go("2026-01-20")
        try buyer.addDevice().purchase("platinum")
        try expectEqual(info(of: buyer).autoRenewProductID, "platinum")
        try expectLost("after an upgrade to what is not shared")
    }

    @Test("B14-1, C-128: a member's start is that of the member's own transactions, not the buyer's")
    func start() throws {
        try member.leaveFamily()
        let newcomer = store.addCustomer()
        try go("2026-06-15")
        try newcomer.joinFamily(of: buyer)
        func dates() throws -> [Date] {
            let status = try status(of: newcomer)
            return [
                try status.transaction.payloadValue.payload.originalPurchaseDate,
                try status.renewalInfo.payloadValue.payload.recentSubscriptionStartDate,
            ]
        }
        let first = date("2026-06-10T09:00:00Z")
        // What is shared is the buyer's period, which began on the 10th.
        try expectEqual(dates(), [first, first])
        try expectEqual(info(of: buyer).recentSubscriptionStartDate, date("2026-01-10T09:00:00Z"))
        try go("2026-07-20")
        try expectEqual(dates(), [first, first])
        try newcomer.leaveFamily()
        // From 20 July to the period from 10 September there are 52 days, and from 20 September to 10 November 51.
        try go("2026-09-20")
        try newcomer.joinFamily(of: buyer)
        try expectEqual(dates(), [first, first])
        try newcomer.leaveFamily()
        try expectEqual(dates(), [first, first])
        try go("2026-11-20")
        try newcomer.joinFamily(of: buyer)
        try expectEqual(dates(), [first, first])
        try newcomer.leaveFamily()
        // From 20 November to the period from 10 February there are 82.
        try go("2027-02-15")
        try newcomer.joinFamily(of: buyer)
        try expectEqual(dates(), [first, date("2027-02-10T09:00:00Z")])
    }

    @Test("B14-1, C-128: a member who changes the family starts no later than what is shared now")
    func startWithAnotherBuyer() throws {
        try member.leaveFamily()
        let (other, newcomer) = (store.addCustomer(), store.addCustomer())
        try go("2026-03-01")
        try other.addDevice().purchase("gold.yearly")
        try go("2026-06-15")
        try newcomer.joinFamily(of: buyer)
        try expectEqual(info(of: newcomer).recentSubscriptionStartDate, date("2026-06-10T09:00:00Z"))
        try newcomer.leaveFamily()
        try newcomer.joinFamily(of: other)
        try expectEqual(info(of: newcomer).recentSubscriptionStartDate, date("2026-03-01T09:00:00Z"))
    }
}
