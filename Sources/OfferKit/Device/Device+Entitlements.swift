import OfferKitCore

extension Device {
    /// Whether the customer may use a product now: one of ``currentEntitlements`` is of it.
    ///
    /// - Parameter productID: The product.
    /// - Returns: Whether it is so; false for an unknown product.
    public func isEntitled(to productID: String) -> Bool { !currentEntitlements(for: productID).isEmpty }

    /// What the next renewal of the customer's subscription in a group will be.
    ///
    /// - Parameter group: The identifier of the subscription group, or its name.
    /// - Returns: The renewal info; nil when there never was a subscription.
    public func renewalInfo(inGroup group: String) -> RenewalInfo? {
        subscriptionStatus(inGroup: group).map { $0.renewalInfo.unsafePayloadValue }
    }
}
