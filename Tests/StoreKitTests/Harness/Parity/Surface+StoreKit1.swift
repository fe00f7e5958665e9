import StoreKit

// The original API's products and requests. Subclasses that override every open member, as test doubles do, say that it is
// open and has that type; what is only read says its type.

// MARK: - SKProduct

private func surface(_ product: SKProduct) {
    let _: any (NSObject & Sendable).Type = SKProduct.self
    let _: [UInt] = [SKProduct.PeriodUnit.day, .week, .month, .year].map(\.rawValue)
    product.setValue("pro", forKey: "productIdentifier")  // setValue(_:forKey:)
    let _: Any? = product.value(forKey: "productIdentifier")  // value(forKey:)
}

private final class ProductDouble: SKProduct, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var localizedDescription: String { "" }
    override var localizedTitle: String { "" }
    override var price: NSDecimalNumber { 1 }
    override var priceLocale: Locale { Locale(identifier: "en_US") }
    override var productIdentifier: String { "pro" }
    override var isDownloadable: Bool { false }
    override var isFamilyShareable: Bool { false }
    override var downloadContentLengths: [NSNumber] { [] }
    override var contentVersion: String { "" }
    override var downloadContentVersion: String { "" }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { nil }
    override var introductoryPrice: SKProductDiscount? { nil }
    override var subscriptionGroupIdentifier: String? { nil }
    override var discounts: [SKProductDiscount] { [] }
}

// MARK: - SKProductSubscriptionPeriod

private final class PeriodDouble: SKProductSubscriptionPeriod, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var numberOfUnits: Int { 1 }
    override var unit: SKProduct.PeriodUnit { .month }
}

private func surface(_ period: SKProductSubscriptionPeriod) {
    let _: any (NSObject & Sendable).Type = SKProductSubscriptionPeriod.self
    period.setValue(1, forKey: "numberOfUnits")  // setValue(_:forKey:)
    let _: Any? = period.value(forKey: "numberOfUnits")  // value(forKey:)
}

// MARK: - SKProductDiscount

private final class DiscountDouble: SKProductDiscount, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var price: NSDecimalNumber { 1 }
    override var priceLocale: Locale { Locale(identifier: "en_US") }
    override var identifier: String? { nil }
    override var subscriptionPeriod: SKProductSubscriptionPeriod { PeriodDouble() }
    override var numberOfPeriods: Int { 1 }
    override var paymentMode: SKProductDiscount.PaymentMode { .freeTrial }
    override var type: SKProductDiscount.`Type` { .introductory }
}

private func surface(_ discount: SKProductDiscount) {
    let _: any (NSObject & Sendable).Type = SKProductDiscount.self
    discount.setValue("welcome", forKey: "identifier")  // setValue(_:forKey:)
    let _: Any? = discount.value(forKey: "identifier")  // value(forKey:)
    let _: [UInt] = [SKProductDiscount.PaymentMode.payAsYouGo, .payUpFront, .freeTrial].map(\.rawValue)
    let _: [SKProductDiscount.`Type`] = [.introductory, .subscription]
    let _: UInt = discount.type.rawValue
}

// MARK: - SKRequest

private class RequestDouble: SKRequest {
    override init() { super.init() }  // init()
    override func start() { super.start() }
    override func cancel() { super.cancel() }
}

private func surface(_ request: SKRequest) {
    let _: ReferenceWritableKeyPath<SKRequest, (any SKRequestDelegate)?> = \.delegate
    let _: any SKDelegatingRequest = request
}

// MARK: - SKRequestDelegate

private func surface(_ listener: any SKRequestDelegate) {
    let _: (SKRequest) -> Void = listener.requestDidFinish(_:)
    let _: (SKRequest, any Error) -> Void = listener.request(_:didFailWithError:)
}

// MARK: - SKProductsRequest

private final class ProductsRequestDouble: SKProductsRequest {
    override init() { super.init() }  // init()
    override init(productIdentifiers: Set<String>) { super.init(productIdentifiers: productIdentifiers) }
    override weak var delegate: (any SKProductsRequestDelegate)? {
        get { nil }
        set {}
    }
    override func start() {}
}

