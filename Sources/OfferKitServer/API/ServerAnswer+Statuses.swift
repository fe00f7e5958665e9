package import OfferKitCore

extension ServerAnswer {
    private typealias Item = (status: Int, transaction: TransactionPayload, renewalInfo: RenewalInfoPayload)

    /// The answer of Get All Subscription Statuses: every subscription of a customer with its status, by group (B12-4).
    ///
    /// It holds the customer's own subscriptions and those that the family shares. The payloads are those that devices
    /// get, without the fields that tie them to a device.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - wanted: The statuses asked for; empty for all.
    ///   - state: The store.
    package init(statusesOf customer: CustomerID, _ wanted: Set<Int>, in state: __shared StoreState) {
        let setup = state.setup
        var found: [GroupIndex: [Item]] = [:]
        for (index, latest) in state.latestTransactions(of: customer) {
            let standing = state.ledger.standing(of: index, for: latest, state.adjustments)
            let status = SubscriptionStatusCode(standing).rawValue
            guard wanted.isEmpty || wanted.contains(status), let group = state.group(of: index) else { continue }
            let (transaction, info) = (
                TransactionPayload(latest, in: state), RenewalInfoPayload(index, latest, in: state)
            )
            found[group, default: []].append((status, transaction, info))
        }
        let groups = found.sorted { $0.key < $1.key }.map { (id: state.shop.groupID($0.key), items: $0.value) }
        self.init { writer, sign in
            setup.write(to: &writer)
            writer.add("data", objects: groups) { group, writer in
                writer.add("subscriptionGroupIdentifier", group.id)
                writer.add("lastTransactions", objects: group.items) { item, writer in
                    writer.add("status", Int64(item.status))
                    writer.add("originalTransactionId", textOf: item.transaction.originalTransactionID)
                    writer.add("signedTransactionInfo", sign(item.transaction.json))
                    writer.add("signedRenewalInfo", sign(item.renewalInfo.json))
                }
            }
        }
    }

    /// Returns the statuses that a query asks for.
    ///
    /// - Throws: ``AppStoreServerErrorCode/invalidStatus`` for an unknown status.
    package static func wantedStatuses(_ query: QueryString) throws(AppStoreServerError) -> Set<Int> {
        var wanted: Set<Int> = []
        for text in query.all("status") {
            guard let status = Int(text), 1...5 ~= status else {
                throw query.wrong("status", text, "Write a number from 1 to 5.", .invalidStatus)
            }
            wanted.insert(status)
        }
        return wanted
    }
}
