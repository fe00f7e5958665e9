#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The whole simulated App Store as a value.
///
/// `decide…` functions judge a command and change nothing; ``apply(_:)`` records an event and never refuses. So
/// applying the same events to a new state gives the same state again.
package struct StoreState: Hashable, Sendable, Codable {
    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    package let bundleID: String
    /// The bundle identifier of a store that was not given one.
    package static let defaultBundleID = "com.example.app"
    /// The app's number in the App Store, which links carry.
    package let appAppleID: Int64
    /// The number of an app that was not given one.
    package static let defaultAppAppleID: Int64 = 1_000_000_001
    package let rules: StoreRules
    package let retention: Retention
    package let environment: StoreEnvironment
    package internal(set) var pace: Pace
    /// The app's billing grace period; nil where the developer did not turn it on (S3-19).
    package internal(set) var gracePeriod: BillingGracePeriod?

    /// When the store's time began.
    package let opened: Instant
    package internal(set) var now: Instant
    package internal(set) var shop: Shop
    package internal(set) var keys: [String: KeyRecord] = [:]
    package internal(set) var customers: [CustomerRecord] = []
    package internal(set) var subscriptions: [SubscriptionRecord] = []
    package internal(set) var transactions: TransactionTable
    package internal(set) var agenda = Agenda()
    /// Customers whose charges fail otherwise than by the payment method alone.
    package internal(set) var chargePlans: [CustomerID: ChargePlan] = [:]
    /// Which of everybody's charges fail.
    package internal(set) var failureRate: FailureRate?
    /// Renewals that failed and are still tried.
    var retries: [SubscriptionIndex: RetryRecord] = [:]
    /// Subscribers who do not simply pay the base price (B9).
    package internal(set) var priceTerms: [SubscriptionIndex: PriceTerms] = [:]
    /// When a product's price last rose without consent (B9-2).
    var silentRises: [ProductIndex: Instant] = [:]
    /// When each subscription's renewal date was extended (B10-9).
    var extensions: [SubscriptionIndex: [Instant]] = [:]
    /// Transactions that were refunded, or whose access was taken back.
    package internal(set) var revocations: [TransactionID: Revocation] = [:]
    /// What upgrades gave back of a transaction (C-23).
    var proratedRefunds: [TransactionID: Amount] = [:]
    package internal(set) var families = Families()
    /// How customers first came by the app, where that was said.
    package internal(set) var downloads: [CustomerID: FirstDownload] = [:]
    package internal(set) var codes: [String: CodeRecord] = [:]
    /// Redemptions of codes created in each quarter, by the quarter's number since year 0 (C-14).
    package internal(set) var codesCreated: [Int64: Int] = [:]

    /// How purchases that begin outside the app end.
    package internal(set) var outside = OutsidePurchases()
    /// The messages that came to a device, of those that could come again.
    var sentMessages: [CustomerID: [StoreMessage]] = [:]
    /// Those of them that were shown.
    var shownMessages: [CustomerID: [StoreMessage]] = [:]
    /// How many other messages the App Store had for a customer.
    var genericMessages: [CustomerID: Int] = [:]

    /// Nonces that came with a request, whatever became of it (C-5).
    package internal(set) var spentNonces: Set<UUID> = []
    /// What came with the latest requests, to explain refused signatures with.
    package internal(set) var recentClaims = RecentClaims()
    /// Payment sheets that wait for an answer.
    package internal(set) var openAttempts: [AttemptID: PurchaseAttempt] = [:]
    package internal(set) var lastAttempt = AttemptID(rawValue: 0)

    /// Terms of redeemed offers, each different one once.
    package internal(set) var terms = Interned<CapturedTerms>()
    /// Account tokens that came with purchases, each once.
    package internal(set) var tokens = Interned<UUID>()
    /// When each customer's last redemption of a code or win-back offer ends; and that there was one.
    var redemptions: [Redemption: Instant] = [:]
    /// The latest purchase of each customer that is no subscription; the ones before hang on it.
    var lastOutright: [CustomerID: TransactionID] = [:]
    /// What each customer owns for ever.
    var owned: [Ownership: TransactionID] = [:]

    /// One customer's use of one offer.
    struct Redemption: Hashable, Sendable, Codable {
        let customer: CustomerID
        let product: ProductIndex
        let offer: Shop.OfferName
    }

    /// One customer's non-consumable.
    struct Ownership: Hashable, Sendable, Codable {
        let customer: CustomerID
        let product: ProductIndex
    }

    package init(
        catalog: Catalog, bundleID: String, appAppleID: Int64 = StoreState.defaultAppAppleID,
        rules: StoreRules = .documents, retention: Retention = .everything,
        environment: StoreEnvironment = .xcode, pace: Pace = .realTime, gracePeriod: BillingGracePeriod? = nil,
        startingAt now: Instant
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.rules = rules
        self.retention = retention
        self.environment = environment
        self.pace = pace
        self.gracePeriod = gracePeriod
        opened = min(now, .endOfClock)
        self.now = opened
        shop = Shop(catalog)
        transactions = TransactionTable(keepsAll: retention != .liveOnly)
    }
}

/// How much of its past a store keeps.
public enum Retention: Hashable, Sendable, Codable {
    /// Every event and every transaction: the default.
    case everything
    /// Every transaction, but no events.
    case transactions
    /// Only what is alive: each subscription's latest transaction, and products that are no subscriptions. For very
    /// many subscribers over years.
    case liveOnly
}

extension StoreState {
    package subscript(subscription: SubscriptionIndex) -> SubscriptionRecord {
        _read { yield subscriptions[subscription.index] }
        _modify { yield &subscriptions[subscription.index] }
    }

    package subscript(customer: CustomerID) -> CustomerRecord? {
        let index = Int(customer.rawValue)
        return index < customers.count ? customers[index] : nil
    }

    /// The customer's own subscriptions, running or not: one for each group they ever subscribed to.
    package func subscriptions(of customer: CustomerID) -> some Sequence<SubscriptionIndex> {
        sequence(state: self[customer]?.firstSubscription) { place in
            let current = place
            place = current.flatMap { self[$0].nextOfCustomer }
            return current
        }
    }

    /// The customer's own subscription in a group, running or not.
    package func subscription(of customer: CustomerID, in group: GroupIndex) -> SubscriptionIndex? {
        var place = self[customer]?.firstSubscription
        while let index = place, self[index].group != group { place = self[index].nextOfCustomer }
        return place
    }

    /// The customer's own subscription in the group of that name.
    package func subscription(of customer: CustomerID, inGroupNamed group: String) -> SubscriptionIndex? {
        subscriptions(of: customer).first { shop.groupID(self[$0].group) == group }
    }

    /// The transaction of a subscription's current or last period.
    package func latestTransaction(of subscription: SubscriptionIndex) -> TransactionRecord? {
        transactions[self[subscription].latestTransaction, of: subscription]
    }

    package func terms(_ index: TermsIndex) -> CapturedTerms {
        terms[index.index]
    }

    package func token(_ index: TokenIndex) -> UUID {
        tokens[index.index]
    }
}
