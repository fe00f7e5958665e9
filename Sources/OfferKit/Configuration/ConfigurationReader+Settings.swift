import OfferKitCore

extension ConfigurationReader {
    /// Reads the settings of the test environment.
    ///
    /// They never fail a file: what cannot be read is passed over with a warning, and so is what is switched on and not
    /// simulated.
    mutating func readSettings(of root: ConfigurationObject) -> StoreKitConfiguration.Settings {
        var settings = StoreKitConfiguration.Settings()
        guard let object = setting(root, "settings", ConfigurationObject.object) else { return settings }
        noteUnknownKeys(of: object, .settings)
        if let code = setting(object, "_storefront", ConfigurationObject.string) {
            if let territory = Territory(code: code) {
                settings.storefront = territory
            } else {
                warn(.unknownStorefront(code), at: object.path(to: "_storefront"))
            }
        }
        settings.locale = setting(object, "_locale", ConfigurationObject.string) ?? settings.locale
        settings.timeRate = setting(object, "_timeRate", ConfigurationObject.integer) ?? settings.timeRate
        if Pace(timeRate: settings.timeRate) == nil {
            warn(.settingNotSimulated("_timeRate"), at: object.path(to: "_timeRate"))
        }
        settings.failureError = setting(object, "_storeKitError", ConfigurationObject.integer)
        func isOn(_ key: String) -> Bool { setting(object, key, ConfigurationObject.boolean) ?? false }
        settings.disableDialogs = isOn("_disableDialogs")
        settings.askToBuyEnabled = isOn("_askToBuyEnabled")
        settings.interruptedPurchasesEnabled = isOn("_billingIssuesEnabled")
        settings.shouldEnterBillingRetryOnRenewal = isOn("_renewalBillingIssuesEnabled")
        settings.billingGracePeriodIsEnabled = isOn("_billingGracePeriodEnabled")
        settings.failTransactionsEnabled = isOn("_failTransactionsEnabled")
        settings.simulatedErrors = readSimulatedErrors(of: object)
        return settings
    }

    private mutating func readSimulatedErrors(
        of object: ConfigurationObject
    ) -> [StoreKitConfiguration.SimulatedError] {
        let key = "_storeKitErrors"
        let errors = (setting(object, key, ConfigurationObject.objects) ?? []).map { entry in
            let current = setting(entry, "current", ConfigurationObject.object)
            let name = setting(entry, "name", ConfigurationObject.string)
            if name == nil { warn(.unreadableSetting("name"), at: entry.path(to: "name")) }
            return StoreKitConfiguration.SimulatedError(
                name: name ?? "", isEnabled: setting(entry, "enabled", ConfigurationObject.boolean) ?? false,
                errorType: current.flatMap { setting($0, "type", ConfigurationObject.string) },
                errorIndex: current.flatMap { setting($0, "index", ConfigurationObject.integer) })
        }
        for error in errors where error.isEnabled && !error.isSimulated {
            warn(.settingNotSimulated(error.name), at: object.path(to: key))
        }
        return errors
    }

    /// Reads a value as the file states it; nil, with a warning where it is there and cannot be read.
    private mutating func setting<Value>(
        _ object: ConfigurationObject, _ key: String,
        _ read: (ConfigurationObject) -> (String) throws(Failure) -> Value?
    ) -> Value? {
        do throws(Failure) {
            return try read(object)(key)
        } catch {
            warn(.unreadableSetting(key), at: object.path(to: key))
            return nil
        }
    }

    /// Reads the key that signs promotional offers; nil, with a warning when there is one that cannot be read.
    mutating func readOffersKey(of root: ConfigurationObject) throws(Failure) -> StoreKitConfiguration.OffersKey? {
        guard let object = try root.object("subscriptionOffersKeyPair") else { return nil }
        let id = try object.string("id")
        let text = try object.string("privateKey")
        do {
            return try StoreKitConfiguration.OffersKey(id: id, text: text)
        } catch {
            warn(.unreadableOffersKey(error), at: object.path)
            return nil
        }
    }
}
