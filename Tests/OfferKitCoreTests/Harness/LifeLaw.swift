/// A law that holds in every life, with any commands.
enum LifeLaw: String, CaseIterable {
    case replay = "replaying the log from the first state gives the state again"
    case invariants = "the state's invariants hold after every event"
    case retrying = "C-21, B7-13: after a command, what is in grace or billing retry has auto-renew on"
    case journal = "an event that the store decided is believed when a journal has it"
    case agenda = "C-43: what falls due has an owner and comes to something"
    case periods = "B0-2: no two paid periods of one owner and group overlap"
    case chain = "B6-4, C-22: a chain's transactions follow one another, and keep the first one's number"
    case money = "C-23, C-24: no more is given back of a transaction, or to a customer, than was paid"
    case prices = "C-54, B6-7: no renewal costs more than before unless the customer was told, and agreed where asked"
    case promises = "B7-6, B7-12: grace and billing retry end when it was said at the failure that they would"
    case queue = "C-13, C-50: what is queued renews next, and is queued no more"
    case refunds = "B10-1, B10-4: a refund takes service away, and its reversal gives it back until the old date"
    case renewals = "B19-1: nothing renews more often than the pace allows"
    case families = "B10-6: service is shared only within a family, and for as long as the buyer has it"
    case history = "a customer's own list holds all of their transactions"
    case refusals = "C-5: what is refused changes nonces, recent claims and attempts at most, and leaves one event"
    case introductory = "S1-16: one introductory offer for a customer and group"
    case nonces = "C-5: no nonce is accepted twice"

    /// A breach of a law, with its place and its details.
    struct Breach: CustomStringConvertible {
        let law: LifeLaw
        let seed: UInt64
        let step: Int
        let command: LifeCommand
        let detail: String

        var description: String {
            """
            Broken: \(law.rawValue).
            Seed \(seed), step \(step), \(command.rawValue): \(detail)
            Alone: OFFERKIT_LIFE=\(seed) swift test --filter LifeLawTests
            """
        }
    }
}
