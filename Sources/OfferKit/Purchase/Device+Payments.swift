import Foundation
package import OfferKitCore

// What the payment queue of the original API asks of a device. It is the same purchase as any other; only its answer
// takes another way.

extension Device {
    /// A closure that asks an app, which answers later, whether a purchase goes on in another storefront.
    ///
    /// It says at once whether there is anybody to ask; only then the answer comes.
    package typealias StorefrontAsk = @Sendable (Storefront, _ answer: @escaping @Sendable (Bool) -> Void) -> Bool

    /// The steps of a payment that the store records.
    package enum PaymentStep: Sendable {
        /// A transaction was made, by its own number.
        case made(UInt64)
        /// The payment waits for somebody else than the customer at the sheet; with the refusal that the app is told.
        case waits(AttemptID, PurchaseRefusal)
    }

    /// A closure that is told what the store records of a payment, before any listener hears of it.
    ///
    /// The store's lock is held meanwhile: it must ask nothing of the store.
    package typealias PaymentClaim = @Sendable (PaymentStep) -> Void

    /// Makes a payment, and tells the outcome: before it returns, or when the customer has answered a sheet that is
    /// held.
    ///
    /// The transaction is nobody's result: it comes in ``App/updates``, too (C-118). Where the app's process ends while
    /// the sheet is open, nothing is said any more.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - quantity: How many.
    ///   - discount: The proof that the customer may have a promotional offer.
    ///   - userName: The user name that belongs to the purchase; one that was never set is not an empty one (C-1).
    ///   - options: What is said about the payment sheet; other options have no effect.
    ///   - ask: Asks the app where the storefront changed meanwhile; nil where it has no say.
    ///   - claim: Told of the transaction, or that it waits, before anybody else is; nil where nobody wants to be.
    ///   - tell: Gets what became of it, once.
    package func pay(
        for productID: String, quantity: Int, discount: PaymentDiscount? = nil, userName: String? = nil,
        options: Set<Product.PurchaseOption> = [], asking ask: StorefrontAsk? = nil,
        claiming claim: PaymentClaim? = nil, tell: @escaping @Sendable (PaymentOutcome) -> Void
    ) {
        var conditions = SheetConditions(options, in: store.environment)
        conditions.ask = ask
        conditions.claim = claim
        let request = request(
            for: productID, quantity: quantity, account: userName.map(AppAccount.userName) ?? .notSet,
            offer: discount.map(PurchaseRequest.Offer.promotional) ?? .none)
        attempt(completingIntent(request), conditions, isResult: false) { outcome in
            if let outcome { tell(outcome) }
        }
    }

    /// The transactions that wait for the queue: not finished, not taken back, and not the result of a purchase that
    /// this run of the app made with StoreKit 2 (C-118).
    package var paymentBacklog: [Transaction] {
        unfinished.filter { !bought($0.ownNumber) && $0.revocationDate == nil }
    }

    /// Returns the given transactions that the store does not know as the customer's any more.
    package func forgotten(_ ids: Set<UInt64>) -> Set<UInt64> {
        if ids.isEmpty { return [] }
        return ids.subtracting(store.state.transactions(of: customer.id).map(\.id))
    }

    /// The number that tells one run of the app from another: it changes with every launch and every end of its
    /// process.
    package var runNumber: Int { withSettings { $0.runNumber } }
}
