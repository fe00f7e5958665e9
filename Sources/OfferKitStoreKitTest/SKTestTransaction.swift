public import Foundation
public import OfferKitStoreKit

/// A transaction of the test environment as a session lists it; pending and failed attempts are listed, too.
///
/// It shows the moment at which it was listed: it does not change with the transaction.
open class SKTestTransaction: NSObject, @unchecked Sendable {
    /// The values of a transaction.
    struct Contents: Sendable {
        var identifier: UInt
        var originalTransactionIdentifier: UInt
        var productIdentifier: String
        var purchaseDate: Date
        var expirationDate: Date?
        var cancelDate: Date?
        var autoRenewingEnabled = false
        var hasPurchaseIssue = false
        var pendingAskToBuyConfirmation = false
        var isPendingPriceIncreaseConsent = false
        var state: SKPaymentTransactionState
    }

    // The class is really Sendable: it never changes.
    private let contents: Contents

    init(_ contents: Contents) { self.contents = contents }

    /// An empty transaction, for a subclass that overrides its properties.
    public override init() {
        contents = Contents(
            identifier: 0, originalTransactionIdentifier: 0, productIdentifier: "",
            purchaseDate: Date(timeIntervalSince1970: 0), state: .purchasing)
    }

    /// The transaction's number; a waiting or interrupted purchase has that of its future transaction.
    ///
    /// An attempt that failed otherwise has a number that no transaction ever has.
    open var identifier: UInt { contents.identifier }
    /// The number of the first transaction of the subscription; its own otherwise.
    open var originalTransactionIdentifier: UInt { contents.originalTransactionIdentifier }
    /// The product.
    open var productIdentifier: String { contents.productIdentifier }
    /// The date when this period began, or the product was bought; for a simulated failure, its date.
    open var purchaseDate: Date { contents.purchaseDate }
    /// The date when this period ends; nil for products that do not expire.
    open var expirationDate: Date? { contents.expirationDate }
    /// The date of a refund; nil while it counts.
    open var cancelDate: Date? { contents.cancelDate }
    /// Whether the subscription is to renew; false for other products.
    open var autoRenewingEnabled: Bool { contents.autoRenewingEnabled }
    /// Whether the customer has an issue to settle: an interrupted purchase, or a renewal that could not be charged.
    ///
    /// `resolveIssueForTransaction(identifier:)` settles it.
    open var hasPurchaseIssue: Bool { contents.hasPurchaseIssue }
    /// Whether it waits for `approveAskToBuyTransaction(identifier:)` or
    /// `declineAskToBuyTransaction(identifier:)`.
    open var pendingAskToBuyConfirmation: Bool { contents.pendingAskToBuyConfirmation }
    /// Whether the subscriber was asked for consent to a price and has not answered.
    open var isPendingPriceIncreaseConsent: Bool { contents.isPendingPriceIncreaseConsent }
    /// The state of the transaction.
    open var state: SKPaymentTransactionState { contents.state }

    /// The number, the product and the state.
    open override var description: String {
        "SKTestTransaction \(identifier) of \(productIdentifier), \(state.word)"
    }
}
