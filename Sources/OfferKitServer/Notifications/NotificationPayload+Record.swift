package import OfferKitCore
package import OfferKitEssentials

extension NotificationPayload {
    /// Makes the payload of a notification, with its transaction and renewal info signed.
    ///
    /// - Parameters:
    ///   - record: The notification.
    ///   - uuid: Its `notificationUUID`.
    ///   - state: The store then or later, for names, which it never forgets.
    ///   - sign: Makes the JWS of a payload's JSON.
    package init(_ record: NotificationRecord, _ uuid: UUID, in state: __shared StoreState, sign: ([UInt8]) -> String) {
        notificationType = record.type
        subtype = record.subtype
        notificationUUID = uuid
        signedDate = Date(record.date)
        let setup = state.setup
        if let done = record.summary {
            summary = Summary(
                environment: setup.environment, appAppleID: setup.statedAppAppleID, bundleID: setup.bundleID,
                productID: state.shop[done.product].product.id, requestIdentifier: done.identifier,
                storefrontCountryCodes: done.storefronts?.map(\.code), succeededCount: Int64(done.succeeded),
                failedCount: Int64(done.failed))
            return
        }
        var content = Content(
            environment: setup.environment, appAppleID: setup.statedAppAppleID, bundleID: setup.bundleID)
        content.signedTransactionInfo = NotificationPayload.transaction(of: record, in: state).map { sign($0.json) }
        content.signedRenewalInfo = NotificationPayload.renewalInfo(of: record, in: state).map { sign($0.json) }
        if record.transaction != nil, let renewal = record.renewal {
            content.status = SubscriptionStatusCode(renewal.standing)
        }
        data = content
        if record.isSynthetic { otherMembers = ["isSynthetic": JSONText(.boolean(true))] }
    }

    /// Returns the payload of the notification's transaction, unsigned; nil in a test notification.
    package static func transaction(of record: NotificationRecord, in state: StoreState) -> TransactionPayload? {
        record.transaction.map { TransactionPayload($0, signed: record.date, in: state) }
    }

    /// Returns the payload of the notification's renewal info, unsigned; nil for a product that does not renew.
    package static func renewalInfo(of record: NotificationRecord, in state: StoreState) -> RenewalInfoPayload? {
        guard let facts = record.transaction, let renewal = record.renewal else { return nil }
        return RenewalInfoPayload(renewal, of: facts.record, signed: record.date, in: state)
    }
}
