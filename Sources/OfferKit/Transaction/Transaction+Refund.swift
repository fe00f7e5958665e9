public import Foundation

extension Transaction {
    /// The reasons why a request for a refund could not be sent.
    public enum RefundRequestError: Error, Equatable, Hashable, Sendable {
        /// The transaction was refunded already.
        case duplicateRequest
        /// The request could not be sent.
        case failed
    }

    /// The outcomes of the sheet that asks for a refund.
    public enum RefundRequestStatus: Equatable, Hashable, Sendable {
        /// The customer sent the request; whether the App Store grants it shows in ``revocationDate``.
        case success
        /// The customer closed the sheet.
        case userCancelled
    }

    /// Shows the sheet that asks for a refund of this transaction, on the device it came from (B10-3).
    ///
    /// StoreKit's takes the window that shows the sheet; there is none here. The customer does what
    /// ``Device/appStoreAnswers`` says.
    ///
    /// - Returns: What became of the sheet.
    /// - Throws: ``RefundRequestError``, or ``StoreKitError`` where a failure is simulated.
    public func beginRefundRequest() async throws -> RefundRequestStatus {
        // In a test environment numbers begin anew, and this one may be another purchase's by now (C-221).
        guard device.store.read({ $0.transaction(shownAs: id) }) == ownNumber else { throw RefundRequestError.failed }
        return try await device.app.showRefundRequest(for: id)
    }

    /// Shows the sheet that asks for a refund, on the device that static calls act on (``DeviceSlot``).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: What became of the sheet.
    /// - Throws: ``RefundRequestError``; ``StoreKitError`` where a failure is simulated, or `systemError` with
    ///   ``NoCurrentDeviceError``.
    public static func beginRefundRequest(for transactionID: UInt64) async throws -> RefundRequestStatus {
        try await DeviceSlot.current.device(for: "Transaction.beginRefundRequest(for:)")
            .app.showRefundRequest(for: transactionID)
    }
}

extension Transaction.RefundRequestError: LocalizedError {
    /// The failure, in a few words.
    public var errorDescription: String? {
        switch self {
        case .duplicateRequest: "Refund Already Requested"
        case .failed: "Unable to Request a Refund"
        }
    }

    /// The reason, as far as the case says.
    public var failureReason: String? {
        switch self {
        case .duplicateRequest: "The purchase was refunded before."
        case .failed: "The request could not be sent: it is no purchase of this customer's own, or the store failed."
        }
    }

    /// The advice on what to do.
    public var recoverySuggestion: String? {
        switch self {
        case .duplicateRequest: "The transaction's revocationDate says when."
        case .failed: "Try again later."
        }
    }
}

extension Transaction {
    /// The status of the subscription that this transaction belongs to, as the app asks for it.
    ///
    /// Nil for products without a group, and where the question fails.
    public var subscriptionStatus: SubscriptionStatus? {
        get async {
            guard let subscriptionGroupID,
                let statuses = try? await device.app.subscriptionStatuses(inGroup: subscriptionGroupID)
            else { return nil }
            // By the store's own numbers: in a test environment another subscription may have this one's by now
            // (C-221).
            return statuses.first { $0.transaction.unsafePayloadValue.ownOriginalNumber == ownOriginalNumber }
        }
    }
}
