/// A refusal of a command, which may also be refused because the store's journal could not be written.
///
/// The core never refuses for this reason: only the keeper of the journal knows.
package protocol StoreRefusal: Error {
    /// The store's journal could not be written, so nothing has happened.
    static var notRecorded: Self { get }
}

/// The sentence of every refusal for a journal that could not be written.
package enum NotRecorded {
    /// The sentence, with the name of the case before it.
    package static let sentence =
        "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
}

/// The faults of a store that has come to its end, or is in a state that it cannot be in, each with its sentence.
enum InternalFault: String, Error {
    /// The clock shows the last instant.
    case endOfClock = "the store's clock stands at its end, and no period can follow"
    /// The numbers of transactions are used up.
    case endOfNumbers = "the store has no number left for another transaction"
    /// A subscription's product has no period.
    case noPeriod = "what renews has no period"
    /// An active period has no end.
    case periodWithoutEnd = "an active period has no end"
    /// An offer is on a product that does not renew, which no catalogue has.
    case offerWithoutPeriods = "an offer stands on a product that does not renew"
    /// A customer owns a product, and the store has not the transaction.
    case lostPurchase = "the transaction of what is owned is lost"
    /// A sheet's storefront is not among the territories.
    case storefrontWithoutNumber = "the sheet's storefront has no number"

    /// The description of a refusal for a fault.
    static func sentence(_ fault: String) -> String {
        let advice =
            switch InternalFault(rawValue: fault) {
            case .endOfClock, .endOfNumbers:
                "Nothing has happened. Go on with a new store, or with an earlier snapshot of this one."
            default: "This is a mistake in OfferKit, and nothing has happened; please report it with what led to it."
            }
        return "internalFault: \(fault). \(advice)"
    }
}

extension PurchaseRefusal {
    /// The refusal for a fault of the store.
    init(_ fault: InternalFault) { self = .internalFault(fault.rawValue) }
}
