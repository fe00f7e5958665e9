import OfferKitCore

// The App Store's own sheets, shown by an app and answered as `appStoreAnswers` says (C-113).

extension Device {
    /// Shows the page that manages subscriptions (``App/showManageSubscriptions(inGroup:)``).
    func showManageSubscriptions(inGroup group: String?) throws {
        if case .generic(let error) = takeFailure(.manageSubscriptions) { throw error }
        switch appStoreAnswers.manageSubscriptions {
        case .close: break
        case .cancel: setAutoRenew(false, inGroup: group)
        case .resume: setAutoRenew(true, inGroup: group)
        case .change(let productID):
            // A refusal is kept in `lastRefusal` and in the log: the page reports nothing to the app.
            _ = try? complete(request(for: productID))
        }
    }

    private func setAutoRenew(_ isOn: Bool, inGroup group: String?) {
        if let group { store.noteUnknown(group: group) }
        for group in group.map({ [$0] }) ?? store.state.shop.groups.map(\.id) {
            // Where no subscription runs, the page has nothing to turn on or off.
            try? customer.setAutoRenew(isOn, inGroup: group)
        }
    }

    /// Shows the sheet that asks for a refund (``App/showRefundRequest(for:)``).
    func showRefundRequest(for transactionID: UInt64) throws -> Transaction.RefundRequestStatus {
        switch takeFailure(.refundRequest) {
        case .generic(.userCancelled): return .userCancelled
        case .generic(let error): throw error
        case .refundRequest(let error): throw error
        case nil: break
        }
        guard case .send(let answer, let reason) = appStoreAnswers.refundRequest else { return .userCancelled }
        do throws(RefundRefusal) {
            try customer.requestRefund(of: transactionID, answer: answer, reason: reason)
            return .success
        } catch {
            switch error {
            case .alreadyRefunded: throw Transaction.RefundRequestError.duplicateRequest
            case .unknownTransaction, .notRefunded, .familyShared, .notRecorded:
                throw Transaction.RefundRequestError.failed
            }
        }
    }

    /// Shows the sheet for offer codes (``App/showOfferCodeRedeemSheet()``).
    func showOfferCodeRedeemSheet() throws {
        if case .generic(let error) = takeFailure(.offerCodeRedeem) { throw error }
        guard case .redeem(let code) = appStoreAnswers.offerCode else { return }
        _ = try? redeem(code: code)
    }

    /// The number of times that the app asked for a review on this device (C-201).
    ///
    /// The App Store does not tell whether it showed its sheet, so a request has no other effect.
    public var reviewRequests: Int { withSettings { $0.reviewRequests } }

    /// Counts a request for a review.
    func requestReview() {
        // The count stops at the largest number.
        withSettings { $0.reviewRequests += $0.reviewRequests < .max ? 1 : 0 }
    }
}
