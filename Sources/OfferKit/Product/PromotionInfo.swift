import OfferKitCore

extension Product {
    /// The place of a product that is promoted in the App Store, and whether it is shown, on this device (C-117).
    ///
    /// The static calls act on the device in the slot (``DeviceSlot``).
    public struct PromotionInfo: Equatable {
        /// The settings of whether a promoted product is shown.
        public enum Visibility: Int, Equatable, Hashable, Sendable {
            /// As the developer configured it.
            case appStoreConnectDefault
            /// Shown.
            case visible
            /// Not shown.
            case hidden
        }

        /// The product.
        public let productID: Product.ID
        /// The setting of whether it is shown; ``update()`` tells it to the device.
        public var visibility: Visibility

        let reference: DeviceReference

        /// Tells the device whether the product is shown.
        ///
        /// - Throws: ``InvalidRequestError`` for a product that the store does not have.
        public func update() async throws {
            try reference.device.setPromotion(visibility, of: productID)
        }
    }
}

extension Product.PromotionInfo {
    /// The promoted products that the app has changed, in order; empty where it changed nothing.
    ///
    /// - Throws: ``StoreKitError``, `systemError` with ``NoCurrentDeviceError``.
    public static var currentOrder: [Product.PromotionInfo] {
        get async throws { try device("Product.PromotionInfo.currentOrder").promotions }
    }

    /// Orders the promoted products.
    ///
    /// - Parameter order: Their identifiers, first things first; empty for the developer's configured order.
    /// - Throws: ``InvalidRequestError`` for a product that the store does not have, and then nothing changes;
    ///   ``StoreKitError``, `systemError` with ``NoCurrentDeviceError``.
    public static func updateProductOrder(byID order: some Collection<Product.ID>) async throws {
        try device("Product.PromotionInfo.updateProductOrder(byID:)").setPromotionOrder(Array(order))
    }

    /// Shows or hides a promoted product.
    ///
    /// - Parameters:
    ///   - visibility: Whether it is shown.
    ///   - productID: The product.
    /// - Throws: ``InvalidRequestError`` for a product that the store does not have; ``StoreKitError``, `systemError`
    ///   with ``NoCurrentDeviceError``.
    public static func updateProductVisibility(_ visibility: Visibility, for productID: Product.ID) async throws {
        try device("Product.PromotionInfo.updateProductVisibility(_:for:)").setPromotion(visibility, of: productID)
    }

    /// Orders the promoted products, and shows or hides each.
    ///
    /// - Parameter promotions: All of them, in order.
    /// - Throws: ``InvalidRequestError`` for a product that the store does not have, and then nothing changes;
    ///   ``StoreKitError``, `systemError` with ``NoCurrentDeviceError``.
    public static func updateAll(_ promotions: some Collection<Product.PromotionInfo>) async throws {
        let device = try device("Product.PromotionInfo.updateAll(_:)")
        try device.setPromotionOrder(promotions.map(\.productID))
        for promotion in promotions { try device.setPromotion(promotion.visibility, of: promotion.productID) }
    }

    private static func device(_ call: String) throws(StoreKitError) -> Device {
        try DeviceSlot.current.device(for: call)
    }
}

/// The app's changes to its promoted products on one device.
struct StorePromotions: Sendable {
    var order: [String] = []
    var visibilities: [ByteText: Product.PromotionInfo.Visibility] = [:]
}

extension Device {
    fileprivate var promotions: [Product.PromotionInfo] {
        let promotions = withSettings { $0.promotions }
        let order = promotions.order.map { ByteText($0) }
        let others = promotions.visibilities.keys.filter { !order.contains($0) }.sorted(by: ByteText.precedes)
        return (order + others).map { id in
            Product.PromotionInfo(
                productID: id.text, visibility: promotions.visibilities[id] ?? .appStoreConnectDefault,
                reference: DeviceReference(device: self))
        }
    }

    fileprivate func setPromotionOrder(_ order: [String]) throws(InvalidRequestError) {
        for id in order { try checkProduct(id) }
        var seen: Set<ByteText> = []
        withSettings { $0.promotions.order = order.filter { seen.insert(ByteText($0)).inserted } }
    }

    fileprivate func setPromotion(
        _ visibility: Product.PromotionInfo.Visibility, of productID: String
    ) throws(InvalidRequestError) {
        try checkProduct(productID)
        withSettings {
            $0.promotions.visibilities[ByteText(productID)] = visibility == .appStoreConnectDefault ? nil : visibility
        }
    }

    private func checkProduct(_ id: String) throws(InvalidRequestError) {
        guard store.read({ $0.shop.place(of: id) }) == nil else { return }
        throw InvalidRequestError(code: 0, message: "The store has no product \(id).")
    }
}
