package import OfferKitCore

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension NotificationPayload {
    /// What a notification says, with its transaction and renewal info signed.
    ///
    /// - Parameters:
    ///   - record: The notification.
    ///   - uuid: Its `notificationUUID`.
    ///   - state: The store then or later: names are read off it, which no store ever forgets.
    ///   - sign: Makes the JWS of a payload's JSON.
    package init(_ record: NotificationRecord, _ uuid: UUID, in state: __shared StoreState, sign: ([UInt8]) -> String) {
        notificationType = record.type
        subtype = record.subtype
        notificationUUID = uuid
        signedDate = Date(record.date)
        let setup = state.setup
        let appAppleID = setup.environment == .production ? setup.appAppleID : nil
        if let done = record.summary {
            summary = Summary(
                environment: setup.environment, appAppleID: appAppleID, bundleID: setup.bundleID,
                productID: state.shop[done.product].product.id, requestIdentifier: done.identifier,
                storefrontCountryCodes: done.storefronts?.map(\.code), succeededCount: Int64(done.succeeded),
                failedCount: Int64(done.failed))
            return
        }
        var content = Content(environment: setup.environment, appAppleID: appAppleID, bundleID: setup.bundleID)
        defer { data = content }
        if record.isSynthetic { otherMembers = ["isSynthetic": JSONText(.boolean(true))] }
        guard let facts = record.transaction else { return }
        content.signedTransactionInfo = sign(TransactionPayload(facts, signed: record.date, in: state).json)
        guard let renewal = record.renewal else { return }
        content.signedRenewalInfo = sign(
            RenewalInfoPayload(renewal, of: facts.record, signed: record.date, in: state).json)
        content.status = SubscriptionStatusCode(renewal.standing)
    }

    /// What a notification says of its transaction, before anything is signed; nil in a test.
    package static func transaction(of record: NotificationRecord, in state: StoreState) -> TransactionPayload? {
        record.transaction.map { TransactionPayload($0, signed: record.date, in: state) }
    }

    /// What a notification says of the next renewal, before anything is signed; nil for what is no subscription.
    package static func renewalInfo(of record: NotificationRecord, in state: StoreState) -> RenewalInfoPayload? {
        guard let facts = record.transaction, let renewal = record.renewal else { return nil }
        return RenewalInfoPayload(renewal, of: facts.record, signed: record.date, in: state)
    }
}
