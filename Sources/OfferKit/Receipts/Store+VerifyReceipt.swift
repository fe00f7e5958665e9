import OfferKitCore
public import OfferKitServer

extension Store {
    /// Returns the App Store's answer to a receipt: `verifyReceipt` as a function (B13).
    ///
    /// ```swift
    /// // in any HTTP framework, for POST /verifyReceipt:
    /// let response = store.verifyReceipt(request.body, method: request.method)
    /// ```
    ///
    /// Nothing in the store changes. The checks are made in the order of C-138, and the first that fails answers;
    /// ``ReceiptResponse/refusal`` says in a sentence what was wrong. The HTTP status is 200 but in outages.
    ///
    /// - Parameters:
    ///   - body: The body of the request: JSON of at most ``ReceiptRequest/longest`` bytes.
    ///   - endpoint: The address it was sent to, production or the sandbox; the one that takes this store's receipts
    ///     unless given.
    ///   - method: The HTTP method.
    ///   - options: The switches, another shared secret, and what goes wrong with this call.
    /// - Returns: The response.
    public func verifyReceipt(
        _ body: some Collection<UInt8>, at endpoint: ReceiptEndpoint? = nil, method: String = "POST",
        options: ReceiptOptions = ReceiptOptions()
    ) -> ReceiptResponse {
        var options = options
        if options.outage == nil { options.outage = remarks.withLock { $0.armedReceiptOutage.takeArmed() } }
        // A copy, so that the lock is not held while a long answer is written.
        let (state, log) = transact { ($0.state, $0.log) }
        let desk = ReceiptDesk(state, signer.receiptKeys, options) { index, latest in
            log.graceEnd(of: index, after: latest)
        }
        return desk.response(
            to: Array(body), method: method, at: endpoint ?? ReceiptEndpoint(of: state.setup.environment))
    }

    /// The app's shared secret, which a server sends as `password`: 32 hexadecimal digits that follow from the seed.
    public var sharedSecret: String { signer.receiptKeys.sharedSecret }

    /// Makes `verifyReceipt` fail from now on, until that is cleared; or clears it (S2-33).
    ///
    /// It is no part of the store's state: neither snapshot nor journal keeps it.
    ///
    /// - Parameter outage: What goes wrong; nil for nothing any more.
    public func setReceiptOutage(_ outage: ReceiptOutage?) {
        remarks.withLock { $0.armedReceiptOutage = outage.map { ArmedFailures.Armed(failure: $0) } }
    }

    /// Makes the next calls of `verifyReceipt` fail, and those after them succeed.
    ///
    /// - Parameters:
    ///   - outage: What goes wrong.
    ///   - count: How many calls fail. Less than 1 clears what was set before.
    public func setReceiptOutage(_ outage: ReceiptOutage, next count: Int) {
        remarks.withLock {
            $0.armedReceiptOutage = count > 0 ? ArmedFailures.Armed(failure: outage, callsLeft: count) : nil
        }
    }

    /// What goes wrong with the next calls of `verifyReceipt`, and how many of them; nil for nothing, and a number of nil
    /// for all from now on.
    public var receiptOutage: (outage: ReceiptOutage, callsLeft: Int?)? {
        remarks.withLock { $0.armedReceiptOutage }.map { ($0.failure, $0.callsLeft) }
    }
}

extension EventLog {
    /// Returns the end of the grace that followed a period, which a receipt goes on telling after it is over (B7-12,
    /// C-136).
    ///
    /// It is nil where there was none, and where the store keeps no log.
    ///
    /// A renewal fails at the instant at which its period ends (C-18), so it is looked for there and nowhere else.
    func graceEnd(of index: SubscriptionIndex, after latest: TransactionRecord) -> Instant? {
        guard let expires = latest.expires else { return nil }
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if let event = self[middle..<middle + 1].first, event.instant < expires {
                low = middle + 1
            } else {
                high = middle
            }
        }
        while let event = self[low..<min(low + 1, count)].first, event.instant == expires {
            if case .renewalFailed(index, _, let grace, _, _) = event.kind { return grace }
            low += 1
        }
        return nil
    }
}
