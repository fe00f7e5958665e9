import OfferKitCore

// A page of a customer's transactions or refunds, with the revision for the next page.

extension ServerAnswer {
    private static let longestPage = 20

    /// A page of the transaction history (B12-5).
    init(
        historyOf customer: CustomerID, _ query: TransactionHistoryQuery, _ endpoint: AppStoreServerEndpoint,
        in state: __shared StoreState
    ) throws(AppStoreServerError) {
        let revision = HistoryRevision(endpoint, customer, query.filters, bundleID: state.setup.bundleID)
        try self.init(
            of: customer, revision, behind: query.revision, query.order, app: state.setup, in: state,
            where: { query.contains($0, in: state) })
    }

    /// A page of the customer's refunds, in order (B12-6); a transaction that the family only shared is not among them.
    init(refundsOf customer: CustomerID, _ query: QueryString, in state: __shared StoreState)
        throws(AppStoreServerError)
    {
        let revision = HistoryRevision(.refundHistory, customer, "", bundleID: state.setup.bundleID)
        let last = try query.one("revision", .invalidRequestRevision)
        try self.init(of: customer, revision, behind: last, .ascending, app: nil, in: state) {
            $0.isRevoked && !$0.isFamilyShared
        }
    }

    /// The answer to a query of refunds does not name the app.
    private init(
        of customer: CustomerID, _ revision: HistoryRevision, behind last: String?, _ order: HistoryPlace.Order,
        app: StoreSetup?, in state: __shared StoreState, where isWanted: (TransactionRecord) -> Bool
    ) throws(AppStoreServerError) {
        var place = try last.map(revision.place) ?? HistoryPlace(before: order)
        let items = ModifiedTransaction.all(of: customer, in: state).filter { isWanted($0.record) }
        let rest = (order == .ascending ? items : items.reversed()).filter { !place.isPast($0, order) }
        let page = rest.prefix(ServerAnswer.longestPage)
        for item in page { place.pass(item) }
        let transactions = page.map { TransactionPayload($0.record, in: state) }
        let (next, hasMore) = (revision.text(of: place), rest.count > page.count)
        self.init { writer, sign in
            writer.add("revision", next)
            writer.add("hasMore", hasMore)
            app?.write(to: &writer)
            writer.add("signedTransactions", transactions.map { sign($0.json) })
        }
    }
}
