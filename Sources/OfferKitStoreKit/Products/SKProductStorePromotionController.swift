public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// Changes the promoted products on this device, as ``Product/PromotionInfo`` shows them (C-117).
///
/// Each call acts on the device that is in the slot of its task, or else of the process. Answers come on the main
/// queue.
open class SKProductStorePromotionController: NSObject {
    /// A controller, for test doubles.
    public override init() { super.init() }

    /// Returns a new controller; controllers have no state of their own.
    open class func `default`() -> SKProductStorePromotionController {
        SKProductStorePromotionController()
    }

    /// Asks whether a product is shown.
    open func fetchStorePromotionVisibility(
        for product: SKProduct,
        completionHandler: (@Sendable (SKProductStorePromotionVisibility, (any Error)?) -> Void)? = nil
    ) {
        let id = product.productIdentifier
        DeviceSlot.current.answer {
            let all = try await Product.PromotionInfo.currentOrder
            return SKProductStorePromotionVisibility(all.first { $0.productID == id }?.visibility)
        } then: {
            completionHandler?((try? $0.get()) ?? .default, $0.error)
        }
    }

    /// Shows or hides a product.
    open func update(
        storePromotionVisibility visibility: SKProductStorePromotionVisibility, for product: SKProduct,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let id = product.productIdentifier
        DeviceSlot.current.answer {
            try await Product.PromotionInfo.updateProductVisibility(
                Product.PromotionInfo.Visibility(visibility), for: id)
        } then: {
            completionHandler?($0.error)
        }
    }

    /// Asks for the order of the promoted products.
    open func fetchStorePromotionOrder(completionHandler: (@Sendable ([SKProduct], (any Error)?) -> Void)? = nil) {
        DeviceSlot.current.answer {
            try await Product.products(for: Product.PromotionInfo.currentOrder.map(\.productID)).map { SKProduct($0) }
        } then: {
            completionHandler?((try? $0.get()) ?? [], $0.error)
        }
    }

    /// Orders the promoted products.
    open func update(storePromotionOrder: [SKProduct], completionHandler: (@Sendable ((any Error)?) -> Void)? = nil) {
        let ids = storePromotionOrder.map(\.productIdentifier)
        DeviceSlot.current.answer {
            try await Product.PromotionInfo.updateProductOrder(byID: ids)
        } then: {
            completionHandler?($0.error)
        }
    }

    /// Asks whether a product is shown.
    open func storePromotionVisibility(for product: SKProduct) async throws -> SKProductStorePromotionVisibility {
        try await withCheckedThrowingContinuation { answer in
            fetchStorePromotionVisibility(for: product) { answer.resume(with: Result($0, $1)) }
        }
    }

    /// Shows or hides a product.
    open func update(
        storePromotionVisibility visibility: SKProductStorePromotionVisibility, for product: SKProduct
    ) async throws {
        try await withCheckedThrowingContinuation { answer in
            update(storePromotionVisibility: visibility, for: product) { answer.resume(with: Result((), $0)) }
        }
    }

    /// Asks for the order of the promoted products.
    open func promotionOrder() async throws -> [SKProduct] {
        try await withCheckedThrowingContinuation { answer in
            fetchStorePromotionOrder { answer.resume(with: Result($0, $1)) }
        }
    }

    /// Orders the promoted products.
    open func update(storePromotionOrder: [SKProduct]) async throws {
        try await withCheckedThrowingContinuation { answer in
            update(storePromotionOrder: storePromotionOrder) { answer.resume(with: Result((), $0)) }
        }
    }
}

extension SKProductStorePromotionVisibility {
    fileprivate init(_ visibility: Product.PromotionInfo.Visibility?) {
        switch visibility {
        case .visible: self = .show
        case .hidden: self = .hide
        case .appStoreConnectDefault, nil: self = .default
        }
    }
}

extension Product.PromotionInfo.Visibility {
    fileprivate init(_ visibility: SKProductStorePromotionVisibility) {
        switch visibility {
        case .default: self = .appStoreConnectDefault
        case .show: self = .visible
        case .hide: self = .hidden
        // An unknown number changes nothing (C-200).
        @unknown default: self = .appStoreConnectDefault
        }
    }
}
