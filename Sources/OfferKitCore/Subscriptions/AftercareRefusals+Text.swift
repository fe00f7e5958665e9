extension RefundRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownTransaction(let id):
            "unknownTransaction: the store keeps no transaction \(id), or not of this customer. Ask the device for its transactions."
        case .alreadyRefunded(let id, let date): "alreadyRefunded: transaction \(id) was refunded on \(date)."
        case .notRefunded(let id): "notRefunded: transaction \(id) was not refunded, so there is nothing to take back."
        case .familyShared(let id):
            "familyShared: transaction \(id) is shared by the family. Refund the transaction of the member who bought it."
        case .notRecorded:
            "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
        }
    }
}

extension ExtensionRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .notSubscribed(let group):
            "notSubscribed: the customer has no subscription of their own in the group \(VisibleText.quoted(group))."
        case .daysNotAllowed(let days, let allowed):
            "daysNotAllowed: \(days) days; allowed are \(allowed.lowerBound) to \(allowed.upperBound)."
        case .expired(let date): "expired: the subscription ended on \(date)."
        case .inBillingRetry: "inBillingRetry: a renewal failed. Repair the payment method first."
        case .inFreePeriod: "inFreePeriod: the current period is a free offer, which is not extended."
        case .neverPaid: "neverPaid: nothing was paid for the current period, which is not extended."
        case .tooManyExtensions(let limit, let next):
            "tooManyExtensions: the date was extended \(limit) times within 365 days. The next time is \(next)."
        case .notRecorded:
            "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
        }
    }
}

extension FamilyRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownCustomer(let customer): "unknownCustomer: this store has no \(customer)."
        case .ownFamily(let customer):
            "ownFamily: \(customer) organises the family, and can neither join nor leave it."
        case .alreadyInFamily(let customer): "alreadyInFamily: \(customer) belongs to a family. Leave that one first."
        case .organizerIsMember(let customer):
            "organizerIsMember: \(customer) is a member of another's family. Join that one instead."
        case .notInFamily(let customer): "notInFamily: \(customer) belongs to no family."
        case .familyIsFull(let customer):
            "familyIsFull: the family of \(customer) has six people, and no room for another."
        case .notRecorded:
            "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
        }
    }
}
