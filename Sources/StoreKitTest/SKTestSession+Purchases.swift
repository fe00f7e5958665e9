public import OfferKit
import OfferKitCore
import StoreKit

extension SKTestSession {
    /// Buys a product outside the app, so that the transaction comes in `Transaction.updates`, too.
    ///
    /// What ``setSimulatedError(_:forAPI:)`` says of purchases concerns those of the app alone.
    ///
    /// - Parameters:
    ///   - identifier: The product.
    ///   - options: What goes with the purchase; also those that only a session takes.
    /// - Returns: The transaction; of a purchase in the past the first.
    /// - Throws: ``SKTestError``; under Ask to Buy, and where purchases are interrupted, ``SKTestError/invalidAction``, with the
    ///   pending purchase in ``allTransactions()``. `SKError` with ``failureError`` while transactions fail.
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
    /// What a session says of a purchase that was refused.
    init(_ error: any Error, buying productID: String) {
        switch error {
        case PurchaseRefusal.productUnavailable(let diagnosis),
            PastPurchaseRefusal.refused(.productUnavailable(let diagnosis)):
            self.init(.invalidProductIdentifier, "'\(productID)' cannot be bought: \(diagnosis)", because: error)
        case PurchaseRefusal.awaitingApproval:
            self.init(
                .invalidAction,
                "The purchase waits for approval: see allTransactions(), and approve it by its identifier.",
                because: error)
        case PurchaseRefusal.interrupted:
            self.init(
                .invalidAction,
                "The purchase was interrupted: see allTransactions(), and resolve its issue by its identifier.",
                because: error)
        case PastPurchaseRefusal.futureDate(let now):
            self.init(.invalidAction, "A purchase date must not be after now, \(now).", because: error)
        case PastPurchaseRefusal.tooLongAgo(let most):
            self.init(
                .invalidAction,
                "The purchase date is too long ago: before 1970, or more than \(most) periods. Take a later date, or a slower "
                    + "timeRate.", because: error)
        case PastPurchaseRefusal.historyGoesOn(let end):
            self.init(
                .invalidAction,
                "The customer had a subscription of the group \(end.map { "until \($0)" } ?? "that still runs"), and what was "
                    + "bought before it cannot come after it. Clear the transactions first.", because: error)
        case TestOptionFault.contradictory:
            self.init(
                .invalidAction,
                "These options do not go together: at most one offer and one date, and a code offer alone.",
                because: error)
        case TestOptionFault.unsupported:
            self.init(
                .invalidAction, "One of the options is for what no product here has, a monthly plan for a year.",
                because: StoreKitError.unsupported)
        case TestOptionFault.noCodeOffer(let name, let reason):
            self.init(
                .invalidAction, "There is no code for the offer '\(name)' of '\(productID)': \(reason)", because: error)
        case PastPurchaseRefusal.refused(let refusal):
            self.init(.invalidAction, "'\(productID)' could not have been bought: \(refusal)", because: refusal)
        default: self.init(.invalidAction, "'\(productID)' was not bought: \(error)", because: error)
        }
    }
}

extension SKTestSession {
    /// Lets a call of StoreKit fail from now on, until that is cleared.
    ///
    /// - Parameters:
    ///   - error: The failure; nil to clear it.
    ///   - api: The call.
    /// - Throws: Nothing here; Apple's declaration can.
    public func setSimulatedError<API>(
        _ error: API.Failure?, forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        api.simulate(error, in: self)
    }

    /// The failure that a call of StoreKit shows; nil for none.
    ///
    /// - Parameter api: The call.
    /// - Returns: The failure.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        api.simulatedFailure(in: self)
    }
}
