extension Store {
    /// Whether purchases with win-back offers that begin outside the app are completed there: Streamlined Purchasing,
    /// which is on unless turned off (S4-16, S4-17).
    public var isStreamlinedPurchasingOn: Bool { transact { $0.state.settings.isStreamlined } }

    /// Turns Streamlined Purchasing on or off, for all win-back offers of the app (S4-16).
    ///
    /// - Parameter isOn: Whether it is to be on.
    /// - Throws: ``ConfigurationRefusal/appHandlesNoIntents`` when it is to be off, and the app has not been declared
    ///   to handle purchase intents (S4-20).
    public func setStreamlinedPurchasing(_ isOn: Bool) throws(ConfigurationRefusal) {
        try perform { $0.settings.decideStreamlinedPurchasing(isOn) }
    }

    /// Whether the latest approved binary of the app handles purchase intents; false unless declared (S4-20).
    public var appHandlesPurchaseIntents: Bool { transact { $0.state.settings.appHandlesIntents } }

    /// Declares whether the latest approved binary of the app handles purchase intents (S4-20).
    ///
    /// - Parameter handlesPurchaseIntents: Whether it does.
    /// - Throws: ``ConfigurationRefusal/streamlinedPurchasingIsOff`` when it does not, while Streamlined
    ///   Purchasing is off: such an app has to handle them (S4-20).
    public func setAppHandlesPurchaseIntents(_ handlesPurchaseIntents: Bool) throws(ConfigurationRefusal) {
        try perform { $0.settings.decideApp(handlesIntents: handlesPurchaseIntents) }
    }
}
