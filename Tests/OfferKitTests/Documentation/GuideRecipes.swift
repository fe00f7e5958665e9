// The code of Documentation/GettingStarted.md, compiled and run. A test holds the guide against this file: each block
// of the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

// guide: catalogue
let myShop = try? Catalog(
    groups: [
        .group(
            "Premium",
            [
                .subscription(
                    "com.example.app.monthly", name: "Premium", level: 1, period: .monthly,
                    price: .everywhere(9.99, except: ["JPN": 1500]),
                    offers: [
                        .introductory(.freeTrial(.weekly)),
                        .promotional("half3", .payAsYouGo(.everywhere(4.99, except: ["JPN": 750]), periods: 3)),
                        .code("Spring", .freeTrial(.monthly), for: [.new, .expired]),
                        .winBack(
                            "comeback", .payUpFront(9.99, .everyThreeMonths),
                            eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 2...24))),
                    ])
            ])
    ],
    products: [.consumable("com.example.app.coins", name: "100 coins", price: 0.99)])
// guide: end

// guide: trait
@Suite(.store { Store(catalog: try #require(myShop), bundleID: "com.example.app") })
struct MyShopTests {
    @Test func aNewCustomerGetsTheFreeWeek() async throws {
        let (store, device) = (try #require(Store.current), try #require(Device.current))  // new ones for each test
        let product = try #require(try await Product.products(for: ["com.example.app.monthly"]).first)
        guard case .success(.verified(let transaction)) = try await product.purchase() else { return }
        #expect(transaction.offer?.type == .introductory)
        try store.advance(by: .weeks(5))
        #expect(device.isEntitled(to: "com.example.app.monthly"))
    }
}
// guide: end

// guide: purpose
@Test(.store()) func aRetiredProductIsNotSold() async throws {
    let store = try #require(Store.current)
    #expect(try await Product.products(for: ["com.example.retired"]).isEmpty)
    #expect(store.takeUnknownNames() == ["com.example.retired"])
}
// guide: end

/// Recipes of the guide.
struct GuideRecipes {
    private let store: Store

    init() throws {
        store = Store(catalog: try #require(myShop), bundleID: "com.example.app")
    }

    @Test func withoutTest() async throws {
        // guide: with
        let price = try await withStore(.sample()) { _ in
            try await Product.products(for: ["com.example.coins.100"]).first?.displayPrice
        }
        #expect(price == "$0.99")
        // guide: end
    }

    @Test func made() throws {
        // guide: made
        let date = try Date(utc: "2026-02-08")
        let trial = Transaction.made("com.example.app.monthly", expires: date) {
            $0.offerType = .intro
            $0.offerDiscountType = .freeTrial
        }
        #expect(trial.offer?.paymentMode == .freeTrial)
        #expect(trial.environment == .made)

        let cancelled = RenewalInfo.made("com.example.app.monthly", renewing: false, on: date)
        let product = try Product.made(.consumable("com.example.app.coins", name: "100 coins", price: 0.99))
        #expect(cancelled.autoRenewPreference == nil && product.displayPrice == "$0.99")
        // guide: end
    }

    @Test func storeKit() async throws {
        // guide: storekit
        let device = store.addCustomer().addDevice()
        let product = try #require(device.product("com.example.app.monthly"))
        let token = try #require(UUID(uuidString: "0d9c5f2e-1a2b-4c3d-8e4f-5a6b7c8d9e0f"))
        switch try await product.purchase(options: [.appAccountToken(token)]) {
        case .success(let result): #expect(try result.payloadValue.appAccountToken == token)
        case .userCancelled, .pending: Issue.record("the customer confirms unless device.sheetAnswer says otherwise")
        }
        // guide: end
    }

    @Test func promotional() throws {
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let pemOfYourKey = """
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt4ZlOaZmD2OcRjj/
            pJf1M+lNmc7lcZJP9HAzZ315V0WhRANCAAR6CoTPwr7hsAwiW7oZu9Tp8STpeI1z
            HaQq3SfMdXWG3y4fzyNGOtE8W7t294sCr2AEgrnflUs01B/gA5zZoP31
            -----END PRIVATE KEY-----
            """
        // guide: promotional
        let signer = try OfferSigner(keyIdentifier: "ABC1234567", pem: pemOfYourKey)  // your server's side
        try store.registerKeys(of: signer)

        let account = AppAccount.userName(try CustomerHash.userName("user 4711", salt: Array("secret".utf8)))
        let discount = try store.sign(offer: "half3", of: "com.example.app.monthly", for: account, with: signer)
        try device.purchase("com.example.app.monthly", offer: .promotional(discount), account: account)

        let renewal = try #require(device.subscriptionStatus(inGroup: "Premium")).renewalInfo.payloadValue
        #expect(renewal.offer?.id == "half3")  // a subscriber gets it at the next renewal
        // guide: end
    }

    @Test func answer() throws {
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let textOfYourServersAnswer = """
            { "key_id": "ABC1234567", "nonce": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd",
              "signature": "MEUCIQDkvH3dZudj66WPGJvlV1dsRkLWujqYWM9aIWsK6QuhCQIgdUZF5wy4JmU06LpMjvXD51cR05jobCmrLCbR0TWdRyY=",
              "timestamp": "1767225600000" }
            """
        // guide: answer
        let answer = try JSONDecoder().decode(OfferSignatureAnswer.self, from: Data(textOfYourServersAnswer.utf8))
        let discount = PaymentDiscount(offer: "half3", answer: answer)
        do {
            try device.purchase("com.example.app.monthly", offer: .promotional(discount), account: .userName("4711"))
        } catch {
            print(error)  // invalidSignature: No key "ABC1234567" is registered …
        }
        // guide: end
        guard case .invalidSignature(let diagnosis) = device.lastRefusal else {
            Issue.record("\(String(describing: device.lastRefusal))")
            return
        }
        #expect(diagnosis.causes.first == .keyUnknown("ABC1234567", registered: []))
    }

    @Test func codes() throws {
        // guide: codes
        let code = try store.createCodes(1, for: "Spring", of: "com.example.app.monthly")[0]
        let device = store.addCustomer().addDevice()
        let transaction = try device.redeem(code: code)
        #expect(transaction.offer?.type == .code)
        // guide: end
    }

    @Test func winBack() throws {
        // guide: winback
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")  // the free week adds no paid time …
        try store.advance(by: .weeks(1))  // … the month after it does
        try customer.setAutoRenew(false, inGroup: "Premium")
        try store.advance(by: .months(3))
        #expect(try device.eligibility(forOffer: "comeback", .winBack, of: "com.example.app.monthly").isEligible)
        try device.purchase("com.example.app.monthly", offer: .winBack("comeback"))
        // guide: end
    }

    @Test func sheet() throws {
        // guide: sheet
        let device = store.addCustomer().addDevice()
        let sheet = try device.requestPurchase("com.example.app.monthly")  // the payment sheet is open
        try store.setForSale(false, of: "com.example.app.monthly")
        #expect(throws: PurchaseRefusal.productUnavailable(.removedFromSale("com.example.app.monthly"))) {
            try sheet.confirm()
        }
        // guide: end
    }

    @Test func heldSheet() async throws {
        // guide: held sheet
        let device = store.addCustomer().addDevice()
        let product = try #require(device.product("com.example.app.coins"))
        device.holdsSheets = true
        let app = Task { try await product.purchase() }
        let sheet = try #require(await device.nextSheet())
        try store.advance(by: .minutes(5))  // the customer takes their time
        let transaction = try sheet.confirm()
        guard case .success(.verified(transaction)) = try await app.value else { throw StoreKitError.unknown }
        // guide: end
    }

    @Test func devices() async throws {
        // guide: devices
        let customer = store.addCustomer()
        let (phone, tablet) = (customer.addDevice(), customer.addDevice())
        let updates = tablet.app.updates  // listens from here
        let listening = Task { for await result in updates { await result.unsafePayloadValue.finish() } }
        try phone.purchase("com.example.app.coins")
        await store.settled()  // the tablet has finished it
        listening.cancel()
        #expect(phone.unfinished == [])
        // guide: end
    }

    @Test func events() async throws {
        // guide: events
        let events = store.events  // listens from here
        let counting = Task {
            var refusals = 0
            for await entry in events { if case .purchaseRefused = entry.event { refusals += 1 } }
            return refusals
        }
        let device = store.addCustomer().addDevice(storefront: "JPN")
        device.sheetAnswer = .cancel
        #expect(throws: PurchaseRefusal.cancelled) { try device.purchase("com.example.app.coins") }
        await store.settled()  // every listener has seen everything; nothing sleeps
        counting.cancel()
        #expect(await counting.value == 1)
        // guide: end
    }
}
