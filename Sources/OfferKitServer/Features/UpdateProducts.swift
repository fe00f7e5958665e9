import OfferKitCore
public import OfferKitEssentials

/// The products of an update subscription: one for everybody, and a cheaper one for legacy users (B18-10, S2-22).
///
/// ```swift
/// let products = try UpdateProducts("updates.yearly", legacy: "updates.yearly.legacy")
/// products.offered(to: access)          // what the server answers, and the app asks StoreKit about (S2-23)
/// UpdateProducts.legacyPrice(of: 10)    // 6.80, the price of the introductory offer
/// ```
public struct UpdateProducts: Hashable, Sendable {
    /// The product for everybody.
    public let regular: String
    /// The product for legacy users, which has an introductory offer; nil where there is none (S2-21).
    public let legacy: String?

    /// The products.
    ///
    /// - Parameters:
    ///   - regular: The identifier of the product for everybody.
    ///   - legacy: The identifier of the product for legacy users.
    /// - Throws: ``UpdateProductsError``.
    public init(_ regular: String, legacy: String? = nil) throws(UpdateProductsError) {
        guard !regular.isEmpty, legacy != "" else { throw .emptyProduct }
        // Identifiers are compared byte by byte, as all identifiers are (C-64).
        guard legacy.map({ !$0.utf8.elementsEqual(regular.utf8) }) ?? true else { throw .sameProduct(regular) }
        self.regular = regular
        self.legacy = legacy
    }

    /// Returns the products for a customer: legacy users get only their own, others the regular one (C-165).
    public func offered(to access: FeatureAccess) -> [String] { offered(isLegacy: access.isLegacy) }

    /// Returns the products for a customer, by whether they had the app before there were subscriptions.
    public func offered(isLegacy: Bool) -> [String] {
        guard isLegacy, let legacy else { return [regular] }
        return [legacy]
    }

    /// The share of the price that legacy users pay, in per cent (S2-18).
    static let legacyPercent: Int64 = 68

    /// Returns the price for legacy users: 68 % of a price, rounded down to a thousandth (S2-18, C-165).
    ///
    /// It is in units of the currency, to be looked for among the App Store's price points, which need not have it.
    public static func legacyPrice(of price: Decimal) -> Decimal {
        // Dividing into hundredths first keeps large prices in range.
        let (hundredths, rest) = Amount(nearest: price).milliunits.quotientAndRemainder(dividingBy: 100)
        let milliunits = hundredths * legacyPercent + rest * legacyPercent / 100
        return Decimal(Amount(milliunits: milliunits))
    }
}

/// The reasons why the products of an update subscription are invalid.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum UpdateProductsError: Error, Hashable, Sendable {
    /// A product has no identifier.
    case emptyProduct
    /// Both products are the same one.
    case sameProduct(String)
}

extension UpdateProductsError: CustomStringConvertible {
    /// Says what is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .emptyProduct: "A product has no identifier. Give it the one that it has in App Store Connect."
        case .sameProduct(let id):
            "“\(id)” is for everybody and for legacy users. The lower price needs a product of its own."
        }
    }
}
