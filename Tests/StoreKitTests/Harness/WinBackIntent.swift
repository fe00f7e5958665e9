import StoreKit

// What Apple's page on win-back offers shows, unchanged (S4-34…S4-36).

func complete(_ purchaseIntent: PurchaseIntent) async throws -> Product.PurchaseResult {
    // Prepare the purchase options.
    var purchaseOptions: Set<Product.PurchaseOption> = []

    // Add the win-back offer to the purchase.
    if let offer = purchaseIntent.offer, offer.type == .winBack {
        purchaseOptions.insert(.winBackOffer(offer))
    }

    // Present the purchase.
    let result = try await purchaseIntent.product.purchase(options: purchaseOptions)
    return result
}

/// The same where the app has forgotten the offer (S4-37).
func completeWithoutOffer(_ purchaseIntent: PurchaseIntent) async throws -> Product.PurchaseResult {
    try await purchaseIntent.product.purchase()
}
