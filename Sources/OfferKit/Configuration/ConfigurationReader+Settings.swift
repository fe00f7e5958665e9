import OfferKitCore

extension ConfigurationReader {
    /// The settings of the test environment.
    mutating func readSettings(of root: ConfigurationObject) throws(Failure) -> StoreKitConfiguration.Settings {
        var settings = StoreKitConfiguration.Settings()
        guard let object = try root.object("settings") else { return settings }
        noteUnknownKeys(of: object, .settings)
        if let code = try object.string("_storefront") {
            if let territory = Territory(code: code) {
                settings.storefront = territory
            } else {
                warn(.unknownStorefront(code), at: object.path(to: "_storefront"))
            }
        }
        settings.locale = try object.string("_locale") ?? settings.locale
        settings.timeRate = try object.integer("_timeRate") ?? settings.timeRate
        settings.failureError = try object.integer("_storeKitError")
        settings.askToBuyEnabled = try object.boolean("_askToBuyEnabled") ?? false
        settings.interruptedPurchasesEnabled = try object.boolean("_billingIssuesEnabled") ?? false
        settings.shouldEnterBillingRetryOnRenewal = try object.boolean("_renewalBillingIssuesEnabled") ?? false
        settings.billingGracePeriodIsEnabled = try object.boolean("_billingGracePeriodEnabled") ?? false
        settings.disableDialogs = try object.boolean("_disableDialogs") ?? false
        settings.failTransactionsEnabled = try object.boolean("_failTransactionsEnabled") ?? false
        for entry in try object.objects("_storeKitErrors") {
            guard let name = try entry.string("name") else { throw entry.missing("name") }
            let current = try entry.object("current")
            settings.simulatedErrors.append(
                StoreKitConfiguration.SimulatedError(
                    name: name, isEnabled: try entry.boolean("enabled") ?? false,
                    errorType: try current?.string("type"), errorIndex: try current?.integer("index")))
        }
        return settings
    }

    /// The key that signs promotional offers; nil, with a warning when there is one that cannot be read.
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
