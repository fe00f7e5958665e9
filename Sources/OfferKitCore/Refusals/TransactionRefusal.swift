/// A refusal of a request about one transaction, which names the transaction by its number.
package protocol TransactionRefusal: Error {
    /// There is no transaction of that number.
    static func unknownTransaction(_ number: UInt64, among known: KnownNumbers) -> Self

    /// The same refusal with other numbers; of an unknown one with those that there are.
    func renumbered(_ number: (UInt64) -> UInt64, among known: KnownNumbers) -> Self
}

extension RefundRefusal: TransactionRefusal {
    /// The same refusal with other numbers; of an unknown one with those that there are.
    package func renumbered(_ number: (UInt64) -> UInt64, among known: KnownNumbers) -> RefundRefusal {
        switch self {
        case .unknownTransaction(let id, _): .unknownTransaction(number(id), among: known)
        case .alreadyRefunded(let id, let date): .alreadyRefunded(number(id), on: date)
        case .notRefunded(let id): .notRefunded(number(id))
        case .familyShared(let id): .familyShared(number(id))
        case .notRecorded: .notRecorded
        }
    }
}

extension AccountTokenRefusal: TransactionRefusal {
    /// The same refusal with other numbers; of an unknown one with those that there are.
    package func renumbered(_ number: (UInt64) -> UInt64, among known: KnownNumbers) -> AccountTokenRefusal {
        switch self {
        case .unknownTransaction(let id, _): .unknownTransaction(number(id), among: known)
        case .familyShared(let id): .familyShared(number(id))
        case .notOriginal(let id, let original): .notOriginal(number(id), original: number(original))
        case .notRecorded: .notRecorded
        }
    }
}

extension ConsumptionRefusal: TransactionRefusal {
    /// The same refusal with other numbers; of an unknown one with those that there are.
    package func renumbered(_ number: (UInt64) -> UInt64, among known: KnownNumbers) -> ConsumptionRefusal {
        switch self {
        case .unknownTransaction(let id, _): .unknownTransaction(number(id), among: known)
        case .familyShared(let id): .familyShared(number(id))
        case .typeNotSupported(let id): .typeNotSupported(number(id))
        case .percentageOfSubscription(let id): .percentageOfSubscription(number(id))
        case .notRecorded: .notRecorded
        }
    }
}

extension KnownNumbers {
    /// Says which transactions there are, after a blank.
    package func ofTransactions(_ id: UInt64) -> String {
        advice(
            on: id, ("transaction", "transactions"),
            inside: "That one is not kept: it was erased or given up, waits still, or is another customer's.")
    }

    /// Says which customers there are, after a blank.
    package func ofCustomers(_ id: CustomerID) -> String {
        advice(on: UInt64(id.rawValue), ("customer", "customers"), inside: "That one is another store's.")
    }
}
