import OfferKitTestHarness
import StoreKit
import Testing

// Doubles as test suites write them: subclasses that override what they need. This file says `import StoreKit` alone.

private final class MockProduct: SKProduct, @unchecked Sendable {
    private let identifier: String
    private let cost: NSDecimalNumber

    init(identifier: String, cost: NSDecimalNumber) {
        self.identifier = identifier
        self.cost = cost
        super.init()
    }

    override var productIdentifier: String { identifier }
    override var price: NSDecimalNumber { cost }
    override var priceLocale: Locale { Locale(identifier: "en_US") }
    override var subscriptionPeriod: SKProductSubscriptionPeriod? { MockPeriod() }
    override var discounts: [SKProductDiscount] { [MockDiscount()] }
}

private final class MockPeriod: SKProductSubscriptionPeriod, @unchecked Sendable {
    override var numberOfUnits: Int { 3 }
    override var unit: SKProduct.PeriodUnit { .month }
}

private final class MockDiscount: SKProductDiscount, @unchecked Sendable {
    override var identifier: String? { "mock" }
    override var paymentMode: SKProductDiscount.PaymentMode { .payUpFront }
    override var type: SKProductDiscount.`Type` { .subscription }
}

private final class MockTransaction: SKPaymentTransaction, @unchecked Sendable {
    private let mockState: SKPaymentTransactionState
    private let mockPayment: SKPayment

    init(_ state: SKPaymentTransactionState, _ product: SKProduct) {
        mockState = state
        mockPayment = SKPayment(product: product)
    }

    override var transactionState: SKPaymentTransactionState { mockState }
    override var payment: SKPayment { mockPayment }
    override var transactionIdentifier: String? { "mock-1" }
    override var error: (any Error)? { SKError(.paymentCancelled) }
}

private final class MockQueue: SKPaymentQueue, @unchecked Sendable {
    private(set) var added: [SKPayment] = []
    private(set) var finished: [SKPaymentTransaction] = []
    private var watchers: [any SKPaymentTransactionObserver] = []

    override func add(_ payment: SKPayment) { added.append(payment) }
    override func add(_ observer: any SKPaymentTransactionObserver) { watchers.append(observer) }
    override func finishTransaction(_ transaction: SKPaymentTransaction) { finished.append(transaction) }

    func send(_ transaction: SKPaymentTransaction) {
        for watcher in watchers { watcher.paymentQueue(self, updatedTransactions: [transaction]) }
    }
}

private final class MockResponse: SKProductsResponse, @unchecked Sendable {
    override var products: [SKProduct] { [MockProduct(identifier: "a", cost: 5)] }
    override var invalidProductIdentifiers: [String] { ["b"] }
}

private final class MockRequest: SKProductsRequest {
    override func start() {
        delegate?.productsRequest(self, didReceive: MockResponse())
        delegate?.requestDidFinish(self)
    }
}

private final class Manager: NSObject, SKPaymentTransactionObserver, SKProductsRequestDelegate {
    let queue: SKPaymentQueue
    private(set) var products: [SKProduct] = []
    private(set) var failures: [Int] = []

    init(queue: SKPaymentQueue) {
        self.queue = queue
        super.init()
        queue.add(self)
    }

    func load(with request: SKProductsRequest) {
        request.delegate = self
        request.start()
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions where transaction.transactionState == .failed {
            if let error = transaction.error as? SKError { failures.append(error.errorCode) }
            queue.finishTransaction(transaction)
        }
    }
}

/// StoreKit 1: test doubles.
struct TestDoubleTests {
    @Test("A subclass of each class answers in its stead")
    func doubles() {
        let queue = MockQueue()
        let manager = Manager(queue: queue)
        manager.load(with: MockRequest())
        expectEqual(manager.products.map(\.productIdentifier), ["a"])
        expectEqual(manager.products.first?.discounts.first?.identifier, "mock")
        expectEqual(manager.products.first?.subscriptionPeriod?.numberOfUnits, 3)
        queue.add(SKPayment(product: manager.products[0]))
        expectEqual(queue.added.map(\.productIdentifier), ["a"])
        let transaction = MockTransaction(.failed, manager.products[0])
        queue.send(transaction)
        expectEqual(manager.failures, [2])
        expectEqual(queue.finished, [transaction])
    }

    @Test("A payment is copied both ways, and two are equal when they say the same")
    func payments() throws {
        let payment = SKMutablePayment(product: MockProduct(identifier: "a", cost: 5))
        payment.quantity = 2
        payment.applicationUsername = "u1"
        let copy = try #require(payment.copy() as? SKPayment)
        let mutable = try #require(payment.mutableCopy() as? SKMutablePayment)
        expectEqual(copy, payment)
        expectEqual(mutable, payment)
        mutable.quantity = 3
        #expect(mutable != payment)
        expectEqual(copy.quantity, 2)
        expectEqual(copy.applicationUsername, "u1")
    }

