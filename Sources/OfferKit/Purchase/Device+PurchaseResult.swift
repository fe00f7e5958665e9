import Foundation
import OfferKitCore

extension Device {
    /// What `Product.purchase(options:)` comes to on this device.
    func purchaseResult(
        of request: PurchaseRequest, _ conditions: SheetConditions = SheetConditions()
    ) async throws -> Product.PurchaseResult {
        switch takePurchaseFailure(of: request.productID) {
        // The customer's own cancellation is a result, whatever made it (as apps observe).
        case .generic(.userCancelled): return .userCancelled
        case .generic(let error): throw error
        case .purchase(let error): throw error
        case nil: break
        }
        if case .lost(let goesThrough) = takeFailure(.purchaseAnswer) {
            _ = try? await transaction(of: request, conditions, answer: goesThrough ? .lost : .lostWithPurchase)
            throw StoreKitError.networkError(URLError(.networkConnectionLost))
        }
        do {
            return .success(signed(try await transaction(of: request, conditions, answer: .arrives)))
        } catch let refusal as PurchaseRefusal {
            switch refusal.storeKitAnswer {
            case .result(let result): return result
            case .purchaseError(let error): throw error
            case .storeKitError(let error): throw error
            }
        }
    }

    /// The failure that a purchase in the app is to show, noted because the store will hear nothing of it.
    func takePurchaseFailure(of productID: String) -> SimulatedFailures.Purchase? {
        let failure = takeFailure(.purchase)
        if failure != nil { noteFailedPurchase(of: productID) }
        return failure
    }

    /// What becomes of the store's answer on its way to the app.
    private enum AnswerFate {
        case arrives, lost, lostWithPurchase
    }

    /// Has the sheet answered, now or when it is.
    private func transaction(
        of request: PurchaseRequest, _ conditions: SheetConditions, answer: AnswerFate
    ) async throws -> Transaction {
        let resultArrives = answer == .arrives
        guard holdsSheets, answer != .lostWithPurchase else {
            return try buy(
                request, conditions, answer: answer == .lostWithPurchase ? .cancel : nil, resultArrives: resultArrives)
        }
        let wait = SheetWait()
        let sheet = try open(request, for: wait, conditions, resultArrives: resultArrives)
        let outcome = await withTaskCancellationHandler {
            await wait.outcome()
        } onCancel: {
            withSettings { $0.sheets.forgetAsker(of: sheet.id) }?.end(with: nil)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }
}
