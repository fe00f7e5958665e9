/// The rule for whether an offer can be had at all, whoever asks for it.
///
/// All must hold:
/// - The developer has not disabled it (S0-67, B1-6).
/// - It is meant for the storefront, and has a price there (S1-30, S4-5, C-49).
/// - It runs: its start is not in the future and its end not past; both instants belong to its dates (B15-1, C-36).
///
/// The lookup of the offer checks that it exists on the product.
struct OfferAvailability {
    let territory: Territory
    let instant: Instant

    /// Returns every reason against the offer, or none.
    func judge(_ offer: Catalog.Offer, isDisabled: Bool) -> Eligibility {
        var reasons: [Ineligibility] = []
        if isDisabled { reasons.append(.offerDisabled) }
        if !offer.isOffered(in: territory) { reasons.append(.notOffered(in: territory)) }
        if !offer.isRunning(at: instant) {
            reasons.append(.outsideItsDates(from: offer.startDate, until: offer.endDate))
        }
        return Eligibility(reasons)
    }
}

extension OfferIdentifierDiagnosis.Reason {
    /// The reason against an offer's availability as a refused purchase names it; nil for reasons of other rules.
    init?(_ reason: Ineligibility) {
        switch reason {
        case .offerDisabled: self = .disabled
        case .notOffered(let territory): self = .notOffered(in: territory)
        case .outsideItsDates: self = .outsideItsDates
        default: return nil
        }
    }
}
