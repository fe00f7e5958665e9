import Foundation
import OfferKitCore

// The one way of a purchase that the app asks for, by whichever API.

extension Device {
    /// The outcome of a purchase: the transaction, the store's refusal, or a failure that is simulated.
    package typealias PaymentOutcome = Result<Transaction, any Error>

    /// Makes a purchase that the app asks for, and tells the outcome: before it returns, or when the customer has
    /// answered a sheet that is held (C-219).
    ///
    /// An answer that is lost reaches nobody: the app learns that the network failed, once the customer has answered,
    /// and what was bought comes in its updates.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - conditions: What the app's options say about the sheet.
    ///   - isResult: Whether the transaction is the result of the app's call, so that it does not come in
    ///     ``App/updates``.
    ///   - tell: Gets what became of it, once; nil where the call was given up.
    /// - Returns: The sheet that is held; nil where it is over.
    @discardableResult
    func attempt(
        _ request: PurchaseRequest, _ conditions: SheetConditions, isResult: Bool,
        then tell: @escaping @Sendable (PaymentOutcome?) -> Void
    ) -> AttemptID? {
        if let failure = takeFailure(.purchase) {
            // The store will hear nothing of it.
            let failed = FailedPurchase(productID: request.productID, date: store.now)
            withSettings { $0.failedPurchases.append(failed) }
            switch failure {
            case .generic(let error): tell(.failure(error))
            case .purchase(let error): tell(.failure(error))
            }
            return nil
        }
        guard let loss = takeFailure(.purchaseAnswer) else {
            return ask(request, conditions, answer: nil, resultArrives: isResult, then: tell)
        }
        var conditions = conditions
        conditions.claim = nil
        let isMade = if case .lost(goesThrough: true) = loss { true } else { false }
        return ask(request, conditions, answer: isMade ? nil : .cancel, resultArrives: false) { outcome in
            tell(outcome.map { _ in .failure(StoreKitError.networkError(URLError(.networkConnectionLost))) })
        }
    }

    /// Opens the sheet and has it answered, at once or, where it is held, later.
    private func ask(
        _ request: PurchaseRequest, _ conditions: SheetConditions, answer: SheetAnswer?, resultArrives: Bool,
        then tell: @escaping @Sendable (PaymentOutcome?) -> Void
    ) -> AttemptID? {
        do throws(PurchaseRefusal) {
            if holdsSheets, answer == nil {
                let wait = SheetWait { outcome in tell(outcome.map { $0.mapError { $0 } }) }
                return try open(request, for: wait, conditions, resultArrives: resultArrives).id
            }
            tell(.success(try buy(request, conditions, answer: answer, resultArrives: resultArrives)))
        } catch {
            tell(.failure(error))
        }
        return nil
    }

    /// Returns the result of `Product.purchase(options:)` on this device.
    func purchaseResult(
        of request: PurchaseRequest, _ conditions: SheetConditions = SheetConditions()
    ) async throws -> Product.PurchaseResult {
        let answer = AnswerWait<PaymentOutcome>()
        let sheet = attempt(request, conditions, isResult: true) { answer.end(with: $0) }
        let outcome = await answer.outcome {
            if let sheet { withSettings { $0.sheets.forgetAsker(of: sheet) }?.end(with: nil) }
        }
        guard let outcome else { throw CancellationError() }
        do {
            return .success(signed(try outcome.get()))
        } catch StoreKitError.userCancelled {
            // The customer's own cancellation is a result, whatever made it (as apps observe).
            return .userCancelled
        } catch let refusal as PurchaseRefusal {
            switch refusal.storeKitAnswer {
            case .result(let result): return result
            case .purchaseError(let error): throw error
            case .storeKitError(let error): throw error
            }
        }
    }
}
