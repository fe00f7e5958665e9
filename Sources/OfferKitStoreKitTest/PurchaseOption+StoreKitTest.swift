public import Foundation
public import OfferKit

// Options of a purchase that only `SKTestSession.buyProduct(identifier:options:)` takes; `Product.purchase(options:)` throws
// `StoreKitError.unsupported` for them (C-126).

extension Product.PurchaseOption {
    /// What became of a subscription that was bought in the past.
    public enum SubscriptionRenewalBehavior: Codable, Hashable, Sendable {
        /// It renewed until now, and goes on.
        case renewUntilNow
        /// It was cancelled at once, and ends with its first period.
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
    ///   - date: When; not in the future.
    ///   - renewalBehavior: Whether a subscription renewed since.
    /// - Returns: The option.
    public static func purchaseDate(
        _ date: Date, renewalBehavior: SubscriptionRenewalBehavior = .renewUntilNow
    ) -> Product.PurchaseOption {
        Product.PurchaseOption(testing: .purchaseDate(date, renews: renewalBehavior == .renewUntilNow))
    }
}
