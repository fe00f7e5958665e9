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

/// The faults of a store that has come to an end, or is in a state that it cannot be in, and their sentences.
enum InternalFault {
    /// The fault of a clock that shows the last instant.
    static let endOfClock = "the store's clock stands at its end, and no period can follow"
    /// The fault of a store that has used up the numbers of transactions.
    static let endOfNumbers = "the store has no number left for another transaction"
    /// The fault of a subscription whose product has no period.
    static let noPeriod = "what renews has no period"
    /// The fault of a period without an end.
    static let periodWithoutEnd = "an active period has no end"
    /// The fault of an offer on a product that does not renew, which no catalogue has.
    static let offerWithoutPeriods = "an offer stands on a product that does not renew"

    static func sentence(_ fault: String) -> String {
        let advice =
            [endOfClock, endOfNumbers].contains(fault)
            ? "Nothing has happened. Go on with a new store, or with an earlier snapshot of this one."
            : "This is a mistake in OfferKit, and nothing has happened; please report it with what led to it."
        return "internalFault: \(fault). \(advice)"
    }
}
