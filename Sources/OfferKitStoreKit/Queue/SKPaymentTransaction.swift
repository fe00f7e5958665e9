public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// A transaction in the payment queue.
///
/// The queue changes it on the main queue, right before it tells its observers of it.
open class SKPaymentTransaction: NSObject, @unchecked Sendable {
    struct Fields {
        var state = SKPaymentTransactionState.purchasing
        var error: (any Error)?
        var original: SKPaymentTransaction?
        /// The store's transaction; nil until it is paid for.
        var recorded: Transaction?
        var date: Date?
    }

    // The changing state is behind a lock, and the payment is a copy that never changes: so the class is Sendable, as
    // Apple's is.
    private let values = SetValues(
        of: "SKPaymentTransaction",
        ["error", "original", "payment", "transactionDate", "transactionIdentifier", "transactionState"])
    private let paid: SKPayment
    private let fields = Locked(Fields())

    /// An empty transaction, for test doubles.
    public override init() { paid = SKPayment() }

    /// A transaction for a payment, which must be a copy of the queue's own.
    init(_ payment: SKPayment) { paid = payment }

    /// A transaction of the store that no payment in this queue made.
    convenience init(_ recorded: Transaction, _ state: SKPaymentTransactionState = .purchased) {
        self.init(SKPayment(of: recorded))
        pay(with: recorded, state)
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

    /// The error of a failed transaction; nil for others.
    open var error: (any Error)? { values.orNil("error", fields.withLock { $0.error }) }
    /// The transaction that this one restores or continues, or that bought the product before; nil for a first one.
    open var original: SKPaymentTransaction? { values.orNil("original", fields.withLock { $0.original }) }
    /// The payment that was made.
    open var payment: SKPayment { values.or("payment", paid) }
    /// The date of payment; nil until then.
    open var transactionDate: Date? { values.orNil("transactionDate", fields.withLock { $0.date }) }
    /// The store's number for it; nil until it is paid for.
    open var transactionIdentifier: String? { values.orNil("transactionIdentifier", recorded.map { "\($0.id)" }) }
    /// The state of the transaction.
    open var transactionState: SKPaymentTransactionState { values.or("transactionState", fields.withLock { $0.state }) }
    /// The downloads of hosted content; always empty.
    open var downloads: [SKDownload] { [] }

    /// The store's transaction; nil until it is paid for.
    var recorded: Transaction? { fields.withLock { $0.recorded } }

    /// Records that it was paid for (C-119).
    ///
    /// - Parameters:
    ///   - recorded: The store's transaction.
    ///   - state: Whether it was bought or restored.
    ///   - isOld: Whether the customer had it before, so that it is its own original.
    func pay(with recorded: Transaction, _ state: SKPaymentTransactionState = .purchased, isOld: Bool = false) {
        var original: SKPaymentTransaction?
        if recorded.ownNumber != recorded.ownOriginalNumber || isOld || state == .restored {
            original = SKPaymentTransaction(SKPayment(of: recorded))
            original?.fields.withLock {
                $0.state = .purchased
                $0.date = recorded.originalPurchaseDate
                $0.recorded =
                    recorded.device.transactions.first { $0.ownNumber == recorded.ownOriginalNumber } ?? recorded
            }
        }
        fields.withLock {
            $0.state = state
            $0.recorded = recorded
            $0.date = recorded.purchaseDate
            $0.original = original
        }
    }

    func fail(_ error: any Error) {
        fields.withLock {
            $0.state = .failed
            $0.error = error
        }
    }

    func wait() {
        fields.withLock { $0.state = .deferred }
    }
}

extension SKPayment {
    /// Makes the payment of a recorded transaction.
    convenience init(of recorded: Transaction) {
        let payment = SKMutablePayment()
        payment.productIdentifier = recorded.productID
        payment.quantity = recorded.purchasedQuantity
        self.init(saying: payment)
    }
}

extension SKPaymentTransactionState {
    /// The name of the case in the code, which an enumeration of C does not tell; the number where it has none.
    package var word: String {
        switch self {
        case .purchasing: "purchasing"
        case .purchased: "purchased"
        case .failed: "failed"
        case .restored: "restored"
        case .deferred: "deferred"
        @unknown default: "\(rawValue)"
        }
    }
}
