import OfferKit
import OfferKitCore

extension SKTestSession {
    func answerPriceRise(_ agrees: Bool, _ identifier: UInt) throws {
        let group = try runningSubscription(of: identifier).group
        do throws(ConfigurationRefusal) {
            try device.customer.answerPriceRise(agrees, inGroup: group)
        } catch {
            throw SKTestError(
                .invalidAction,
                "Nobody was asked for consent: call requestPriceIncreaseConsentForTransaction(identifier:) first.",
                because: error)
        }
    }

    func approve(_ attempt: AttemptID, _ identifier: UInt) throws {
        do throws(PurchaseRefusal) {
            try store.approve(attempt)
        } catch {
            throw SKTestError(.invalidAction, "Purchase \(identifier) is refused now: \(error)", because: error)
        }
    }

    func pendingApproval(_ identifier: UInt) throws -> AttemptID {
        if let pending = pendingPurchase(identifier), pending.needsApproval { return pending.id }
        if !isFailedAttempt(identifier), pendingPurchase(identifier) == nil { _ = try transaction(identifier) }
        throw SKTestError(
            .invalidAction,
            "Transaction \(identifier) does not wait for approval: pendingAskToBuyConfirmation tells which do.")
    }
}
