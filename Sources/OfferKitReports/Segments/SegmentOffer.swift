public import OfferKitCore

/// An offer of a shop, with the segment that it is meant for.
public struct SegmentOffer: Hashable, Sendable, Identifiable {
    /// The offer's identifier.
    public let id: String
    /// Its type: promotional, win-back, and so on.
    public let type: OfferType
    /// The product that it is an offer on.
    public let productID: String
    /// The segment that it is meant for.
    public let segment: Segment.Name
    /// The part of the price that it takes off, 1 for a free period; nil where it is not compared.
    public let discount: SubscriberFacts.Share?
    /// The whole days after the end of access from which it is offered to customers who left (S3-31).
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
