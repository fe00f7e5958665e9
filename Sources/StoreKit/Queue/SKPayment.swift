public import Foundation

/// What an app asks to buy through the queue.
///
/// Two are equal when all they say is.
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

    /// A payment for nothing yet.
    public override init() {
        super.init()
    }

    /// A payment for one of a product.
    public convenience init(product: SKProduct) {
        self.init()
        fields.productIdentifier = product.productIdentifier
    }

    /// An own copy, which nobody changes any more.
    convenience init(saying other: SKPayment) {
        self.init()
        fields = other.said
    }

    /// The product.
    open var productIdentifier: String { fields.productIdentifier }
    /// Data for the App Store: only Apple may use it.
    open var requestData: Data? { fields.requestData }
    /// How many; 1 unless changed.
    open var quantity: Int { fields.quantity }
    /// The user name that belongs to the purchase and to the offer's signature; nil is not empty (C-1).
    open var applicationUsername: String? { fields.applicationUsername }
    /// Whether a parent is to be asked.
    open var simulatesAskToBuyInSandbox: Bool { fields.simulatesAskToBuyInSandbox }
    /// The proof that the customer may have a promotional offer (S0-63).
    open var paymentDiscount: SKPaymentDiscount? { fields.paymentDiscount }

    /// A payment that says the same and cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        SKPayment(saying: self)
    }

    /// A payment that says the same and can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        SKMutablePayment(saying: self)
    }

    /// Equal when all they say is.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? SKPayment)?.said == said
    }

    /// Follows from the product and the quantity.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(productIdentifier)
        hasher.combine(quantity)
        return hasher.finalize()
    }

    /// What a payment says, read from its properties: a subclass may answer otherwise.
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
    /// Data for the App Store: only Apple may use it.
    open override var requestData: Data? {
        get { fields.requestData }
        set { fields.requestData = newValue }
    }
    /// How many; 1 unless changed.
    open override var quantity: Int {
        get { fields.quantity }
        set { fields.quantity = newValue }
    }
    /// The user name that belongs to the purchase and to the offer's signature; nil is not empty (C-1).
    open override var applicationUsername: String? {
        get { fields.applicationUsername }
        set { fields.applicationUsername = newValue }
    }
    /// Whether a parent is to be asked.
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
