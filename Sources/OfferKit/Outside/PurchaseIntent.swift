/// A purchase that the customer began outside the app, for the app to complete (S4-18, S4-32, B15-16).
///
/// ```swift
/// for await intent in device.app.purchaseIntents {
///     var options: Set<Product.PurchaseOption> = []
///     if let offer = intent.offer, offer.type == .winBack { options.insert(.winBackOffer(offer)) }
///     let result = try await intent.product.purchase(options: options)
/// }
/// ```
public struct PurchaseIntent: Equatable, Identifiable, Sendable {
    /// The type of ``id``.
    public typealias ID = Product.ID

    /// The product that the customer wants.
    public let product: Product
    /// The win-back offer that the customer chose; nil for a purchase without one, and on systems that have no win-back
    /// offers in the app (B15-22).
    public let offer: Product.SubscriptionOffer?

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// Purchase intents as they come, one after another.
    public typealias PurchaseIntents = NewsSequence<PurchaseIntent>
}
