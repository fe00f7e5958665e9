import OfferKitCore

/// One mistake, or a few that go together, as a change to the text that is signed.
struct SignatureChange {
    /// The places in a draft that a change writes to; two changes that share none can be combined.
    struct Places: OptionSet {
        let rawValue: UInt16

        static let separator = Places(rawValue: 1 << 7)
        static let order = Places(rawValue: 1 << 8)
        static let edges = Places(rawValue: 1 << 9)
        static let encoding = Places(rawValue: 1 << 10)
        static let digestion = Places(rawValue: 1 << 11)

        static func part(_ part: OfferPart) -> Places {
            Places(rawValue: 1 << UInt16(part.position))
        }
    }

    /// The mistakes that are proved if the signature fits the changed text.
    ///
    /// It is empty for a change that is allowed: the lower-case user name (C-2).
    let mistakes: [SignatureMistake]
    let places: Places
    let apply: (inout SignedDraft) -> Void

    init(_ mistakes: [SignatureMistake], _ places: Places, _ apply: @escaping (inout SignedDraft) -> Void) {
        self.mistakes = mistakes
        self.places = places
        self.apply = apply
    }

    /// A part that was signed with other content; without a mistake where that is allowed.
    init(_ mistake: SignatureMistake?, part: OfferPart, _ signed: String) {
        let bytes = Array(signed.utf8)
        self.init(mistake.map { [$0] } ?? [], .part(part)) { $0.parts[part.position] = bytes }
    }

    /// A mistaken choice or order of the parts.
    init(_ mistake: SignatureMistake, order: [OfferPart], _ places: Places = .order) {
        let positions = order.map(\.position)
        self.init([mistake], places.union(.order)) { $0.order = positions }
    }

    /// Returns both changes as one; nil when they write to the same place.
    func combined(with other: SignatureChange) -> SignatureChange? {
        guard places.isDisjoint(with: other.places) else { return nil }
        let (first, second) = (apply, other.apply)
        return SignatureChange(mistakes + other.mistakes, places.union(other.places)) { draft in
            first(&draft)
            second(&draft)
        }
    }
}
