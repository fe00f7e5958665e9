import OfferKitCore

// The App Store's own sheets, shown by an app and answered as `appStoreAnswers` says (C-113).

extension Device.App {
    /// Shows the sheet for offer codes: `AppStore.presentOfferCodeRedeemSheet()`.
    ///
    /// The customer does what ``AppStoreAnswers/offerCode-swift.property`` says. A code that is refused is told to the
    /// customer in the sheet and not to the app, which learns of nothing. What is redeemed comes in ``updates``
    /// (B16-6).
    ///
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func showOfferCodeRedeemSheet() async throws {
        if case .generic(let error) = device.takeFailure(.offerCodeRedeem) { throw error }
        guard case .redeem(let code) = device.appStoreAnswers.offerCode else { return }
        _ = try? device.redeem(code: code)
    }

    /// Shows the page that manages subscriptions: `AppStore.showManageSubscriptions(in:)`.
    ///
    /// The customer does what ``AppStoreAnswers/manageSubscriptions-swift.property`` says. What comes of it reaches the
    /// app in ``updates`` and ``statusUpdates``; a purchase there that was refused is in ``Device/lastRefusal``.
    ///
    /// - Parameter group: The identifier or name of the subscription group to show; nil for all.
    /// - Throws: ``StoreKitError``, where a failure is simulated.
    public func showManageSubscriptions(inGroup group: String? = nil) async throws {
        if case .generic(let error) = device.takeFailure(.manageSubscriptions) { throw error }
        switch device.appStoreAnswers.manageSubscriptions {
        case .close: break
        case .cancel: device.setAutoRenew(false, inGroup: group)
        case .resume: device.setAutoRenew(true, inGroup: group)
        case .change(let productID):
            // A refusal is kept in `lastRefusal` and in the log: the page reports nothing to the app.
            _ = try? device.complete(device.request(for: productID))
        }
    }

    /// Shows the sheet that asks for a refund: `Transaction.beginRefundRequest(in:)` (C-113).
    ///
    /// The customer does what ``AppStoreAnswers/refundRequest-swift.property`` says. A refund that is granted comes to
    /// the app in ``updates`` (B10-1); asking for one turns auto-renew off (B10-3).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: The answer of the customer, who sent the request or closed the sheet.
    /// - Throws: ``Transaction/RefundRequestError``: `duplicateRequest` for what was refunded before, `failed` for what
    ///   is no transaction of the customer's own. ``StoreKitError``, where a failure is simulated.
    public func showRefundRequest(for transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
        switch device.takeFailure(.refundRequest) {
        case .generic(.userCancelled): return .userCancelled
        case .generic(let error): throw error
        case .refundRequest(let error): throw error
        case nil: break
        }
        guard case .send(let answer, let reason) = device.appStoreAnswers.refundRequest else { return .userCancelled }
        do throws(RefundRefusal) {
            try device.customer.requestRefund(of: transactionID, answer: answer, reason: reason)
            return .success
        } catch {
            switch error {
            case .alreadyRefunded: throw Transaction.RefundRequestError.duplicateRequest
            case .unknownTransaction, .notRefunded, .familyShared, .notRecorded:
                throw Transaction.RefundRequestError.failed
            }
        }
    }

    /// Asks the customer for a review, as `AppStore.requestReview(in:)` does: one more of ``Device/reviewRequests``
    /// (C-201).
    public func requestReview() {
        // The count stops at the largest number.
        device.withSettings { $0.reviewRequests += $0.reviewRequests < .max ? 1 : 0 }
    }
}

extension Device {
    fileprivate func setAutoRenew(_ isOn: Bool, inGroup group: String?) {
        if let group { store.noteUnknown(group: group) }
        for group in group.map({ [$0] }) ?? store.state.shop.groups.map(\.id) {
            // Where no subscription runs, the page has nothing to turn on or off.
            try? customer.setAutoRenew(isOn, inGroup: group)
        }
    }

    /// The number of times that the app asked for a review on this device (C-201).
    ///
    /// The App Store does not tell whether it showed its sheet, so a request has no other effect.
    public var reviewRequests: Int { withSettings { $0.reviewRequests } }
}
