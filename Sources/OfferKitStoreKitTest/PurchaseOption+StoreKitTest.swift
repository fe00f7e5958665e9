public import Foundation
public import OfferKit

// These options of a purchase are for `SKTestSession.buyProduct(identifier:options:)` only;
// `Product.purchase(options:)` throws `StoreKitError.unsupported` for them (C-126).

extension Product.PurchaseOption {
    /// The renewals of a subscription that was bought in the past.
    public enum SubscriptionRenewalBehavior: Codable, Hashable, Sendable {
        /// The subscription renewed until now, and goes on.
        case renewUntilNow
        /// The subscription was cancelled at once, and ends with its first period.
        case cancelImmediately
    }

    /// A promotional offer of the product, without a signature.
    ///
    /// - Parameter identifier: The offer's identifier.
    /// - Returns: The option.
    public static func promotionalOffer(id identifier: String) -> Product.PurchaseOption {
        Product.PurchaseOption(testing: .promotionalOffer(identifier))
    }

    /// An offer-code offer of the product, by its name and not by a code.
    ///
    /// - Parameter referenceName: The offer's reference name.
    /// - Returns: The option.
    public static func codeOffer(referenceName: String) -> Product.PurchaseOption {
        Product.PurchaseOption(testing: .codeOffer(referenceName))
    }

    /// A purchase in the past, with what followed it until now (C-125).
    ///
    /// - Parameters:
    ///   - date: The date of purchase, not in the future.
    ///   - renewalBehavior: Whether a subscription renewed since.
    /// - Returns: The option.
    public static func purchaseDate(
        _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        Product.PurchaseOption(testing: .purchaseDate(date, renews: renewalBehavior == .renewUntilNow))
    }
}
