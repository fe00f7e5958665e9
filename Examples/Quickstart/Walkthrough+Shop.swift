import Foundation
import OfferKit

extension Walkthrough {
    /// Prints the products for sale in the customer's storefront.
    func showShop() {
        let title = "A shop in \(device.storefront), \(Text.day(store.now))"
        print(title + "\n" + String(repeating: "=", count: title.count))
        for problem in configuration.problems { print(problem) }
        for product in device.products {
            print("\n\(product.displayName.isEmpty ? "(no name)" : product.displayName) (\(product.id))")
            guard let subscription = product.subscription else {
                print("  \(product.displayPrice)")
                continue
            }
            let period = subscription.subscriptionPeriod.localizedText(device.locale)
            print("  \(product.displayPrice) for \(period), level \(subscription.groupLevel)")
            if let offer = subscription.introductoryOffer { show(offer, "introductory") }
            for offer in subscription.promotionalOffers { show(offer, "promotional '\(offer.id ?? "")'") }
            for offer in subscription.winBackOffers { show(offer, "win-back '\(offer.id ?? "")'") }
            let codeOffers = (configuration.catalog.product(product.id)?.subscription?.offers ?? [])
                .filter { $0.type == .code }
            if codeOffers.count > 10 { print("  \(codeOffers.count) offers with codes, among them") }
            for offer in codeOffers.prefix(10) {
                let codes = store.codes(for: offer.referenceName, of: product.id).joined(separator: ", ")
                print("  offer code '\(codes)': \(Text.terms(of: offer.terms, on: device))")
            }
        }
        if device.products.isEmpty { print("\nNothing is for sale here.") }
    }

    private func show(_ offer: ProductDiscount, _ name: String) {
        print("  \(name): \(Text.terms(of: offer, on: device))")
    }
}
