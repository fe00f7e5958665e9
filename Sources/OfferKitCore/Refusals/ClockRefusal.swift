public import OfferKitEssentials

/// A refusal to move the store's clock.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ClockRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The clock only goes forwards.
    case clockCannotGoBack(now: Date, asked: Date)
    /// The clock follows another one, so it is not moved by hand.
    case clockIsFollowing
    /// The clock is being moved by a call that delivers notifications, and goes on when the server has answered.
    case advancing
    /// The date is no number, so the clock cannot be moved there.
    case noDate
    /// The clock ends with the year 9999 (C-249); with the date that was asked for.
    case afterTheEnd(asked: Date)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension ClockRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .clockCannotGoBack(let now, let asked):
            "clockCannotGoBack: the store's clock stands at \(now.utcText) and cannot go back to \(asked.utcText). Take a later "
                + "date, or a new store that starts earlier."
        case .clockIsFollowing:
            "clockIsFollowing: the store's clock follows another one and is not moved by hand. Move that one, or call "
                + "stopFollowing() first."
        case .advancing:
            "advancing: a call that delivers notifications is moving the clock. Wait until it returns; its handler may do anything"
                + " else with the store."
        case .afterTheEnd(let asked):
            "afterTheEnd: the store's clock ends with the year 9999 and cannot be moved to \(asked.utcText). Take an earlier date."
        case .noDate: "noDate: the date is no number, so the clock cannot be moved there. Take a date."
        case .notRecorded: NotRecorded.sentence
        }
    }
}
