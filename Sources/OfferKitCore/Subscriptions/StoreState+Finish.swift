extension StoreState {
    /// The app says that it has given a customer what a transaction bought.
    ///
    /// What is unknown, no longer kept, somebody else's or finished already changes nothing.
    package func decideFinish(_ id: TransactionID, by customer: CustomerID) -> Decision<Void, Never> {
        guard let record = transactions[id], record.customer == customer, !record.isFinished,
            !record.isErased
        else {
            return Decision([], ())
        }
        return Decision([.transactionFinished(id)], ())
    }
}
