/// The answer to whether a customer may have an offer.
public enum Eligibility: Hashable, Sendable {
    /// The customer may have it.
    case eligible
    /// The customer may not, for each of these reasons.
    case ineligible(because: [Ineligibility])

    /// Eligible when there is no reason against it.
    package init(_ reasons: [Ineligibility]) {
        self = reasons.isEmpty ? .eligible : .ineligible(because: reasons)
    }

    /// The reasons against it; empty when there is none.
    public var reasons: [Ineligibility] {
        switch self {
        case .eligible: []
        case .ineligible(let reasons): reasons
        }
    }
}
