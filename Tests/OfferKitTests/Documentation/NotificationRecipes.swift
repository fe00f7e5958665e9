// The code of Documentation/ServerNotifications.md, compiled and run. A test holds the guide against this file: each block of the
// guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to server notifications.
struct NotificationRecipes {
    /// A developer's server that is down for its first call.
    private actor Endpoint {
        private var answer: Int

        init(answering first: Int) { answer = first }

        func post(_ body: Data) -> Int {
            defer { answer = 200 }
            return answer
        }
    }

    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    @Test("B11, B11-2, B11-3: read, delivered, and tried")
    func told() async throws {
        // guide: read
        let store = Store(catalog: catalog, keepsNotifications: true)
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")  // 1 January: the free week
        let mark = store.notificationMark
        customer.paymentMethod = .declining
        try store.advance(by: .days(100))  // a failed renewal, 60 days of billing retry, and the end
        let told = store.notifications(since: mark)
        #expect(told.map(\.type) == [.didFailToRenew, .expired])
        #expect(told.map(\.subtype) == [nil, .billingRetry])
        #expect(told.map(\.status) == [.billingRetry, .expired])  // as it was then, and not as it is now
        // guide: end
        // guide: verify
        let failed = told[0]
        let body = failed.body  // {"signedPayload":"…"}: what your endpoint takes
        let payload = try store.verifier.notification(failed.signedPayload)
        let info = try store.verifier.renewalInfo(#require(payload.data?.signedRenewalInfo))
        #expect(info.isInBillingRetryPeriod == true)
        #expect(payload.notificationUUID == failed.id)
        // guide: end
        #expect(body == Data("{\"signedPayload\":\"\(failed.signedPayload)\"}".utf8))
        try await store.deliverNotifications { _ in 200 }
        customer.paymentMethod = .working
        // guide: deliver
        let endpoint = Endpoint(answering: 503)  // down for the first call, and up again after it
        try device.purchase("com.example.app.monthly")
        try await store.advance(
            by: .days(1),
            delivering: { notification in
                await endpoint.post(notification.body)
            })
        let delivery = try #require(store.notificationDeliveries.last)
        #expect(delivery.attempts.map(\.result) == [.unsuccessfulStatus, .success])
        #expect(delivery.attempts[1].date == delivery.attempts[0].date.addingTimeInterval(3_600))
        // guide: end
        // guide: try
        let lapsed = try store.triggerNotification(.expired, .voluntary)  // somebody new buys, cancels …
        #expect(lapsed.status == .expired)
        let test = try store.requestTestNotification()  // TEST
        #expect(test.payload.data?.signedTransactionInfo == nil)
        try store.resendNotification(test.id)  // as if the App Store had not heard the answer
        let transaction = try #require(device.currentEntitlements.first)
        let made = try store.makeSyntheticNotification(.refundDeclined, of: transaction.id)
        #expect(made.isSynthetic)  // nothing like it happened, and its JSON says so
        // guide: end
    }

    @Test("B11-5, S0-84, S0-120: version 1, with the receipt of that instant")
    func versionOne() async throws {
        let endpoint = Endpoint(answering: 200)
        // guide: version1
        let store = Store(catalog: catalog)
        store.setKeepsNotifications(true, version: .v1)
        let customer = store.addCustomer()
        try customer.addDevice().purchase("com.example.app.monthly")
        try await store.advance(by: .days(3), version: .v1) { notification in
            guard let body = notification.version1Body() else { return 500 }  // every one handed over has a body
            return await endpoint.post(body)  // {"notification_type":"INITIAL_BUY",…}
        }
        try customer.setAutoRenew(false, inGroup: "Premium")
        let off = try #require(store.notifications.last)
        let body = try NotificationBodyV1(json: Array(#require(off.version1Body())))
        #expect(body.notificationType == .didChangeRenewalStatus)
        #expect(body.password == store.sharedSecret)  // all that tells it from a forged one
        #expect(body.willAutoRenew == false)  // "false" in the body …
        #expect(body.unifiedReceipt.pendingRenewalInfo?.first?.willAutoRenew == false)  // … and "0" here (S0-120)
        #expect(body.unifiedReceipt.isEligibleForPromotionalOffers())  // what a verified receipt is asked (S0-84)
        // guide: end
        #expect(store.notificationDeliveries.map { $0.attempts.map(\.result) } == [[.success], []])
    }
}
