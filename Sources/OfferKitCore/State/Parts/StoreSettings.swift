/// The settings that the developer, or a test, makes for the whole store.
package struct StoreSettings: Hashable, Sendable, Codable {
    /// The pace, which says how long periods last.
    package private(set) var pace: Pace
    /// The app's billing grace period; nil where the developer did not turn it on (S3-19).
    package private(set) var gracePeriod: BillingGracePeriod?
    /// Whether Streamlined Purchasing is on: win-back offers are bought where the customer found them (S4-17).
    package private(set) var isStreamlined = true
    /// Whether the latest approved binary of the app handles purchase intents (S4-20).
    package private(set) var appHandlesIntents = false

    // MARK: - Decisions

    /// Sets the app's billing grace period; nil turns it off (S3-49).
    package func decideGracePeriod(_ grace: BillingGracePeriod?) -> Decision<Void, Never> {
        Decision(gracePeriod == grace ? [] : [.gracePeriodChanged(to: grace)], ())
    }

    /// Sets the pace.
    ///
    /// Running periods keep their ends; where lengths are others now, the periods that follow are counted from there.
    package func decidePace(_ new: Pace) -> Decision<Void, Never> {
        Decision(pace == new ? [] : [.paceChanged(to: new, countsAnew: pace.lengths != new.lengths)], ())
    }

    /// Turns Streamlined Purchasing on, or off, which takes an app that handles purchase intents (S4-20, B15-19).
    package func decideStreamlinedPurchasing(_ isOn: Bool) -> Decision<Void, ConfigurationRefusal> {
        guard isOn || appHandlesIntents else { return Decision(refusal: .appHandlesNoIntents) }
        return Decision(isStreamlined == isOn ? [] : [.streamlinedPurchasingChanged(isOn: isOn)], ())
    }

    /// Approves a binary of the app, which handles purchase intents or does not.
    ///
    /// While Streamlined Purchasing is off, the app has to handle them.
    package func decideApp(handlesIntents: Bool) -> Decision<Void, ConfigurationRefusal> {
        guard handlesIntents || isStreamlined else { return Decision(refusal: .streamlinedPurchasingIsOff) }
        return Decision(appHandlesIntents == handlesIntents ? [] : [.appApproved(handlesIntents: handlesIntents)], ())
    }

    // MARK: - Events

    mutating func set(_ pace: Pace) { self.pace = pace }
    mutating func set(_ gracePeriod: BillingGracePeriod?) { self.gracePeriod = gracePeriod }
    mutating func set(isStreamlined: Bool) { self.isStreamlined = isStreamlined }
    mutating func set(appHandlesIntents: Bool) { self.appHandlesIntents = appHandlesIntents }

    func fault() -> String? { pace.fault() }
}
