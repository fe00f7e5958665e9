import OfferKitCore

extension Product {
    /// The products with these identifiers that are sold in the customer's storefront.
    ///
    /// Unknown identifiers are left out, and each counts once.
    ///
    /// - Parameter identifiers: The product identifiers.
    /// - Returns: The products, in the order of the identifiers; StoreKit promises none.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoDevice``.
    public static func products<Identifiers>(
        for identifiers: Identifiers
    ) async throws -> [Product] where Identifiers: Collection, Identifiers.Element == String {
        try await DeviceSlot.current.device(for: "Product.products(for:)").loadProducts(identifiers)
    }
}

extension Product.SubscriptionInfo {
    /// Whether the customer may get an introductory offer in a group (S1-16…21); true in an unknown group.
    ///
    /// It may be true although there is no introductory offer (B4-3).
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
        DeviceSlot.current.deviceIfAny(for: "Product.SubscriptionInfo.isEligibleForIntroOffer(for:)")?
            .isEligibleForIntroductoryOffer(inGroup: groupID) ?? true
    }

    /// Where the customer's subscriptions in a group stand; empty when there never was one.
    ///
    /// - Parameter groupID: The identifier of the subscription group.
    /// - Returns: The customer's own status, then the one that the family shares.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoDevice``.
    public static func status(for groupID: String) async throws -> [Status] {
        try await DeviceSlot.current.device(for: "Product.SubscriptionInfo.status(for:)")
            .subscriptionStatuses(inGroup: groupID)
    }
}
