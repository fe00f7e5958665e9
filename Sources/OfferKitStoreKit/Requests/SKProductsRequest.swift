public import Foundation
import OfferKit

/// A request for products.
open class SKProductsRequest: SKRequest {
    private let identifiers: Set<String>

    /// An empty request, for test doubles.
    public override init() {
        identifiers = []
    }

    /// A request for the products with these identifiers.
    public init(productIdentifiers: Set<String>) {
        identifiers = productIdentifiers
    }

    /// The delegate, which hears the result of the request.
    open weak var delegate: (any SKProductsRequestDelegate)? {
        get { (self as SKRequest).delegate as? any SKProductsRequestDelegate }
        set { (self as SKRequest).delegate = newValue }
    }

    /// Asks for the products of the device in the slot of this task, or else of the process.
    ///
    /// The products come in the order of their identifiers. Without a device the request fails and says what to do.
    open override func start() {
        let (slot, identifiers) = (DeviceSlot.current, identifiers.sorted())
        run {
            try await slot.device(for: "SKProductsRequest.start()").app.products(identifiers)
        } then: { request, products in
            let response = SKProductsResponse(products, of: identifiers)
            guard let request = request as? SKProductsRequest else { return }
            request.delegate?.productsRequest(request, didReceive: response)
        }
    }
}

/// A delegate that gets the products of a request.
public protocol SKProductsRequestDelegate: SKRequestDelegate {
    /// Gets the App Store's answer.
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse)
}

/// The App Store's answer to a request for products.
open class SKProductsResponse: NSObject, @unchecked Sendable {
    private let values = SetValues(of: "SKProductsResponse", ["invalidProductIdentifiers", "products"])
    private let found: [SKProduct]
    private let unknown: [String]

    /// An empty answer, for test doubles.
    public override init() {
        (found, unknown) = ([], [])
    }

    init(_ products: [Product], of identifiers: [String]) {
        found = products.map { SKProduct($0) }
        let known = Set(products.map(\.id))
        unknown = identifiers.filter { !known.contains($0) }
    }

    #if canImport(ObjectiveC)
    /// Sets a property by its name, for test doubles.
    open override func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// Returns the value set by that name; nil where none was.
    open override func value(forKey key: String) -> Any? { values.value(key) }
    #else
    /// Sets a property by its name, for test doubles.
    open func setValue(_ value: Any?, forKey key: String) { values.set(value, key) }
    /// Returns the value set by that name; nil where none was.
    open func value(forKey key: String) -> Any? { values.value(key) }
    #endif

    /// The products that are sold in the customer's storefront.
    open var products: [SKProduct] { values.or("products", found) }
    /// The identifiers without such a product.
    open var invalidProductIdentifiers: [String] { values.or("invalidProductIdentifiers", unknown) }
}
