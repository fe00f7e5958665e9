import OfferKit
import OfferKitSamples
import StoreKit
import Testing

/// A store that sells the sample shop, with one customer at one device in a slot, and the developer's server.
struct QueueShop {
    static let pro = "com.example.pro.monthly"
    static let yearly = "com.example.pro.yearly"
    static let weekly = "com.example.basic.weekly"
    static let coins = "com.example.coins.100"
    static let theme = "com.example.theme.night"

    let store: Store
    let customer: Customer
    let device: Device
    let signer: OfferSigner
    let slot: DeviceSlot

    init(_ environment: StoreEnvironment = .xcode) throws {
        store = Store(try .sample(), environment: environment, startingAt: date("2026-01-01T00:00:00Z"))
        customer = store.addCustomer()
        device = customer.addDevice()
        signer = try #require(store.configuredSigner)
        slot = DeviceSlot(device)
    }

    var queue: SKPaymentQueue { slot.provide { SKPaymentQueue.default() } }

    /// A watcher who was added to the queue.
    func watcher() -> QueueWatcher {
        let watcher = QueueWatcher()
        queue.add(watcher)
        return watcher
    }

    func product(_ id: String) async throws -> SKProduct {
        try #require(await products([id]).first)
    }

    /// The products as an app fetches them.
    func products(_ ids: Set<String>) async throws -> [SKProduct] {
        let fetch = ProductFetch()
        let answer = await slot.provide { await fetch.response(to: ids) }
        return try #require(answer).products
    }

    func payment(_ id: String) async throws -> SKMutablePayment {
        SKMutablePayment(product: try await product(id))
    }

    /// The developer's server: what it answers to the app, as text (S1-34).
    func serverAnswer(_ offer: String, of product: String, for user: String = "") throws -> [String: Any] {
        let request = OfferSignatureRequest(
            bundleID: store.bundleID, productID: product, offerID: offer, account: .userName(user))
        let answer = try store.sign(request, with: signer)
        return [
            "key_id": answer.keyIdentifier, "nonce": answer.nonce.uuidString, "signature": answer.signature,
            "timestamp": "\(answer.timestamp)",
        ]
    }

    func discount(_ offer: String, of product: String, for user: String) throws -> SKPaymentDiscount {
        let claim = try store.sign(offer: offer, of: product, for: .userName(user), with: signer)
        return SKPaymentDiscount(
            identifier: offer, keyIdentifier: try #require(claim.keyIdentifier), nonce: try #require(claim.nonce),
            signature: try #require(claim.signature), timestamp: NSNumber(value: try #require(claim.timestamp)))
    }
}

/// Waits until the main queue has done what it has to do by now.
func mainQueueDone() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
}

/// The date of a text in ISO 8601; 1970 for a text that is none.
func date(_ text: String) -> Date {
    (try? Date(text, strategy: .iso8601)) ?? Date(timeIntervalSince1970: 0)
}

/// What a response to a request for products said.
struct FetchedProducts: Sendable {
    let products: [SKProduct]
    let invalidProductIdentifiers: [String]
}

/// Waits for the answer to a request for products.
final class ProductFetch: NSObject, SKProductsRequestDelegate {
    private let answers: AsyncStream<Result<FetchedProducts, any Error>>
    private let answer: AsyncStream<Result<FetchedProducts, any Error>>.Continuation
    private(set) var error: (any Error)?
    private(set) var isFinished = false

    override init() {
        (answers, answer) = AsyncStream.makeStream()
    }

    /// The response; nil where the request failed.
    func response(to ids: Set<String>) async -> FetchedProducts? {
        let request = SKProductsRequest(productIdentifiers: ids)
        request.delegate = self
        request.start()
        for await answer in answers {
            switch answer {
            case .success(let response): return response
            case .failure(let error):
                self.error = error
                return nil
            }
        }
        return nil
    }

    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        dispatchPrecondition(condition: .onQueue(.main))
        answer.yield(
            .success(
                FetchedProducts(
                    products: response.products, invalidProductIdentifiers: response.invalidProductIdentifiers)))
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        dispatchPrecondition(condition: .onQueue(.main))
        answer.yield(.failure(error))
    }
}

/// One call of an observer: its words were written down during the call.
struct Heard: Sendable {
    let text: String
    var transactions: [SKPaymentTransaction] = []
}

/// Writes down what a queue says to an observer, for a test that waits for it.
final class QueueWatcher: NSObject, SKPaymentTransactionObserver {
    private let calls: AsyncStream<Heard>
    private let call: AsyncStream<Heard>.Continuation
    private var loop: AsyncStream<Heard>.Iterator
    /// Whether a purchase that begins in the App Store goes on.
    var continuesPromotedPurchases = true

    override init() {
        (calls, call) = AsyncStream.makeStream()
        loop = calls.makeAsyncIterator()
    }

    /// The next call.
    func next() async -> Heard? {
        await loop.next(isolation: #isolation)
    }

    /// The words of the next calls.
    func texts(_ count: Int) async -> [String] {
        var texts: [String] = []
        for _ in 0..<count { texts.append(await next()?.text ?? "") }
        return texts
    }

    /// The next transaction that has come to a state, whatever comes before it.
    func transaction(_ state: SKPaymentTransactionState) async -> SKPaymentTransaction? {
        while let heard = await next() {
            guard heard.text.hasPrefix("updated"), let transaction = heard.transactions.last,
                heard.text.contains(" \(state.word) ")
            else { continue }
            return transaction
        }
        return nil
    }

    private func note(_ text: String, _ transactions: [SKPaymentTransaction] = []) {
        dispatchPrecondition(condition: .onQueue(.main))
        call.yield(Heard(text: text, transactions: transactions))
    }

    private func note(_ verb: String, all transactions: [SKPaymentTransaction]) {
        let words = transactions.map { " \($0.transactionState.word) \($0.payment.productIdentifier)" }
        note(verb + words.joined(separator: ","), transactions)
    }

    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        note("updated", all: transactions)
    }

    func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
        note("removed", all: transactions)
    }

    func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
        note("not restored: \((error as NSError).domain) \((error as NSError).code)")
    }

    func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
        note("restored")
    }

    func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) {
        note("storefront \(queue.storefront?.countryCode ?? "")")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, didRevokeEntitlementsForProductIdentifiers productIdentifiers: [String]
    ) {
        note("revoked \(productIdentifiers.joined(separator: ","))")
    }

    func paymentQueue(
        _ queue: SKPaymentQueue, shouldAddStorePayment payment: SKPayment, for product: SKProduct
    ) -> Bool {
        note("promoted \(payment.productIdentifier) \(product.localizedTitle)")
        return continuesPromotedPurchases
    }
}
