/// The numbers that apps see in a store that counts as Apple's test environment does: from 0, and afresh when a test
/// has cleared everything (C-221).
///
/// A purchase that waits has its number already, and keeps it when it goes through. Inside the store a transaction
/// keeps its own number (C-155), which no other has and which is never 0: chains lead to earlier ones by it. The
/// numbers here are shown wherever somebody sees a transaction, and looked up wherever somebody names one.
package struct CountedNumbers: Hashable, Sendable, Codable {
    /// The number that every transaction is shown as, in the order of the store's own numbers.
    private var shown = ChunkedArray<UInt64>()
    /// The store's own number of each number shown since counting last began.
    private var own = SideTable<UInt64, TransactionID>()
    /// The purchases that waited, or wait, since then.
    private var waiting = SideTable<AttemptID, UInt64>()
    private var next: UInt64 = 0
    /// The number of a purchase that waited and was confirmed, and its transaction, which follows.
    private var coming: Coming?

    private struct Coming: Hashable, Sendable {
        let number: UInt64
        let transaction: TransactionID
    }

    /// The saved values: no store is saved between a confirmation and its transaction.
    private enum CodingKeys: CodingKey { case shown, own, waiting, next }

    /// The number that a transaction is shown as, by the count of the store's transactions before it.
    func number(at place: Int) -> UInt64? { shown.indices.contains(place) ? shown[place] : nil }
    /// The store's own number of the transaction that is shown under a number.
    ///
    /// It is nil for a transaction that was taken out when counting began afresh, and for a purchase that waits.
    func transaction(_ number: UInt64) -> TransactionID? { own[number] }
    /// The number of a purchase that waits, or waited.
    func number(of attempt: AttemptID) -> UInt64? { waiting[attempt] }
    /// The purchase that waits, or waited, under a number.
    func attempt(_ number: UInt64) -> AttemptID? { waiting.unordered.first { $0.value == number }?.key }

    /// Returns whether counting can begin afresh.
    ///
    /// It can where nobody has a number any more once some transactions are taken out and some purchases end.
    ///
    /// A purchase that another customer waits for keeps its number, so counting goes on then (C-221).
    package func canRestart(
        _ ledger: Ledger, _ desk: PurchaseDesk, without erased: Set<TransactionID> = [], ending: Set<AttemptID> = []
    ) -> Bool {
        own.values.allSatisfy { erased.contains($0) || ledger[$0]?.isErased ?? true }
            && waiting.keys.allSatisfy { ending.contains($0) || desk.pending($0) == nil }
    }

    /// The numbers that were given since counting last began.
    var known: KnownNumbers { KnownNumbers(first: 0, count: Int(clamping: next)) }

    // MARK: - Events

    /// Gives a number to a purchase that waits from now on.
    mutating func hold(_ attempt: AttemptID) {
        guard waiting[attempt] == nil else { return }
        waiting[attempt] = takeNext()
    }

    /// Records that a purchase or code was confirmed, and which transaction it makes: none where it plans a renewal, or
    /// the customer owns the product (C-16).
    mutating func confirm(_ attempt: AttemptID, makes transaction: TransactionID?) {
        guard let transaction, let number = waiting[attempt] else { return }
        coming = Coming(number: number, transaction: transaction)
    }

    /// Gives a number to the transaction that was made with the store's next number.
    mutating func add(_ record: TransactionRecord) {
        let number = coming.flatMap { $0.transaction == record.id ? $0.number : nil }
        coming = nil
        let counted = number ?? takeNext()
        shown.append(counted)
        own[counted] = record.id
    }

    /// Begins counting afresh.
    mutating func beginAfresh() {
        (own, waiting, next, coming) = (SideTable(), SideTable(), 0, nil)
    }

    private mutating func takeNext() -> UInt64 {
        defer { next &+= 1 }
        return next
    }

    // MARK: - Soundness

    /// Returns the fault of the numbers in a store with these transactions and purchases; nil where they are possible.
    func fault(_ ledger: Ledger, _ desk: PurchaseDesk) -> String? {
        guard ledger.last &- (ledger.firstID &- 1) == UInt64(shown.count) else {
            return
                "Apps see the numbers of \(shown.count) transactions, and those of the store go from \(ledger.firstID) to \(ledger.last)."
        }
        guard next <= UInt64(shown.count + waiting.count) else {
            return
                "The next number that apps see is \(next), and \(shown.count) transactions and \(waiting.count) purchases have one."
        }
        let wrong = own.first(breaking: { number, id in
            number < next && ledger.isNumber(id) && self.number(at: Int(id - ledger.firstID)) == number
        })
        if let wrong { return "The number \(wrong.key) that apps see is that of no transaction." }
        // From the first on that has a present number, each has one of its own.
        let first = own.values.min().map { Int(clamping: $0 - ledger.firstID) } ?? shown.count
        if let double = (first..<shown.count).first(where: { own[shown[$0]] != ledger.firstID + UInt64($0) }) {
            return "The number \(shown[double]) that apps see is that of two transactions."
        }
        guard coming == nil else { return "A purchase that waited was confirmed, and its transaction is missing." }
        var taken: [UInt64: AttemptID] = [:]
        for (attempt, number) in waiting.ordered {
            guard number < next, desk.follows(attempt) else {
                return
                    "The number \(number) that apps see is above those that were given, or there was no \(attempt), which has it."
            }
            if let other = taken.updateValue(attempt, forKey: number) {
                return "The number \(number) that apps see is that of \(other) and of \(attempt)."
            }
        }
        return nil
    }
}

