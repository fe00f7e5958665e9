public import OfferKitServer

extension Product {
    /// The type of a product, as transactions state it.
    public typealias ProductType = TransactionPayload.ProductType
}
