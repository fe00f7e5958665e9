public import OfferKitCore

/// The reasons why offers cannot be planned.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OfferPlanError: Error, Hashable, Sendable {
    /// An offer, or the product that it is on, has no identifier.
    case emptyIdentifier(offer: String, product: String)
    /// Two offers of one product have one identifier.
    case sameOffer(String, product: String)
    /// A product has more than 10 promotional offers (S0-97).
    case tooManyOffers(product: String, count: Int, most: Int)
    /// An offer is meant for a segment that does not exist.
    case unknownSegment(UnknownName, offer: String)
    /// An offer is meant for a segment that gets no offers (S3-42).
    case nothingIsOffered(to: Segment.Name, offer: String)
    /// A later offer to customers who left has no larger discount than an earlier one (S3-31).
    case discountDoesNotGrow(earlier: String, later: String)
}

extension OfferPlanError: CustomStringConvertible {
    /// Says what is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .emptyIdentifier(let offer, let product):
            "The offer “\(offer)” on “\(product)” lacks an identifier. Give both the ones they have in App Store Connect."
        case .sameOffer(let id, let product): "“\(product)” has two offers “\(id)”. An offer is meant for one segment."
        case .tooManyOffers(let product, let count, let most):
            "“\(product)” has \(count) promotional offers, and \(most) are the most. Let segments share an offer."
        case .unknownSegment(let name, let offer):
            "The offer “\(offer)” is meant for “\(name.name)”, and there is no such segment. \(name.advice)"
        case .nothingIsOffered(let name, let offer):
            "The offer “\(offer)” is meant for “\(name)”, to whom nothing is offered."
        case .discountDoesNotGrow(let earlier, let later):
            "“\(later)” comes after “\(earlier)” and takes no more off. Let the discount grow with the time since the end."
        }
    }
}

extension OfferPlan {
    /// Checks that offers can be planned.
    static func check(_ offers: [SegmentOffer], against segmentation: Segmentation) throws(OfferPlanError) {
        // Identifiers are compared byte by byte, as all identifiers are (C-64).
        var seen: Set<[[UInt8]]> = []
        var counts: [[UInt8]: Int] = [:]
        for offer in offers {
            guard !offer.id.isEmpty, !offer.productID.isEmpty else {
                throw .emptyIdentifier(offer: offer.id, product: offer.productID)
            }
            let product = Array(offer.productID.utf8)
            guard seen.insert([product, Array(offer.id.utf8)]).inserted else {
                throw .sameOffer(offer.id, product: offer.productID)
            }
            if offer.type == .promo { counts[product, default: 0] += 1 }
            guard let segment = segmentation.segments.first(where: { $0.id == offer.segment }) else {
                let known = segmentation.segments.map(\.id.rawValue)
                throw .unknownSegment(UnknownName(offer.segment.rawValue, known: known), offer: offer.id)
            }
            guard segment.isOffered else { throw .nothingIsOffered(to: offer.segment, offer: offer.id) }
        }
        for offer in offers {
            let count = counts[Array(offer.productID.utf8)] ?? 0
            guard count <= mostOffers else {
                throw .tooManyOffers(product: offer.productID, count: count, most: mostOffers)
            }
        }
        try checkGrowth(of: offers)
    }

    /// Checks that the discount grows with each step, among offers of one type to one segment on one product (S3-31).
    private static func checkGrowth(of offers: [SegmentOffer]) throws(OfferPlanError) {
        let ladders = Dictionary(grouping: offers, by: \.ladder)
        // The offers are checked in order, so that of several faults the same one is always named.
        for offer in offers {
            for earlier in ladders[offer.ladder] ?? [] where earlier.daysAfterLapse < offer.daysAfterLapse {
                guard let less = earlier.discount, let more = offer.discount, more <= less else { continue }
                throw .discountDoesNotGrow(earlier: earlier.id, later: offer.id)
            }
        }
    }
}

/// The segment, the product and the type of offer: the discount grows among steps that share them.
private struct Ladder: Hashable {
    let segment: Segment.Name
    let product: String
    let type: OfferType
}

extension SegmentOffer {
    fileprivate var ladder: Ladder { Ladder(segment: segment, product: productID, type: type) }
}
