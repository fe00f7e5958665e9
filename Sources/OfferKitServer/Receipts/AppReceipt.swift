package import OfferKitCore

/// A receipt on a device: whose download it is for, and its contents when it was made (C-137).
///
/// Of each purchase it keeps the number and the values that can change; the store has the rest, which never changes.
package struct AppReceipt: Hashable, Sendable {
    /// A purchase in the receipt, as it stood when the receipt was made.
    struct Entry: Hashable, Sendable {
        let id: TransactionID
        let expires: Instant?
        let revoked: Revoked?
        var upgraded: Instant?

        /// The date and reason of a refund.
        struct Revoked: Hashable, Sendable {
            let date: Instant
            let reason: Int
        }
    }

    /// The customer whose receipt it is.
    package let customer: CustomerID
    /// The number that identifies that customer's download.
    let appTransactionNumber: UInt64
    let bundleID: String
    let environment: StoreEnvironment
    private(set) var applicationVersion: String
    let originalApplicationVersion: String
    let originalPurchaseDate: Instant
    let preorderDate: Instant?
    /// The date when it was made.
    private(set) var creationDate: Instant
    private(set) var properties: ReceiptProperties
    /// The purchases, oldest first.
    private(set) var entries: [Entry]
}

extension AppReceipt {
    /// Makes the present receipt of a customer.
    ///
    /// - Parameters:
    ///   - customer: The account that it is for.
    ///   - version: The version of the app that is installed.
    ///   - properties: The properties that a test asks for; they count in the sandbox only.
    ///   - state: The store.
    package init(
        of customer: CustomerID, installed version: String, _ properties: ReceiptProperties = [],
        in state: __shared StoreState
    ) {
        self.init(
            of: customer, ReceiptRecords(of: customer, in: state), installed: version, properties, in: state)
    }

    /// Makes the present receipt of a customer whose transactions were collected before.
    init(
        of customer: CustomerID, _ records: ReceiptRecords, installed version: String,
        _ properties: ReceiptProperties = [], in state: __shared StoreState
    ) {
        self.init(
            of: customer, installed: version, at: state.now, properties,
            records.all.map { Entry(TransactionFacts($0, in: state), upgraded: records.upgraded($0)) }, in: state)
    }

    /// Makes the receipt in a notification of version 1 (C-151).
    ///
    /// It shows the state when the notification was made, with the transactions that the notification lists and the
    /// latest of each subscription.
    ///
    /// - Parameters:
    ///   - notification: The notification.
    ///   - transactions: The transactions of ``NotificationRecord/receiptTransactions(in:)``.
    ///   - customer: The account that it is for.
    ///   - version: The version of the app that is installed.
    ///   - state: The store then or later.
    init(
        of notification: NotificationRecord, _ transactions: [(facts: TransactionFacts, upgraded: Instant?)],
        _ customer: CustomerID, installed version: String, in state: __shared StoreState
    ) {
        let listed = Set(transactions.map(\.facts.record.id))
        var entries = transactions.map { Entry($0.facts, upgraded: $0.upgraded) }
        for subscription in notification.subscriptions where !listed.contains(subscription.latest.record.id) {
            entries.append(Entry(subscription.latest, upgraded: nil))
        }
        self.init(
            of: customer, installed: version, at: notification.date, [], entries.sorted { $0.id < $1.id }, in: state)
    }

    private init(
        of customer: CustomerID, installed version: String, at instant: Instant, _ properties: ReceiptProperties,
        _ entries: [Entry], in state: __shared StoreState
    ) {
        let download = state.firstDownload(of: customer)
        let isProduction = state.setup.environment == .production
        self.customer = customer
        appTransactionNumber = state.setup.appTransactionNumber(of: customer)
        bundleID = state.setup.bundleID
        environment = state.setup.environment
        applicationVersion = isProduction ? version : AppReceipt.sandboxVersion
        originalApplicationVersion = isProduction ? download.version : AppReceipt.sandboxVersion
        originalPurchaseDate = Instant(download.date)
        preorderDate = download.preorderDate.map { Instant($0) }
        creationDate = instant
        self.properties = isProduction ? [] : properties
        self.entries = entries
    }

    /// The version that every app has in receipts of the sandbox (S2-16).
    private static let sandboxVersion = "1.0"

    /// Adds a new purchase without a look at the earlier ones: an app may buy thousands of times.
    ///
    /// - Parameters:
    ///   - id: The transaction; one that is in the receipt already changes nothing but the date.
    ///   - version: The version of the app that is installed.
    ///   - state: The store, which made the transaction.
    package mutating func add(_ id: TransactionID, installed version: String, in state: __shared StoreState) {
        creationDate = state.now
        properties = []
        if environment == .production { applicationVersion = version }
        guard let record = state.ledger[id], record.customer == customer else { return }
        guard entries.last.map({ $0.id < id }) ?? true else { return }
        // Consumables that were finished since go when the next purchase comes (B13-2).
        while let last = entries.last, !(state.ledger[last.id].map { state.belongsInReceipt($0) } ?? false) {
            entries.removeLast()
        }
        if record.subscription != nil, let place = entries.lastIndex(where: { $0.id == record.previous }),
            entries[place].upgraded == nil,
            state.ledger[record.previous]?.isUpgraded ?? false
        {
            entries[place].upgraded = record.purchased
        }
        entries.append(Entry(TransactionFacts(record, in: state), upgraded: nil))
    }
}

extension AppReceipt.Entry {
    /// The part of a transaction that a receipt keeps.
    fileprivate init(_ facts: TransactionFacts, upgraded: Instant?) {
        self.init(
            id: facts.record.id, expires: facts.record.expires,
            revoked: facts.revocation.map { Revoked(date: $0.date, reason: $0.reason.rawValue) }, upgraded: upgraded)
    }
}
