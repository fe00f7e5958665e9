public import Foundation
import OfferKit

/// An app's request to buy a product through the queue.
///
/// Two payments are equal when all their properties are.
open class SKPayment: NSObject, NSCopying, NSMutableCopying {
    struct Fields: Equatable {
        var productIdentifier = ""
        var requestData: Data?
        var quantity = 1
        var applicationUsername: String?
        var simulatesAskToBuyInSandbox = false
        var paymentDiscount: SKPaymentDiscount?
    }

    fileprivate(set) var fields = Fields()

    /// An empty payment.
    public override init() { super.init() }

    /// A payment for one unit of a product.
    public convenience init(product: SKProduct) {
        self.init()
        fields.productIdentifier = product.productIdentifier
    }

    /// A copy of the queue's own, which never changes.
    convenience init(saying other: SKPayment) {
        self.init()
        fields = other.said
    }

    /// The product.
    open var productIdentifier: String { fields.productIdentifier }
    /// Data for the App Store, which only Apple may use.
    open var requestData: Data? { fields.requestData }
    /// The number of units; 1 unless changed.
    open var quantity: Int { fields.quantity }
    /// The user name that belongs to the purchase and to the offer's signature; nil is not empty (C-1).
    open var applicationUsername: String? { fields.applicationUsername }
    /// Whether the sandbox asks a parent.
    open var simulatesAskToBuyInSandbox: Bool { fields.simulatesAskToBuyInSandbox }
    /// The proof that the customer may have a promotional offer (S0-63).
    open var paymentDiscount: SKPaymentDiscount? { fields.paymentDiscount }

    /// Returns an equal payment that cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        SKPayment(saying: self)
    }

    /// Returns an equal payment that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        SKMutablePayment(saying: self)
    }

    /// Returns whether all properties are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? SKPayment)?.said == said
    }

    /// A hash of the product and the quantity.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(productIdentifier)
        hasher.combine(quantity)
        return hasher.finalize()
    }

    /// The payment's values, read from its properties: a subclass may override them.
    var said: Fields {
        Fields(
            productIdentifier: productIdentifier, requestData: requestData, quantity: quantity,
            applicationUsername: applicationUsername, simulatesAskToBuyInSandbox: simulatesAskToBuyInSandbox,
            paymentDiscount: paymentDiscount)
    }
}

/// A payment whose parts can be set.
open class SKMutablePayment: SKPayment {
    /// The product.
    open override var productIdentifier: String {
        get { fields.productIdentifier }
        set { fields.productIdentifier = newValue }
    }
    /// Data for the App Store, which only Apple may use.
    open override var requestData: Data? {
        get { fields.requestData }
        set { fields.requestData = newValue }
    }
    /// The number of units; 1 unless changed.
    open override var quantity: Int {
        get { fields.quantity }
        set { fields.quantity = newValue }
    }
    /// The user name that belongs to the purchase and to the offer's signature; nil is not empty (C-1).
    open override var applicationUsername: String? {
        get { fields.applicationUsername }
        set { fields.applicationUsername = newValue }
    }
    /// Whether the sandbox asks a parent.
    open override var simulatesAskToBuyInSandbox: Bool {
        get { fields.simulatesAskToBuyInSandbox }
        set { fields.simulatesAskToBuyInSandbox = newValue }
    }
    /// The proof that the customer may have a promotional offer (S0-63).
    open override var paymentDiscount: SKPaymentDiscount? {
        get { fields.paymentDiscount }
        set { fields.paymentDiscount = newValue }
    }
}

/// The developer's signed claim that a customer may have a promotional offer (S0-63, B2-12).
///
/// It carries the answer of the developer's server; ``SKProductDiscount`` is the offer itself (S0-64).
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    // The values never change after the initialiser: so the class is Sendable, as Apple's is.
    private let offer: String
    private let key: String
    private let once: UUID
    private let proof: String
    private let date: NSNumber

    /// A claim from its five parts.
    ///
    /// - Parameters:
    ///   - identifier: The offer's identifier.
    ///   - keyIdentifier: The identifier of the key that signed.
    ///   - nonce: A UUID that was never sent before.
    ///   - signature: The signature in Base64.
    ///   - timestamp: The date of the signature, in milliseconds since 1970.
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        (offer, key, once, proof, date) = (identifier, keyIdentifier, nonce, signature, timestamp)
    }

    /// The offer's identifier.
    open var identifier: String { offer }
    /// The identifier of the key that signed.
    open var keyIdentifier: String { key }
    /// The UUID that was signed.
    open var nonce: UUID { once }
    /// The signature in Base64.
    open var signature: String { proof }
    /// The date of the signature, in milliseconds since 1970.
    open var timestamp: NSNumber { date }

    /// Returns whether all properties are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? SKPaymentDiscount)?.claim == claim
    }

    /// A hash of the nonce, which no two claims should share.
    open override var hash: Int { nonce.hashValue }

    /// The claim as the store reads it.
    var claim: PaymentDiscount {
        PaymentDiscount(
            identifier: identifier, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature,
            timestamp: timestamp.int64Value)
    }
}