    @Test("Payments with equal claims are equal, and any other part of the claim makes another payment")
    func claims() throws {
        let nonce = try #require(UUID(uuidString: "00000000-0000-4000-8000-000000000001"))
        func payment(_ offer: String, key: String = "k1", signature: String = "c2ln", at time: Int = 1) -> SKPayment {
            let payment = SKMutablePayment(product: MockProduct(identifier: "a", cost: 5))
            payment.paymentDiscount = SKPaymentDiscount(
                identifier: offer, keyIdentifier: key, nonce: nonce, signature: signature,
                timestamp: NSNumber(value: time))
            return payment
        }
        expectEqual(payment("half3"), payment("half3"))
        expectEqual(payment("half3").paymentDiscount?.hash, payment("half3").paymentDiscount?.hash)
        for other in [
            payment("other"), payment("half3", key: "k2"), payment("half3", signature: "eA=="), payment("half3", at: 2),
        ] {
            #expect(payment("half3") != other)
        }
    }

    @Test("Empty objects say nothing")
    func empty() {
        expectEqual(SKProduct().productIdentifier, "")
        #expect(SKProduct().discounts.isEmpty)
        expectEqual(SKPaymentTransaction().transactionState, .purchasing)
        expectNil(SKPaymentTransaction().transactionIdentifier)
        expectEqual(SKPayment().quantity, 1)
        expectNil(SKMutablePayment().paymentDiscount)
        #expect(SKProductsResponse().products.isEmpty)
    }
}

/// StoreKit 1: values set by name.
struct SetValueTests {
    @Test("What a test sets by name, the property says; numbers stand for cases")
    func set() {
        let product = SKProduct()
        product.setValue("pro", forKey: "productIdentifier")
        product.setValue(NSDecimalNumber(string: "9.99"), forKey: "price")
        product.setValue(Locale(identifier: "ja_JP"), forKey: "priceLocale")
        expectEqual(product.productIdentifier, "pro")
        expectEqual(product.price, NSDecimalNumber(string: "9.99"))
        expectEqual(product.priceLocale.identifier, "ja_JP")
        expectNil(product.subscriptionPeriod)

        let period = SKProductSubscriptionPeriod()
        period.setValue(3, forKey: "numberOfUnits")
        period.setValue(NSNumber(value: 2), forKey: "unit")
        product.setValue(period, forKey: "subscriptionPeriod")
        expectEqual(product.subscriptionPeriod?.numberOfUnits, 3)
        expectEqual(product.subscriptionPeriod?.unit, .month)

        let discount = SKProductDiscount()
        discount.setValue("half3", forKey: "identifier")
        discount.setValue(SKProductDiscount.PaymentMode.freeTrial.rawValue, forKey: "paymentMode")
        discount.setValue(1, forKey: "type")
        product.setValue([discount], forKey: "discounts")
        expectEqual(product.discounts.first?.identifier, "half3")
        expectEqual(product.discounts.first?.paymentMode, .freeTrial)
        expectEqual(product.discounts.first?.type, .subscription)

        let response = SKProductsResponse()
        response.setValue([product], forKey: "products")
        expectEqual(response.products, [product])

        let transaction = SKPaymentTransaction()
        transaction.setValue(SKPayment(product: product), forKey: "payment")
        transaction.setValue(SKPaymentTransactionState.failed.rawValue, forKey: "transactionState")
        transaction.setValue(SKError(.paymentCancelled), forKey: "error")
        transaction.setValue("1", forKey: "transactionIdentifier")
        expectEqual(transaction.payment.productIdentifier, "pro")
        expectEqual(transaction.transactionState, .failed)
        expectEqual((transaction.error as? SKError)?.code, .paymentCancelled)
        expectEqual(transaction.transactionIdentifier, "1")
        expectNil(transaction.value(forKey: "transactionDate"))
        transaction.setValue(nil, forKey: "error")
        expectNil(transaction.error)
        // A number without a name is a state like any other (C-200); what is no number is none.
        transaction.setValue(99, forKey: "transactionState")
        expectEqual(transaction.transactionState.rawValue, 99)
        transaction.setValue("failed", forKey: "transactionState")
        expectEqual(transaction.transactionState, .purchasing)
    }

    @Test("Nil that a test sets is nil, also where the product has a value of its own")
    func setToNil() async throws {
        let product = try await QueueShop().product(QueueShop.pro)
        expectEqual(product.subscriptionPeriod?.unit, .month)
        product.setValue(nil, forKey: "subscriptionPeriod")
        product.setValue(nil, forKey: "subscriptionGroupIdentifier")
        product.setValue(nil, forKey: "introductoryPrice")
        expectNil(product.subscriptionPeriod)
        expectNil(product.subscriptionGroupIdentifier)
        expectNil(product.introductoryPrice)
    }

    @Test("A property that a class has not is named on the standard error stream, once")
    func unknownProperty() {
        let values = SetValues(of: "UnknownPropertyTest", ["price"])
        expectNil(values.set(1, "price"))
        expectEqual(
            values.set(1, "prise"),
            "OfferKit: UnknownPropertyTest has no property \"prise\" that can be set by its name. "
                + "Those it has are price.\n")
        expectNil(values.set(2, "prise"))
        expectNil(SetValues(of: "UnknownPropertyTest", []).set(1, "prise"))
    }

    @Test("A property's name is shown with its invisible characters, and of a long one the beginning")
    func oddProperty() throws {
        let values = SetValues(of: "OddPropertyTest", ["price"])
        let turned = try #require(values.set(1, "pr\u{202E}ice\u{1B}[2J"))
        expectContains(turned, "\"pr<U+202E>ice<U+001B>[2J\"")
        let long = try #require(values.set(1, String(repeating: "x", count: 1_000_000)))
        #expect(long.utf8.count < 1_000 && long.contains("1000000 bytes"))
    }
}
