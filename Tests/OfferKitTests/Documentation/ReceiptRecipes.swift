// The code of Documentation/Receipts.md, compiled and run. A test holds the guide against this file: each block
// of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to receipts.
struct ReceiptRecipes {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    // S1-48: the app sends the fresh receipt to its server.
    @Test("B13, S1-48: from the device to verifyReceipt and back")
    func first() throws {
        // guide: first
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")  // the free week

        let receipt = try #require(device.appReceipt)  // what the app sends to your server
        let request = ReceiptRequest(receipt: receipt, password: store.sharedSecret)
        let response = store.verifyReceipt(request.json)  // what your server sends to the App Store
        #expect(response.httpStatus == 200)

        let answer = try ReceiptAnswer(json: response.body)
        #expect(answer.status == .valid)
        #expect(answer.latestReceiptInfo?.first?.isTrialPeriod == true)
        #expect(answer.pendingRenewalInfo?.first?.willAutoRenew == true)
        // guide: end
    }

    // S2-7: never from the client.
    @Test("B13-11, S2-7: your server's code, with the store in place of the App Store")
    func server() async throws {
        let store = Store(catalog: catalog, environment: .sandbox)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let receipt = try #require(device.appReceipt)
        // guide: server
        let request = ReceiptRequest(receipt: receipt, password: store.sharedSecret)
        let verdict = await ReceiptVerdict.asking(request) { endpoint, body in
            store.verifyReceipt(body, at: endpoint)  // in production: your HTTP client, POST to endpoint.url
        }
        switch verdict {
        case .valid(let answer): #expect(answer.environment == .sandbox)  // production said 21007
        case .tryLater, .unreadable, .unreachable, .sendTo:
            Issue.record("keep what the customer had, and ask again later")
        case .refused(let status): Issue.record("have the app refresh its receipt: \(status)")
        case .noReceipt: Issue.record("have the app refresh its receipt: it has none")
        }
        // guide: end
    }

    @Test("S0-81, S1-15…18, S2-8: what the documents read off an answer")
    func reading() throws {
        let store = Store(catalog: catalog, environment: .sandbox)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let request = ReceiptRequest(receipt: try #require(device.appReceipt), password: store.sharedSecret)
        // guide: reading
        let answer = try ReceiptAnswer(json: store.verifyReceipt(request.json).body)
        #expect(answer.isEligibleForPromotionalOffers())  // subscribed once, if only to a trial (S0-81)
        #expect(!answer.isEligibleForIntroductoryOffer(inGroup: "Premium"))  // had the trial (S1-16)
        #expect(try answer.latestExpiration() == Date(utc: "2026-01-08"))  // the largest expires_date_ms (S2-8)
        #expect(try FeatureTimeline([]).access(for: answer).paidUpUntil == answer.latestExpiration())
        // guide: end
    }

    @Test("S2-33, S2-34: a server on the App Store's bad days")
    func outages() throws {
        let store = Store(catalog: catalog, environment: .sandbox)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.coins")
        let body = ReceiptRequest(receipt: try #require(device.appReceipt)).json
        // guide: outages
        store.setReceiptOutage(.lostReceipts, next: 1)  // 21199, to be tried again
        #expect(ReceiptVerdict(store.verifyReceipt(body)) == .tryLater(.internalDataAccess()))

        store.setReceiptOutage(.notJSON(httpStatus: 503))  // a page for people, until it is cleared
        if case .unreadable = ReceiptVerdict(store.verifyReceipt(body)) {} else { Issue.record("a page is no answer") }
        store.setReceiptOutage(nil)

        let one = ReceiptOptions(outage: .internalError)  // 21009, for one call
        #expect(ReceiptVerdict(store.verifyReceipt(body, options: one)) == .tryLater(.internalError))
        // guide: end
        // guide: refusals
        let response = store.verifyReceipt(body, at: .production)
        #expect(response.body == Array(#"{"status":21007}"#.utf8))
        #expect(response.refusal == .otherEndpoint(.sandbox))  // a sentence when printed; no part of the wire
        // guide: end
    }

    @Test("S2-27, S2-28: a refresh, and one that takes its time")
    func refresh() async throws {
        let store = Store(catalog: catalog, environment: .sandbox)
        let customer = store.addCustomer()
        // guide: refresh
        let device = customer.addDevice()
        #expect(device.appReceipt == nil)  // the sandbox: none before the first purchase
        try await device.app.refreshReceipt()  // the customer signs in
        #expect(device.appReceipt != nil)

        device.appStoreAnswers.signIn = .cancel
        await #expect(throws: StoreKitError.self) { try await device.app.refreshReceipt() }
        // guide: end
        device.appStoreAnswers.signIn = .signIn
        // guide: slow
        device.holdsReceiptRefreshes = true
        let app = Task {
            try await device.app.refreshReceipt()
            return try device.purchase("com.example.app.coins")
        }
        _ = await device.nextReceiptRefresh()
        device.terminate()  // the customer has waited long enough
        await #expect(throws: CancellationError.self) { try await app.value }
        #expect(device.transactions.isEmpty)
        // guide: end
    }

    @Test("S2-29, S2-30, B13-8: two Apple accounts on one device")
    func accounts() async throws {
        // guide: accounts
        let store = Store(catalog: catalog, environment: .production)
        let (buyer, other) = (store.addCustomer(), store.addCustomer())
        buyer.firstDownload = try FirstDownload(version: "17", date: Date(utc: "2019-01-01"))
        let device = buyer.addDevice()  // downloaded, when the app still cost something

        try device.signIn(other)
        #expect(device.receiptOwner == buyer)  // the receipt is still the download's
        try device.purchase("com.example.app.monthly")  // allowed, and now the receipt is the other account's
        #expect(device.receiptOwner == other)

        let request = ReceiptRequest(receipt: try #require(device.appReceipt), password: store.sharedSecret)
        let answer = try ReceiptAnswer(json: store.verifyReceipt(request.json).body)
        #expect(answer.download?.version == "1.0")  // nobody who paid in 2019, says the receipt
        // guide: end
    }

    @Test("C-137: the file, and an app that was deleted")
    func file() throws {
        let store = Store(catalog: catalog, environment: .sandbox)
        let device = store.addCustomer().addDevice()
        // guide: file
        let url = device.receiptURL  // what Bundle.main.appStoreReceiptURL is on an iPhone
        try device.purchase("com.example.app.coins")
        #expect(try Data(contentsOf: url) == device.appReceipt)

        device.uninstall()
        #expect(!FileManager.default.fileExists(atPath: url.path))
        device.install()
        #expect(device.appReceipt == nil)  // in production it comes with the download
        // guide: end
    }
}
