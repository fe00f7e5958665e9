extension Device {
    /// Returns whether the customer may use a product now: one of ``currentEntitlements`` is of it.
    ///
    /// - Parameter productID: The product.
    /// - Returns: Whether it is so; false for an unknown product.
    public func isEntitled(to productID: String) -> Bool {
        store.noteUnknown([productID])
        return !currentEntitlements(for: productID).isEmpty
    }

    /// Returns the renewal info of the customer's subscription in a group.
    ///
    /// - Parameter group: The subscription group's identifier or name.
    /// - Returns: The renewal info; nil when there never was a subscription.
    public func renewalInfo(inGroup group: String) -> RenewalInfo? {
        store.noteUnknown(group: group)
        return subscriptionStatus(inGroup: group).map { $0.renewalInfo.unsafePayloadValue }
    }
}
