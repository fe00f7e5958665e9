import OfferKitCore
import OfferKitServer

/// The status of a customer's subscription in a group.
public struct SubscriptionStatus: Equatable, Hashable, Sendable {
    /// The state of the subscription.
    public let state: Product.SubscriptionInfo.RenewalState
    /// The transaction of the current or last period.
    public let transaction: VerificationResult<Transaction>
    /// The renewal info of the subscription.
    public let renewalInfo: VerificationResult<RenewalInfo>
}

extension Product.SubscriptionInfo {
    /// The state of a subscription.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RenewalState: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in the server's answers, 1 to 5 (B12-1).
        public let rawValue: Int

        /// Creates the state with that number, known or not.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Service runs.
        public static let subscribed = RenewalState(rawValue: 1)
        /// The subscription ended.
        public static let expired = RenewalState(rawValue: 2)
        /// A renewal failed, there is no service, and the store goes on trying (B7-2).
        public static let inBillingRetryPeriod = RenewalState(rawValue: 3)
        /// A renewal failed, and service goes on for a while (B7-3).
        public static let inGracePeriod = RenewalState(rawValue: 4)
        /// The current period was refunded, or the family shares it no more (B10-2).
        public static let revoked = RenewalState(rawValue: 5)
    }
}

extension SubscriptionStatus {
    /// Creates the status of a customer's own subscription.
    init(_ index: SubscriptionIndex, in store: StoreState, on device: Device) {
        self.init(index, store[index].latest, in: store, on: device)
    }

    /// Creates the status of a subscription that another member of the family shares.
    init?(_ share: Families.Share, in store: StoreState, on device: Device) {
        guard let latest = store.ledger[share.latest] else { return nil }
        self.init(share.from, latest, in: store, on: device)
    }

    private init(_ index: SubscriptionIndex, _ latest: TransactionRecord, in store: StoreState, on device: Device) {
        state = Product.SubscriptionInfo.RenewalState(
            rawValue: SubscriptionStatusCode(store.ledger.standing(of: index, for: latest, store.adjustments)).rawValue)
        transaction = device.verdict(on: Transaction(latest, in: store, on: device))
        renewalInfo = device.verdict(on: RenewalInfo(index, latest, in: store, on: device))
    }
}
