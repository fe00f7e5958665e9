/// The values that a store is opened with, and keeps for ever.
package struct StoreSetup: Hashable, Sendable, Codable {
    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    package let bundleID: String
    /// The app's number in the App Store, which links carry.
    package let appAppleID: Int64
    /// The decisions where the documents are silent.
    package let rules: StoreRules
    /// The part of its past that the store keeps.
    package let retention: HistoryRetention
    /// The environment that the store stands for.
    package let environment: StoreEnvironment
    /// The instant at which the store's time began.
    package let opened: Instant
    /// The number of the first transaction (C-155).
    package let firstTransactionID: TransactionID

    /// The bundle identifier of a store that was not given one.
    package static let defaultBundleID = "com.example.app"
    /// The number of an app that was not given one.
    package static let defaultAppAppleID: Int64 = 1_000_000_001
    /// The numbers that a first transaction can have: after the last of them there is room for some 300 million.
    package static let firstTransactionIDs: ClosedRange<TransactionID> = 1...4_000_000_000

    /// The values that a store is opened with.
    ///
    /// A first number that cannot be becomes the nearest that can.
    package init(
        bundleID: String, appAppleID: Int64 = StoreSetup.defaultAppAppleID, rules: StoreRules = .documents,
        retention: HistoryRetention = .everything, environment: StoreEnvironment = .xcode, startingAt now: Instant,
        firstTransactionID: TransactionID = 1
    ) {
        let possible = StoreSetup.firstTransactionIDs
        self.firstTransactionID = min(max(firstTransactionID, possible.lowerBound), possible.upperBound)
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.rules = rules
        self.retention = retention
        self.environment = environment
        opened = min(now, .endOfClock)
    }
}

extension StoreSetup {
    /// The `appTransactionId` of a customer, which those have, too, who never bought anything (C-94).
    ///
    /// It is moved by as much as the numbers of transactions are, so that two stores whose transactions differ have no
    /// such identifier in common either (C-155).
    package func appTransactionID(of customer: CustomerID) -> String { String(appTransactionNumber(of: customer)) }

    /// The same identifier as a number.
    package func appTransactionNumber(of customer: CustomerID) -> UInt64 {
        CustomerID.firstAppTransaction + (firstTransactionID - 1) + UInt64(customer.rawValue)
    }

    /// The customer whose app transaction has that identifier, whether or not there is such a customer.
    package func customer(appTransactionID text: String) -> CustomerID? {
        let first = CustomerID.firstAppTransaction + (firstTransactionID - 1)
        guard let number = UInt64(text), number >= first, String(number) == text else { return nil }
        return UInt32(exactly: number - first).map { CustomerID(rawValue: $0) }
    }

    /// Returns whether a text is an `appTransactionId`, of this store or of another one.
    package static func isAppTransactionID(_ text: String) -> Bool {
        let mostMoved = firstTransactionIDs.upperBound - 1
        let last = CustomerID.firstAppTransaction + mostMoved + UInt64(UInt32.max)
        return UInt64(text).map { CustomerID.firstAppTransaction...last ~= $0 && String($0) == text } ?? false
    }

    private enum CodingKeys: CodingKey {
        case bundleID, appAppleID, rules, retention, environment, opened, firstTransactionID
    }

    /// Reads the values; a first transaction 1 is not written.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        bundleID = try container.decode(String.self, forKey: .bundleID)
        appAppleID = try container.decode(Int64.self, forKey: .appAppleID)
        rules = try container.decode(StoreRules.self, forKey: .rules)
        retention = try container.decode(HistoryRetention.self, forKey: .retention)
        environment = try container.decode(StoreEnvironment.self, forKey: .environment)
        opened = try container.decode(Instant.self, forKey: .opened)
        let first = try container.decodeIfPresent(TransactionID.self, forKey: .firstTransactionID) ?? 1
        guard StoreSetup.firstTransactionIDs.contains(first) else {
            throw DecodingError.dataCorruptedError(
                forKey: .firstTransactionID, in: container, debugDescription: "No first transaction has that number.")
        }
        firstTransactionID = first
    }

    /// Writes the values, except a first transaction 1.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(bundleID, forKey: .bundleID)
        try container.encode(appAppleID, forKey: .appAppleID)
        try container.encode(rules, forKey: .rules)
        try container.encode(retention, forKey: .retention)
        try container.encode(environment, forKey: .environment)
        try container.encode(opened, forKey: .opened)
        if firstTransactionID != 1 { try container.encode(firstTransactionID, forKey: .firstTransactionID) }
    }
}

/// The one of Apple's environments that a store stands for, as transactions state it.
///
/// Apple may add environments, so this is an open set: a `switch` needs a `default`.
public struct StoreEnvironment: RawRepresentable, Equatable, Hashable, Sendable, Codable {
    /// The text in signed data.
    public let rawValue: String

    /// The environment with that text, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The real App Store.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// The sandbox.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// Testing with a configuration file.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
}

/// The part of its past that a store keeps.
public enum HistoryRetention: Hashable, Sendable, Codable {
    /// Every event and every transaction: the default.
    case everything
    /// Every transaction, but no events.
    case transactions
    /// The transactions that are alive: each subscription's latest, and those of products that are no subscriptions.
    ///
    /// It is for very many subscribers over years.
    case liveOnly
}
