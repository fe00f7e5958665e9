import Foundation
import OfferKit
import OfferKitCore
import OfferKitStoreKit

extension SKTestSession {
    func contents(of transaction: Transaction, in state: StoreState) -> SKTestTransaction.Contents {
        var contents = SKTestTransaction.Contents(
            identifier: UInt(transaction.id), originalTransactionIdentifier: UInt(transaction.originalID),
            productIdentifier: transaction.productID, purchaseDate: transaction.purchaseDate,
            expirationDate: transaction.expirationDate, cancelDate: transaction.revocationDate, state: .purchased)
        guard let index = state.ledger[transaction.ownNumber]?.subscription else { return contents }
        let subscription = state[index]
        contents.autoRenewingEnabled = subscription.willAutoRenew
        if subscription.latest.id == transaction.ownNumber {
            contents.hasPurchaseIssue = subscription.isRetrying
            contents.isPendingPriceIncreaseConsent =
                subscription.isRunning && state.priceRises.known(to: index, state.ledger)?.stage == .pending
        }
        return contents
    }

    // MARK: - Attempts without a transaction

    /// The first numbers of attempts that never waited, and of simulated failures.
    ///
    /// No store makes so many transactions.
    private static let firstAttempt: UInt64 = 1 << 40
    private static let firstFailure: UInt64 = 1 << 41

    /// Returns a waiting purchase, by the number it is listed under.
    func pendingPurchase(_ identifier: UInt) -> PendingPurchase? {
        guard let id = attempt(identifier) else { return nil }
        return store.pendingPurchases.first { $0.id == id && $0.customer == device.customer }
    }

    /// Returns whether a number is that of a failed attempt.
    func isFailedAttempt(_ identifier: UInt) -> Bool {
        failedAttempt(identifier) != nil || simulatedFailure(identifier) != nil
    }

    private func attempt(_ identifier: UInt) -> AttemptID? {
        if let waiting = store.state.waitingAttempt(UInt64(identifier)) { return waiting }
        let range = SKTestSession.firstAttempt..<SKTestSession.firstFailure
        return range ~= UInt64(identifier) ? AttemptID(rawValue: UInt64(identifier) - range.lowerBound) : nil
    }

    func failedAttempt(_ identifier: UInt) -> AttemptID? {
        guard attempts().contains(where: { $0.identifier == identifier && $0.state == .failed }) else { return nil }
        return attempt(identifier)
    }

    func simulatedFailure(_ identifier: UInt) -> Int? {
        guard simulatedFailures().contains(where: { $0.identifier == identifier }) else { return nil }
        return Int(UInt64(identifier) - SKTestSession.firstFailure)
    }

    /// Returns the customer's attempts that wait or failed, from the log.
    func attempts() -> [SKTestTransaction.Contents] {
        let pending = Dictionary(store.pendingPurchases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let deleted = environment.deleted.withLock { $0 }
        var dates: [AttemptID: Date] = [:]
        var found: [SKTestTransaction.Contents] = []
        for entry in store.log.dropFirst(deleted.cleared) {
            switch entry.event {
            case .purchaseRequested(let id, device.customer.id, let product):
                dates[id] = entry.date
                guard let waiting = pending[id] else { continue }
                found.append(contents(of: id, product, entry.date, waiting))
            case .purchaseRefused(let id, device.customer.id, let product, _) where !deleted.attempts.contains(id):
                found.append(contents(of: id, product, dates[id] ?? entry.date, nil))
            default: break
            }
        }
        return found
    }

    private func contents(
        of id: AttemptID, _ productID: String, _ date: Date, _ waiting: PendingPurchase?
    ) -> SKTestTransaction.Contents {
        let number = UInt(store.state.number(ofWaiting: id) ?? SKTestSession.firstAttempt + id.rawValue)
        let needsApproval = waiting?.needsApproval ?? false
        return SKTestTransaction.Contents(
            identifier: number, originalTransactionIdentifier: number, productIdentifier: productID, purchaseDate: date,
            hasPurchaseIssue: waiting != nil && !needsApproval, pendingAskToBuyConfirmation: needsApproval,
            state: needsApproval ? .deferred : .failed)
    }

    /// Returns the app's purchases that failed by simulation.
    func simulatedFailures() -> [SKTestTransaction.Contents] {
        let deleted = environment.deleted.withLock { $0.failures }
        return device.failedPurchases.enumerated().filter { !deleted.contains($0.offset) }.map { place, failure in
            let number = UInt(SKTestSession.firstFailure + UInt64(place))
            return SKTestTransaction.Contents(
                identifier: number, originalTransactionIdentifier: number, productIdentifier: failure.productID,
                purchaseDate: failure.date, state: .failed)
        }
    }

    // MARK: - Renewal

    func setAutoRenew(_ isOn: Bool, of identifier: UInt) throws {
        try device.customer.setAutoRenew(isOn, inGroup: runningGroup(of: identifier))
    }

    // MARK: - Look-ups

    /// Returns a transaction of the customer.
    func transaction(_ identifier: UInt) throws -> TransactionRecord {
        let state = store.state
        let all = state.transactions(of: device.customer.id)
        if let id = state.transaction(shownAs: UInt64(identifier)), let record = all.first(where: { $0.id == id }) {
            return record
        }
        let known = allTransactions().map { String($0.identifier) }.joined(separator: ", ")
        throw SKTestError(
            .noTransactionFound,
            "There is no transaction \(identifier). There \(known.isEmpty ? "are none" : "are: \(known)").")
    }

    /// Returns the group of the running subscription to which a transaction belongs.
    func runningGroup(of identifier: UInt) throws -> String {
        let record = try transaction(identifier)
        let state = store.state
        guard let index = record.subscription, !record.isFamilyShared else {
            throw SKTestError(
                .noSubscriptionFound,
                "Transaction \(identifier), of '\(state.shop[record.product].product.id)', is of no subscription of the customer."
            )
        }
        guard state[index].isRunning else {
            throw SKTestError(
                .invalidAction, "The subscription of transaction \(identifier) is over; buy the product again first.")
        }
        return state.groupID(of: index)
    }

    /// Returns the group of the running subscription to a product.
    func runningGroup(to productID: String) throws -> String {
        let state = store.state
        guard let place = state.shop.place(of: productID) else {
            let known = state.shop.entries.map { "'\($0.product.id)'" }.joined(separator: ", ")
            throw SKTestError(
                .invalidProductIdentifier, "The configuration has no product '\(productID)'. It has \(known).")
        }
        guard let group = state.shop[place].group else {
            throw SKTestError(.invalidProductType, "'\(productID)' is no auto-renewable subscription.")
        }
        guard let index = state.subscription(of: device.customer.id, in: group), state[index].isRunning,
            state[index].product == place
        else {
            throw SKTestError(
                .noSubscriptionFound,
                "No subscription to '\(productID)' runs. Buy it first; where a subscription of the group runs, name its product."
            )
        }
        return state.shop.groupID(group)
    }

    func answerPriceIncrease(_ agrees: Bool, _ identifier: UInt) throws {
        let group = try runningGroup(of: identifier)
        do throws(SubscriptionRefusal) {
            try device.customer.answerPriceIncrease(agrees, inGroup: group)
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
