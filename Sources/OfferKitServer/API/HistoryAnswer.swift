import OfferKitCore

/// A page of a customer's transactions or refunds, with the revision for the next page.
struct HistoryAnswer: ServerAnswer, Hashable {
    /// The app; nil for refunds, whose answer does not name it.
    private let app: AnsweringApp?
    private let revision: String
    private let hasMore: Bool
    private let transactions: [TransactionPayload]

    /// A page of the transaction history (B12-5).
    init(
        of customer: CustomerID, _ query: TransactionHistoryQuery, _ endpoint: AppStoreServerEndpoint,
        in state: __shared StoreState
    ) throws(AppStoreServerError) {
        let revision = HistoryRevision(endpoint, customer, query.filters, bundleID: state.setup.bundleID)
        try self.init(
            of: customer, revision, behind: query.revision, query.order, app: AnsweringApp(state), in: state,
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

    private init(
        of customer: CustomerID, _ revision: HistoryRevision, behind last: String?, _ order: HistoryPlace.Order,
        app: AnsweringApp?, in state: __shared StoreState, where isWanted: (TransactionRecord) -> Bool
    ) throws(AppStoreServerError) {
        let place = try last.map(revision.place) ?? HistoryPlace(before: order)
        let items = ModifiedTransaction.all(of: customer, in: state).filter { isWanted($0.record) }
        let page = HistoryPage(of: items, behind: place, order)
        self.app = app
        self.revision = revision.text(of: page.place)
        hasMore = page.hasMore
        transactions = page.items.map { TransactionPayload($0.record, in: state) }
    }

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add("revision", revision)
        writer.add("hasMore", hasMore)
        app?.write(to: &writer)
        writer.add("signedTransactions", transactions.map { sign($0.json) })
        return writer.bytes
    }
}
