extension Ledger {
    /// Keeps what the developer's server says of how a purchase was used; what was said before of the same is replaced (C-145).
    ///
    /// - Parameters:
    ///   - information: What is said.
    ///   - id: The transaction.
    ///   - shop: What is sold.
    /// - Returns: The event, or the refusal.
    package func decideConsumption(
        _ information: ConsumptionInformation, of id: TransactionID, in shop: Shop
    ) -> Decision<Void, ConsumptionRefusal> {
        Decision { () throws(ConsumptionRefusal) in
            guard let record = self[id], !record.isErased else { throw .unknownTransaction(id) }
            guard !record.isFamilyShared else { throw .familyShared(id) }
            switch information {
            case .version1:
                guard shop.asksForConsumption(of: record.product) else { throw .typeNotSupported(id) }
            case .version2(let version):
                guard version.consumptionPercentage == nil || record.subscription == nil else {
                    throw .percentageOfSubscription(id)
                }
            }
            return Decision([.consumptionSent(id, information)], ())
        }
    }
}
