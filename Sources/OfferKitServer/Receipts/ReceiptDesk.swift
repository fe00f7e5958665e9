package import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials

/// Answers the requests that servers send to `verifyReceipt` (B13).
///
/// It reads the store and changes nothing.
package struct ReceiptDesk {
    private let state: StoreState
    private let keys: ReceiptKeys
    private let options: ReceiptOptions
    private let graceEnd: (SubscriptionIndex, TransactionRecord) -> Instant?

    /// The desk of a store in its present state.
    ///
    /// - Parameters:
    ///   - state: The store.
    ///   - keys: The keys with which it seals receipts.
    ///   - options: The switches, and the simulated outage.
    ///   - graceEnd: The end of the grace period that followed a period of a subscription; nil where there was none, or
    ///     it is no longer known.
    package init(
        _ state: StoreState, _ keys: ReceiptKeys, _ options: ReceiptOptions,
        graceEnd: @escaping (SubscriptionIndex, TransactionRecord) -> Instant?
    ) {
        self.state = state
        self.keys = keys
        self.options = options
        self.graceEnd = graceEnd
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - method: The HTTP method.
    ///   - endpoint: The address of the request.
    /// - Returns: The response; refusals in the order of C-138.
    package func response(to body: [UInt8], method: String, at endpoint: ReceiptEndpoint) -> ReceiptResponse {
        do throws(ReceiptRefusal) {
            return ReceiptResponse(try answer(to: body, method: method, at: endpoint))
        } catch {
            if case .outage(.notJSON(let status)) = error { return ReceiptResponse(pageWith: status, error) }
            return ReceiptResponse(error)
        }
    }

    private func answer(
        to body: [UInt8], method: String, at endpoint: ReceiptEndpoint
    ) throws(ReceiptRefusal) -> ReceiptAnswer {
        guard method == "POST" else { throw .method(method) }
        if let outage = options.outage { throw .outage(outage) }
        let request = try ReceiptRefusal.wrapping(ReceiptRequest(json: body)) { .request($0) }
        guard let bytes = try? Base64.standard.decode(request.receiptData) else { throw .notBase64 }
        let receipt = try AppReceipt(bytes, sealedWith: keys, in: state.setup)
        guard receipt.bundleID.utf8.elementsEqual(state.setup.bundleID.utf8) else { throw .otherApp(receipt.bundleID) }
        let home = ReceiptEndpoint(of: receipt.environment)
        guard endpoint == home else { throw .otherEndpoint(home) }
        guard state.customers.contains(receipt.customer), !receipt.properties.contains(.revoked) else {
            throw .unknownAccount
        }
        let records = receipt.entries.compactMap { entry -> (AppReceipt.Entry, TransactionRecord)? in
            guard let record = state.ledger[entry.id], !record.isErased, record.customer == receipt.customer else {
                return nil
            }
            return (entry, record)
        }
        let hasSubscription = records.contains { $0.1.subscription != nil }
        if let password = request.password {
            guard password.utf8.elementsEqual((options.sharedSecret ?? keys.sharedSecret).utf8) else {
                throw .wrongSharedSecret
            }
        } else if hasSubscription {
            throw .missingSharedSecret
        }
        var answer = ReceiptAnswer(status: .valid)
        answer.environment = endpoint.environment
        answer.receipt = contents(of: receipt, records)
        guard hasSubscription else { return answer }
        addLatest(of: receipt, onlyLatest: request.excludesOldTransactions ?? false, to: &answer)
        return answer
    }

    /// Returns the contents of the receipt.
    private func contents(
        of receipt: AppReceipt, _ records: [(AppReceipt.Entry, TransactionRecord)]
    ) -> ReceiptContents {
        let isProduction = receipt.environment == .production
        let isVolume = receipt.properties.contains(.volumePurchase)
        let appID = isProduction ? state.setup.appAppleID : 0
        return ReceiptContents(
            kind: isProduction ? .production : isVolume ? .sandboxVPP : .sandbox, adamID: appID, appItemID: appID,
            bundleID: receipt.bundleID, applicationVersion: receipt.applicationVersion,
            downloadID: isProduction ? ReceiptDesk.firstDownloadID + Int64(receipt.customer.rawValue) : 0,
            versionExternalID: 0, creationDate: Date(receipt.creationDate), requestDate: Date(state.now),
            originalPurchaseDate: Date(receipt.originalPurchaseDate),
            originalApplicationVersion: receipt.originalApplicationVersion,
            preorderDate: receipt.preorderDate.map { Date($0) },
            expirationDate: receipt.properties.contains(.expired) ? Date(receipt.creationDate) : nil,
            inApp: shuffled(records).map { entry, record in
                ReceiptTransaction(payload(of: record, as: entry), upgraded: entry.upgraded.map { Date($0) }, options)
                    .inApp
            })
    }

    /// The number of the first download in production; each customer has one.
    private static let firstDownloadID: Int64 = 500_000_000_000_000_001

    /// Returns a transaction as it was when the receipt was made.
    private func payload(of record: TransactionRecord, as entry: AppReceipt.Entry) -> TransactionPayload {
        var payload = TransactionPayload(record, in: state)
        payload.expiresDate = entry.expires.map { Date($0) }
        payload.revocationDate = (entry.revoked?.date).map { Date($0) }
        payload.revocationReason = entry.revoked.map { TransactionPayload.RevocationReason(rawValue: $0.reason) }
        payload.isUpgraded = entry.upgraded != nil
        return payload
    }

    /// Puts the purchases in the order of `in_app`: the same for the same seed, and never that of time (B13-1).
    private func shuffled(
        _ records: [(AppReceipt.Entry, TransactionRecord)]
    ) -> [(AppReceipt.Entry, TransactionRecord)] {
        let seed = keys.order.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        // The records are in the order of their numbers; sorting their places is cheaper, as those are smaller.
        var list = records.enumerated().map { place, entry -> (rank: UInt64, place: Int) in
            var chance = SplitMix64(seed: seed ^ entry.0.id)
            return (chance.next(), place)
        }
        list.sort { ($0.rank, $0.place) < ($1.rank, $1.place) }
        let steps = zip(list, list.dropFirst()).lazy.map { $0.place < $1.place }
        // The random order may be that of time, as it often is with few purchases.
        if list.count > 1, !steps.contains(false) || list.count > 2 && !steps.contains(true) { list.swapAt(0, 1) }
        return list.map { records[$0.place] }
    }

    /// Adds the customer's present purchases and subscriptions.
    private func addLatest(of receipt: AppReceipt, onlyLatest: Bool, to answer: inout ReceiptAnswer) {
        let customer = receipt.customer
        let records = ReceiptRecords(of: customer, in: state)
        let latest = AppReceipt(of: customer, records, installed: receipt.applicationVersion, in: state)
        answer.latestReceipt = Base64.standard.encode(latest.bytes(sealedWith: keys))
        answer.latestReceiptInfo = (onlyLatest ? records.latestOfEach : records.all.reversed()).map { record in
            ReceiptTransaction(
                TransactionPayload(record, in: state), upgraded: records.upgraded(record).map { Date($0) }, options)
        }
        answer.pendingRenewalInfo = state.latestTransactions(of: customer).compactMap { index, latest in
            PendingRenewalInfo(
                RenewalFacts(index, latest, in: state), of: latest, in: state, graceEnd: graceEnd(index, latest))
        }
    }
}