extension StoreState {
    /// The number under which apps see a transaction: its own, unless the store counts from 0 (C-221).
    package func shownNumber(of id: TransactionID) -> UInt64 {
        guard let counted else { return id }
        return Int(exactly: id &- ledger.firstID).flatMap { counted.number(at: $0) } ?? id
    }

    /// The store's own number of the transaction that apps see under a number; nil where there is none.
    package func transaction(shownAs number: UInt64) -> TransactionID? {
        guard let counted else { return number }
        return counted.transaction(number)
    }

    /// Judges a request about the transaction that apps see under a number; a refusal names that number.
    ///
    /// - Parameters:
    ///   - number: The number that apps see.
    ///   - decide: Judges it, by the store's own number.
    /// - Returns: The decision.
    package func decide<Outcome, Refusal: TransactionRefusal>(
        onTransactionShownAs number: UInt64, _ decide: (TransactionID) -> Decision<Outcome, Refusal>
    ) -> Decision<Outcome, Refusal> {
        guard let id = transaction(shownAs: number) else {
            return Decision(refusal: .unknownTransaction(number, among: knownTransactions))
        }
        return withShownNumbers(decide(id))
    }

    /// The numbers of the transactions that were made, as apps see them.
    package var knownTransactions: KnownNumbers {
        counted?.known
            ?? KnownNumbers(first: ledger.firstID, count: Int(clamping: ledger.last &- (ledger.firstID &- 1)))
    }

    /// Returns the same decision, with the numbers that apps see where it is a refusal.
    package func withShownNumbers<Outcome, Refusal: TransactionRefusal>(
        _ decision: Decision<Outcome, Refusal>
    ) -> Decision<Outcome, Refusal> {
        var decision = decision
        decision.result = decision.result.mapError { $0.renumbered(shownNumber(of:), among: knownTransactions) }
        return decision
    }

    /// The number that a purchase got when it began to wait, in a store that counts from 0 (C-221).
    package func number(ofWaiting attempt: AttemptID) -> UInt64? { counted?.number(of: attempt) }

    /// The purchase that waits, or waited, under a number.
    package func waitingAttempt(_ number: UInt64) -> AttemptID? { counted?.attempt(number) }
}