private func surface(_: SKProductsRequest.Type) {
    let _: (Set<String>) -> SKProductsRequest = SKProductsRequest.init(productIdentifiers:)
}

// MARK: - SKProductsRequestDelegate

private func surface(_ listener: any SKProductsRequestDelegate) {
    let _: any SKRequestDelegate = listener
    let _: (SKProductsRequest, SKProductsResponse) -> Void = listener.productsRequest(_:didReceive:)
}

// MARK: - SKProductsResponse

private final class ResponseDouble: SKProductsResponse, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var products: [SKProduct] { [] }
    override var invalidProductIdentifiers: [String] { [] }
}

private func surface(_ response: SKProductsResponse) {
    let _: any (NSObject & Sendable).Type = SKProductsResponse.self
    response.setValue([SKProduct](), forKey: "products")  // setValue(_:forKey:)
    let _: Any? = response.value(forKey: "products")  // value(forKey:)
}

// MARK: - SKReceiptRefreshRequest

private final class ReceiptRequestDouble: SKReceiptRefreshRequest {
    override init() { super.init() }  // init()
    override init(receiptProperties properties: [String: Any]?) { super.init(receiptProperties: properties) }
    override var receiptProperties: [String: Any]? { nil }
    override weak var delegate: (any SKRequestDelegate)? {
        get { nil }
        set {}
    }
    override func start() {}
}

private func surface(_: SKReceiptRefreshRequest.Type) {
    let _: ([String: Any]?) -> SKReceiptRefreshRequest = SKReceiptRefreshRequest.init(receiptProperties:)
    let _: [String] = [
        SKReceiptPropertyIsExpired, SKReceiptPropertyIsRevoked, SKReceiptPropertyIsVolumePurchase,
    ]
}

// MARK: - SKStorefront

private final class StorefrontDouble: SKStorefront, @unchecked Sendable {
    override init() { super.init() }  // init()
    override var countryCode: String { "USA" }
    override var identifier: String { "143441" }
}

// MARK: - SKProductStorePromotionController

private final class PromotionDouble: SKProductStorePromotionController {
    override class func `default`() -> SKProductStorePromotionController { PromotionDouble() }  // default()
    override init() { super.init() }  // init()
}

private func surface(_ controller: SKProductStorePromotionController, _ product: SKProduct) async throws {
    typealias Visibility = SKProductStorePromotionVisibility
    let _: (SKProduct, (@Sendable (Visibility, (any Error)?) -> Void)?) -> Void =
        controller.fetchStorePromotionVisibility(for:completionHandler:)
    let _: (Visibility, SKProduct, (@Sendable ((any Error)?) -> Void)?) -> Void =
        controller.update(storePromotionVisibility:for:completionHandler:)
    let _: ((@Sendable ([SKProduct], (any Error)?) -> Void)?) -> Void =
        controller.fetchStorePromotionOrder(completionHandler:)
    let _: ([SKProduct], (@Sendable ((any Error)?) -> Void)?) -> Void =
        controller.update(storePromotionOrder:completionHandler:)
    // storePromotionVisibility(for:), update(storePromotionVisibility:for:), promotionOrder(), update(storePromotionOrder:)
    let visibility: Visibility = try await controller.storePromotionVisibility(for: product)
    try await controller.update(storePromotionVisibility: visibility, for: product)
    let order: [SKProduct] = try await controller.promotionOrder()
    try await controller.update(storePromotionOrder: order)
    let _: [Int] = [Visibility.default, .show, .hide].map(\.rawValue)
}

// MARK: - Beside the original API

private func surfaceBeside() {
    let _: [UInt64] = [NSEC_PER_SEC, NSEC_PER_MSEC, NSEC_PER_USEC, USEC_PER_SEC]
}

// MARK: - SKStoreReviewController

private final class ReviewDouble: SKStoreReviewController {
    override init() { super.init() }  // init()
    override class func requestReview() { super.requestReview() }
}

private func surface(_: SKStoreReviewController.Type) {
    let _: NSObject.Type = SKStoreReviewController.self
    SKStoreReviewController.requestReview()
}
