/// A product of the Advanced Commerce API, which no store here has.
///
/// The type is there so that code that mentions it compiles; making one always throws, because a store sells what is in
/// its catalogue and a catalogue has no generic products.
public struct AdvancedCommerceProduct: Identifiable, Equatable, Hashable, Sendable {
    /// StoreKit's name for the type of a product.
    public typealias ProductType = Product.ProductType
    /// StoreKit's name for the result of a purchase.
    public typealias PurchaseResult = Product.PurchaseResult
    /// The type of ``id``.
    public typealias ID = String

    /// The product identifier.
    public let id: ID
    /// The type of product.
    public let type: ProductType

    private let reference: DeviceReference

    /// Asks the store for a generic product.
    ///
    /// - Parameter id: The product identifier.
    /// - Throws: ``StoreKitError``: `unsupported`, as for every product that is no generic one, or `systemError` with
    ///   ``NoCurrentDeviceError``.
    public init(id: ID) async throws {
        _ = try DeviceSlot.current.device(for: "AdvancedCommerceProduct(id:)")
        throw StoreKitError.unsupported
    }

    /// An option that goes with a purchase.
    public struct PurchaseOption: Equatable, Hashable, Sendable {
        private let question: StorefrontQuestion

        /// Makes an option that asks the app whether a purchase goes on, when the storefront has changed while its
        /// sheet was open.
        public static func onStorefrontChange(
            shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
        ) -> PurchaseOption {
            PurchaseOption(question: StorefrontQuestion(shouldContinuePurchase))
        }
    }

    /// Buys the product.
    ///
    /// - Parameters:
    ///   - compactJWS: What the developer's server signed.
    ///   - options: What goes with the purchase.
    /// - Returns: Never anything.
    /// - Throws: ``StoreKitError``: `unsupported`.
    public func purchase(compactJWS: String, options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        throw StoreKitError.unsupported
    }

    /// The customer's latest transaction of this product; nil when there is none.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await reference.device.app.latestTransaction(for: id) }
    }

    /// The customer's transactions of this product, read when a loop begins.
    public var allTransactions: Transaction.Transactions { reference.device.app.transactions(.all, for: id) }

    /// The transactions that entitle the customer to this product, read when a loop begins.
    public var currentEntitlements: Transaction.Transactions {
        reference.device.app.transactions(.currentEntitlements, for: id)
    }
}

extension AdvancedCommerceProduct: CustomDebugStringConvertible {
    /// The product's identifier.
    public var debugDescription: String { "AdvancedCommerceProduct(\(id))" }
}

extension AdvancedCommerceProduct.PurchaseOption: CustomDebugStringConvertible {
    /// The option's name.
    public var debugDescription: String { "onStorefrontChange" }
}
