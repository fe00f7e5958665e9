public import OfferKit
import OfferKitCore
import OfferKitStoreKit

extension SKTestSession {
    /// Buys a product outside the app, so that the transaction also comes in `Transaction.updates`.
    ///
    /// Failures set by ``setSimulatedError(_:forAPI:)`` apply only to purchases by the app.
    ///
    /// - Parameters:
    ///   - identifier: The product.
    ///   - options: The options of the purchase, including those that only a session accepts.
    /// - Returns: The transaction; for a purchase in the past, the first.
    /// - Throws: ``SKTestError``; under Ask to Buy, and where purchases are interrupted, ``SKTestError/invalidAction``,
    ///   with the pending purchase in ``allTransactions()`` (C-223). `SKError` with ``failureError`` while transactions
    ///   fail.
    @discardableResult
    public func buyProduct(
        identifier: Product.ID, options: Set<Product.PurchaseOption> = []
    ) async throws -> Transaction {
        if let failure = environment.failureOfTransactions { throw SKError(failure) }
        do {
            return try device.buyInTestSession(identifier, options: options)
        } catch {
            throw SKTestError(error, buying: identifier)
        }
    }
}

extension SKTestError {
    /// Makes a session's error for a refused purchase.
    init(_ error: any Error, buying productID: String) {
        var (code, cause) = (Code.invalidAction, error)
        let text: String
        switch error {
        case PurchaseRefusal.productUnavailable(let diagnosis),
            PastPurchaseRefusal.refused(.productUnavailable(let diagnosis)):
            code = .invalidProductIdentifier
            text = "'\(productID)' cannot be bought: \(diagnosis)"
        case PurchaseRefusal.awaitingApproval:
            text = "The purchase waits for approval: see allTransactions(), and approve it by its identifier."
        case PurchaseRefusal.interrupted:
            text = "The purchase was interrupted: see allTransactions(), and resolve its issue by its identifier."
        case PastPurchaseRefusal.futureDate(let now):
            text = "A purchase date must not be after now, \(now.utcText)."
        case PastPurchaseRefusal.tooLongAgo(let most):
            text =
                "The purchase date is too long ago: before 1970, or more than \(most) periods. Take a later date, or a slower "
                + "timeRate."
        case PastPurchaseRefusal.historyGoesOn(let end):
            text =
                "The customer had a subscription of the group \(end.map { "until \($0.utcText)" } ?? "that still runs"), and what was "
                + "bought before it cannot come after it. Clear the transactions first."
        case TestOptionFault.contradictory:
            text = "These options do not go together: at most one offer and one date, and a code offer alone."
        case TestOptionFault.unsupported:
            text = "One of the options is for what no product here has, a monthly plan for a year."
            cause = StoreKitError.unsupported
        case TestOptionFault.noCodeOffer(let name, let reason):
            text = "There is no code for the offer '\(name)' of '\(productID)': \(reason)"
        case PastPurchaseRefusal.refused(let refusal):
            text = "'\(productID)' could not have been bought: \(refusal)"
            cause = refusal
        default: text = "'\(productID)' was not bought: \(error)"
        }
        self.init(code, text, because: cause)
    }
}

extension SKTestSession {
    /// Makes a call of StoreKit fail until the failure is cleared.
    ///
    /// - Parameters:
    ///   - error: The failure; nil to clear it.
    ///   - api: The call.
    /// - Throws: Nothing; Apple's declaration can throw.
    public func setSimulatedError<API>(
        _ error: API.Failure?, forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        api.simulate(error, in: self)
    }

    /// Returns the simulated failure of a call of StoreKit; nil for none.
    ///
    /// - Parameter api: The call.
    /// - Returns: The failure.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        api.simulatedFailure(in: self)
    }
}
