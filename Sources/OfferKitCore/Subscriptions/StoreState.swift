#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The whole simulated App Store as a value.
///
/// `decide…` functions judge a command and change nothing; ``apply(_:)`` records an event and never refuses. So
/// applying the same events to a new state gives the same state again.
package struct StoreState: Hashable, Sendable {
    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    package let bundleID: String
    /// The bundle identifier of a store that was not given one.
    package static let defaultBundleID = "com.example.app"
    package let rules: StoreRules
    package let retention: Retention

    package internal(set) var now: Instant
    package internal(set) var shop: Shop
    package internal(set) var keys: [String: KeyRecord] = [:]
    package internal(set) var customers: [CustomerRecord] = []
    package internal(set) var subscriptions: [SubscriptionRecord] = []
    package internal(set) var transactions: TransactionTable
    package internal(set) var agenda = Agenda()
    package internal(set) var codes: [String: CodeRecord] = [:]
    /// Redemptions of codes created in each quarter, by the quarter's number since year 0 (C-14).
    package internal(set) var codesCreated: [Int64: Int] = [:]

    /// Nonces that came with a request, whatever became of it (C-5).
    package internal(set) var spentNonces: Set<UUID> = []
    /// What came with the latest requests, to explain refused signatures with.
    package internal(set) var recentClaims = RecentClaims()
    /// Payment sheets that wait for an answer.
    package internal(set) var openAttempts: [AttemptID: PurchaseAttempt] = [:]
    package internal(set) var lastAttempt = AttemptID(rawValue: 0)

    /// Terms of redeemed offers, each different one once.
    package internal(set) var terms: [CapturedTerms] = []
    var termsPlaces: [CapturedTerms: TermsIndex] = [:]
    /// When each customer's last redemption of a code or win-back offer ends; and that there was one.
    var redemptions: [Redemption: Instant] = [:]
    /// What each customer owns for ever.
    var owned: [Ownership: TransactionID] = [:]

    /// One customer's use of one offer.
    struct Redemption: Hashable, Sendable {
        let customer: CustomerID
        let product: ProductIndex
        let offer: Shop.OfferName
    }

    /// One customer's non-consumable.
    struct Ownership: Hashable, Sendable {
        let customer: CustomerID
        let product: ProductIndex
    }

    package init(
        catalog: Catalog, bundleID: String, rules: StoreRules = .documents, retention: Retention = .everything,
        startingAt now: Instant
    ) {
        self.bundleID = bundleID
        self.rules = rules
        self.retention = retention
        self.now = now
        shop = Shop(catalog)
        transactions = TransactionTable(keepsAll: retention != .liveOnly)
    }
}

/// How much of its past a store keeps.
public enum Retention: Hashable, Sendable {
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
        get { subscriptions[subscription.index] }
        set { subscriptions[subscription.index] = newValue }
    }

    package subscript(customer: CustomerID) -> CustomerRecord? {
        let index = Int(customer.rawValue)
        return index < customers.count ? customers[index] : nil
    }

    /// The customer's subscription in a group, running or not.
    package func subscription(of customer: CustomerID, in group: GroupIndex) -> SubscriptionIndex? {
        self[customer]?.subscriptions.first { self[$0].group == group }
    }

    package func terms(_ index: TermsIndex) -> CapturedTerms {
        terms[index.index]
    }
}
