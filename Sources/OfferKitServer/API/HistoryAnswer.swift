import OfferKitCore

/// A page of a customer's transactions or refunds, with the revision for the next page.
struct HistoryAnswer: ServerAnswer, Hashable {
    /// The app; nil for refunds, whose answer does not name it.
    private let app: AnsweringApp?
    private let revision: String
    private let hasMore: Bool
    private let transactions: SignedList

    private init(_ page: HistoryPage, _ revision: HistoryRevision, app: AnsweringApp?, in state: __shared StoreState) {
        self.app = app
        self.revision = revision.text(of: page.place)
        hasMore = page.hasMore
        transactions = SignedList(payloads: page.items.map { TransactionPayload($0.record, in: state) })
    }

    /// A page of the transaction history (B12-5).
    init(
        of customer: CustomerID, _ query: TransactionHistoryQuery, _ endpoint: AppStoreServerEndpoint,
        in state: __shared StoreState
    ) throws(AppStoreServerError) {
        let revision = HistoryRevision(endpoint, customer, query.filters, bundleID: state.setup.bundleID)
        var place = HistoryPlace(before: query.order)
        if let text = query.revision { place = try revision.place(of: text) }
        let items = ModifiedTransaction.all(of: customer, in: state).filter { query.contains($0.record, in: state) }
        self.init(
            HistoryPage(of: items, behind: place, query.order), revision, app: AnsweringApp(state), in: state)
    }

    /// A page of the customer's refunds, in order (B12-6); a transaction that the family only shared is not among them.
    init(refundsOf customer: CustomerID, _ query: QueryString, in state: __shared StoreState)
        throws(AppStoreServerError)
    {
        let revision = HistoryRevision(.refundHistory, customer, "", bundleID: state.setup.bundleID)
        var place = HistoryPlace(before: .ascending)
        if let text = try query.one("revision", .invalidRequestRevision) { place = try revision.place(of: text) }
        let items = ModifiedTransaction.all(of: customer, in: state).filter {
            $0.record.isRevoked && !$0.record.isFamilyShared
        }
        self.init(HistoryPage(of: items, behind: place, .ascending), revision, app: nil, in: state)
    }

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add("revision", revision)
        writer.add("hasMore", hasMore)
        app?.write(to: &writer)
        writer.add("signedTransactions", json: transactions.json(signing: sign))
        return writer.bytes
    }
}
