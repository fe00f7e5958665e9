extension Product {
    /// Returns the products with these identifiers that are sold in the customer's storefront.
    ///
    /// Unknown identifiers are left out, and each counts once.
    ///
    /// - Parameter identifiers: The product identifiers.
    /// - Returns: The products, in the order of the identifiers; StoreKit promises none.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func products<Identifiers>(
        for identifiers: Identifiers
    ) async throws -> [Product] where Identifiers: Collection, Identifiers.Element == String {
        try await DeviceSlot.current.device(for: "Product.products(for:)").app.products(identifiers)
    }
}

extension Product.SubscriptionInfo {
    /// Returns whether the customer may get an introductory offer in a group (S1-16…21); true in an unknown group.
    ///
    /// It may be true although there is no introductory offer (B4-3).
    public static func isEligibleForIntroOffer(for groupID: String) async -> Bool {
        DeviceSlot.current.deviceIfAny(for: "Product.SubscriptionInfo.isEligibleForIntroOffer(for:)")?
            .isEligibleForIntroductoryOffer(inGroup: groupID) ?? true
    }

    /// Returns the statuses of the customer's subscriptions in a group; empty when there never was one.
    ///
    /// - Parameter groupID: The identifier of the subscription group.
    /// - Returns: The customer's own status, then the one that the family shares.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func status(for groupID: String) async throws -> [Status] {
        try await DeviceSlot.current.device(for: "Product.SubscriptionInfo.status(for:)")
            .app.subscriptionStatuses(inGroup: groupID)
    }

    /// Returns the status of the subscription that a transaction belongs to; nil where the customer has no such
    /// transaction.
    ///
    /// - Parameter transactionID: The number of any of its transactions.
    /// - Returns: The status.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func status(transactionID: UInt64) async throws -> Status? {
        let device = try DeviceSlot.current.device(for: "Product.SubscriptionInfo.status(transactionID:)")
        guard let transaction = device.transactions.first(where: { $0.id == transactionID }),
            let group = transaction.subscriptionGroupID
        else { return nil }
        return try await device.app.subscriptionStatuses(inGroup: group)
            .first { $0.transaction.unsafePayloadValue.originalID == transaction.originalID }
    }
}

extension SubscriptionStatus {
    /// The statuses of the customer's subscriptions by group, as of now; the stream ends after the last group.
    ///
    /// Groups without a subscription are left out, and so are those whose request fails by a simulated failure.
    public static var all: AsyncStream<(groupID: String, statuses: [SubscriptionStatus])> {
        let groups = DeviceSlot.current.deviceIfAny(for: "Product.SubscriptionInfo.Status.all")?.answeredStatuses ?? []
        return AsyncStream { stream in
            for group in groups { stream.yield(group) }
            stream.finish()
        }
    }
}
