/// What a store is opened with, and keeps for ever.
package struct StoreSetup: Hashable, Sendable, Codable {
    /// The app's bundle identifier, which is part of every signed offer (B2-1).
    package let bundleID: String
    /// The app's number in the App Store, which links carry.
    package let appAppleID: Int64
    /// The decisions where the documents are silent.
    package let rules: StoreRules
    /// How much of its past the store keeps.
    package let retention: Retention
    /// The environment that the store stands for.
    package let environment: StoreEnvironment
    /// When the store's time began.
    package let opened: Instant

    /// The bundle identifier of a store that was not given one.
    package static let defaultBundleID = "com.example.app"
    /// The number of an app that was not given one.
    package static let defaultAppAppleID: Int64 = 1_000_000_001

    /// What a store is opened with, from its bundle identifier on.
    package init(
        bundleID: String, appAppleID: Int64 = StoreSetup.defaultAppAppleID, rules: StoreRules = .documents,
        retention: Retention = .everything, environment: StoreEnvironment = .xcode, startingAt now: Instant
    ) {
        self.bundleID = bundleID
        self.appAppleID = appAppleID
        self.rules = rules
        self.retention = retention
        self.environment = environment
        opened = min(now, .endOfClock)
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

/// What the developer, or a test, sets for the whole store.
package struct StoreSettings: Hashable, Sendable, Codable {
    /// How long periods last.
    package private(set) var pace: Pace
    /// The app's billing grace period; nil where the developer did not turn it on (S3-19).
    package private(set) var gracePeriod: BillingGracePeriod?
    /// Streamlined Purchasing: win-back offers are bought to the end where the customer found them (S4-17).
    package private(set) var isStreamlined = true
    /// Whether the latest approved binary of the app handles purchase intents (S4-20).
    package private(set) var appHandlesIntents = false

    // MARK: - Decisions

    /// Sets the app's billing grace period; nil turns it off (S3-49).
    package func decideGracePeriod(_ grace: BillingGracePeriod?) -> Decision<Void, Never> {
        Decision(gracePeriod == grace ? [] : [.gracePeriodChanged(grace)], ())
    }

    /// Running periods keep their ends, and what follows them is counted from there where lengths are others now.
    package func decidePace(_ new: Pace) -> Decision<Void, Never> {
        Decision(pace == new ? [] : [.paceChanged(new, countsAnew: pace.lengths != new.lengths)], ())
    }

    /// Turns Streamlined Purchasing on, or off, which takes an app that handles purchase intents (S4-20, B15-19).
    package func decideStreamlinedPurchasing(_ isOn: Bool) -> Decision<Void, ConfigurationRefusal> {
        guard isOn || appHandlesIntents else { return Decision(refusal: .appHandlesNoIntents) }
        return Decision(isStreamlined == isOn ? [] : [.streamlinedPurchasingChanged(isOn: isOn)], ())
    }

    /// A binary of the app is approved, which handles purchase intents or does not.
    ///
    /// While Streamlined Purchasing is off, the app cannot do without them.
    package func decideApp(handlesIntents: Bool) -> Decision<Void, ConfigurationRefusal> {
        guard handlesIntents || isStreamlined else { return Decision(refusal: .streamlinedPurchasingIsOff) }
        return Decision(appHandlesIntents == handlesIntents ? [] : [.appApproved(handlesIntents: handlesIntents)], ())
    }

    // MARK: - Events

    mutating func set(_ pace: Pace) { self.pace = pace }
    mutating func set(_ gracePeriod: BillingGracePeriod?) { self.gracePeriod = gracePeriod }
    mutating func set(isStreamlined: Bool) { self.isStreamlined = isStreamlined }
    mutating func set(appHandlesIntents: Bool) { self.appHandlesIntents = appHandlesIntents }

    func fault() -> String? { pace.isPossible ? nil : "The store has no such pace." }
}
