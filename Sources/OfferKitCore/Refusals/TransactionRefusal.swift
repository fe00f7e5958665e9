/// A refusal of a request about one transaction, which names the transaction by its number.
package protocol TransactionRefusal: Error {
    /// There is no transaction of that number.
    static func unknownTransaction(_ number: UInt64) -> Self

    /// The same refusal with other numbers.
    func renumbered(_ number: (UInt64) -> UInt64) -> Self
}

extension RefundRefusal: TransactionRefusal {
    /// The same refusal with other numbers.
    package func renumbered(_ number: (UInt64) -> UInt64) -> RefundRefusal {
        switch self {
        case .unknownTransaction(let id): .unknownTransaction(number(id))
        case .alreadyRefunded(let id, let date): .alreadyRefunded(number(id), on: date)
        case .notRefunded(let id): .notRefunded(number(id))
        case .familyShared(let id): .familyShared(number(id))
        case .notRecorded: .notRecorded
        }
    }
}

extension AccountTokenRefusal: TransactionRefusal {
    /// The same refusal with other numbers.
    package func renumbered(_ number: (UInt64) -> UInt64) -> AccountTokenRefusal {
        switch self {
        case .unknownTransaction(let id): .unknownTransaction(number(id))
        case .familyShared(let id): .familyShared(number(id))
        case .notOriginal(let id, let original): .notOriginal(number(id), original: number(original))
        case .notRecorded: .notRecorded
        }
    }
}

extension ConsumptionRefusal: TransactionRefusal {
    /// The same refusal with other numbers.
    package func renumbered(_ number: (UInt64) -> UInt64) -> ConsumptionRefusal {
        switch self {
        case .unknownTransaction(let id): .unknownTransaction(number(id))
        case .familyShared(let id): .familyShared(number(id))
        case .typeNotSupported(let id): .typeNotSupported(number(id))
        case .percentageOfSubscription(let id): .percentageOfSubscription(number(id))
        case .notRecorded: .notRecorded
        }
    }
}
