import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

// Notification history and tests, of a store that keeps its notifications.

extension AppStoreServerAPI {
    /// Throws error 4040007, no URL is configured, where the store keeps no notifications.
    private func requireNotifications() throws(AppStoreServerError) {
        guard store.read({ $0.outbox.keeping }) == .nothing else { return }
        throw AppStoreServerError(
            .serverNotificationURLNotFound,
            "No URL for notifications is configured: the store keeps none. Call setKeepsNotifications(true), or deliver them."
        )
    }

    /// Answers Request a Test Notification: makes one now, which is delivered like any other.
    func requestTest() throws(AppStoreServerError) -> AppStoreServerResponse {
        try requireNotifications()
        let made = try AppStoreServerError.wrapping(store.requestTestNotification()) {
            (refusal: NotificationRefusal) in AppStoreServerError(.generalInternal, refusal.description)
        }
        let token = TestNotificationToken.text(of: made.id.uuidString.lowercased(), at: made.record.date)
        return .json(Array("{\"testNotificationToken\":\"\(token)\"}".utf8))
    }

    /// Answers Get Test Notification Status with the notification and its attempts at delivery.
    func testStatus(_ token: String) throws(AppStoreServerError) -> AppStoreServerResponse {
        try TestNotificationToken.check(token)
        let delivery = store.notificationDeliveries.last { delivery in
            let made = delivery.notification
            return made.type == .test
                && TestNotificationToken.text(of: made.id.uuidString.lowercased(), at: made.record.date)
                    == token.lowercased()
        }
        guard let delivery else {
            throw AppStoreServerError(
                .testNotificationNotFound, "The store keeps no test notification with that token.")
        }
        return .json(NotificationHistoryItem(delivery).json)
    }

    /// Answers Get Notification History with the notifications that the store keeps.
    func history(_ request: NotificationHistoryRequest) throws(AppStoreServerError) -> AppStoreServerResponse {
        let place = try request.place(in: store.bundleID)
        try requireNotifications()
        var customer: CustomerID?
        if let id = request.transactionID {
            customer = try store.read { state throws(AppStoreServerError) in
                try state.serverTransaction(String(id)).customer
            }
        }
        let found = store.notificationDeliveries.filter { request.contains($0, of: customer) }.dropFirst(place)
        let size = NotificationHistoryItem.pageSize
        return .json(
            NotificationHistoryItem.page(
                found.prefix(size).map { NotificationHistoryItem($0) },
                paginationToken: found.count > size ? request.token(of: place + size, in: store.bundleID) : nil))
    }
}

extension NotificationHistoryItem {
    fileprivate init(_ delivery: NotificationDelivery) {
        self.init(
            signedPayload: delivery.notification.signedPayload,
            attempts: delivery.attempts.map { (Instant($0.date), $0.result) })
    }
}

extension NotificationHistoryRequest {
    /// Returns whether a notification matches the request; failures are those whose latest attempt did not succeed.
    fileprivate func contains(_ delivery: NotificationDelivery, of customer: CustomerID?) -> Bool {
        let record = delivery.notification.record
        guard start <= record.date, record.date < end else { return false }
        if let type, record.type.rawValue != type { return false }
        if let subtype, record.subtype?.rawValue != subtype { return false }
        if let customer, record.transaction?.record.customer != customer { return false }
        return !onlyFailures || (!delivery.attempts.isEmpty && delivery.attempts.last?.result != .success)
    }
}
