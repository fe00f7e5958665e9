public import OfferKitCore

/// An offer of a shop, and whom it is meant for.
public struct SegmentOffer: Hashable, Sendable, Identifiable {
    /// The offer's identifier.
    public let id: String
    /// Its type: promotional, win-back, and so on.
    public let type: OfferType
    /// The product that it is an offer on.
    public let productID: String
    /// The segment that it is meant for.
    public let segment: Segment.Name
    /// How much of the price it takes away, 1 for a free period; nil where that is not to be compared.
    public let discount: SubscriberFacts.Share?
    /// From how many whole days after the end of service it is offered, to those who left (S3-31).
    public let daysAfterLapse: Int

    /// An offer for a segment.
    public init(
        _ id: String, _ type: OfferType = .promo, on productID: String, for segment: Segment.Name,
        discount: SubscriberFacts.Share? = nil, daysAfterLapse: Int = 0
    ) {
        self.id = id
        self.type = type
        self.productID = productID
        self.segment = segment
        self.discount = discount
        self.daysAfterLapse = daysAfterLapse
    }
}
