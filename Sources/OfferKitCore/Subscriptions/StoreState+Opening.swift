extension StoreState {
    /// Whether only time and what was bought and taken back tells the store from what it was when it opened.
    ///
    /// What a purchase uses up for good tells them apart as well: nonces (C-5) and codes (C-124).
    ///
    /// - Parameter opening: The store as it was then.
    /// - Returns: Whether the next customer could not tell.
    package func differsOnlyInPurchases(from opening: StoreState) -> Bool {
        let isSameShop = shop == opening.shop && keys == opening.keys && outside == opening.outside
        let isSameTime = pace == opening.pace && gracePeriod == opening.gracePeriod
        let isSamePublic =
            customers.count == opening.customers.count && families == opening.families
            && downloads == opening.downloads
            && customers.map(\.isRisky) == opening.customers.map(\.isRisky)
            && customers.map(\.paymentMethod) == opening.customers.map(\.paymentMethod)
        let isSameLuck =
            failureRate == opening.failureRate && !chargePlans.values.contains { $0 != ChargePlan() }
        let isUnused =
            spentNonces == opening.spentNonces && codes == opening.codes
            && genericMessages == opening.genericMessages
        return isSameShop && isSameTime && isSamePublic && isSameLuck && isUnused
    }
}
