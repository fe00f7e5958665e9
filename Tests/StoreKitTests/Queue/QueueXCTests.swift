import OfferKit
import OfferKitSamples
import StoreKit
import XCTest

/// The queue in the older test library, whose tests wait on the main thread.
final class QueueXCTests: XCTestCase, SKPaymentTransactionObserver, SKProductsRequestDelegate {
    private var loaded: XCTestExpectation?
    private var bought: XCTestExpectation?
    private var products: [SKProduct] = []

    override func setUpWithError() throws {
        let store = Store(try .sample())
        DeviceSlot.process.device = store.addCustomer().addDevice()
        SKPaymentQueue.default().add(self)
    }

    override func tearDown() {
        SKPaymentQueue.default().remove(self)
        DeviceSlot.process.device = nil
    }

    func testBuysWhatItLoaded() throws {
        let loaded = expectation(description: "products")
        let bought = expectation(description: "purchase")
        (self.loaded, self.bought) = (loaded, bought)
        let request = SKProductsRequest(productIdentifiers: ["com.example.coins.100"])
        request.delegate = self
        request.start()
        wait(for: [loaded], timeout: 60)
        let product = try XCTUnwrap(products.first)
        SKPaymentQueue.default().add(SKPayment(product: product))
        wait(for: [bought], timeout: 60)
        XCTAssertEqual(SKPaymentQueue.default().transactions, [])
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products
        loaded?.fulfill()
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        for transaction in transactions where transaction.transactionState == .purchased {
            queue.finishTransaction(transaction)
            bought?.fulfill()
        }
    }
}
