extension ConfigurationReader {
    /// Returns the keys that Xcode writes into every part of this kind, in files of this version.
    ///
    /// Found by counting in public files of versions 1.0 to 5.0. Keys whose absence is an error, or a warning of its
    /// own, are not among them.
    static func keysAlwaysWritten(
        in part: Warning.Part, _ version: StoreKitConfiguration.Version
    ) -> [String] {
        typealias Version = StoreKitConfiguration.Version
        let product = ["displayPrice", "familyShareable", "internalID", "localizations", "referenceName"]
        switch part {
        case .topLevel:
            return ["products", "settings", "subscriptionGroups"]
                + (version >= Version(major: 1, minor: 1) ? ["identifier", "nonRenewingSubscriptions"] : [])
                + (version.major >= 4 ? ["appPolicies"] : [])
        case .group: return ["id", "localizations", "name", "subscriptions"]
        case .product: return product
        case .subscription:
            return product + ["adHocOffers", "groupNumber", "subscriptionGroupID"]
                + (version.major >= 2 ? ["codeOffers"] : []) + (version.major >= 4 ? ["winbackOffers"] : [])
                + (version.major >= 5 ? ["introductoryOffers"] : [])
        case .offer: return ["internalID"] + (version.major >= 5 ? ["billingPlanType"] : [])
        case .settings: return []
        }
    }
}
