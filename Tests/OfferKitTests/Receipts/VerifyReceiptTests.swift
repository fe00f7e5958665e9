import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// The statuses of verifyReceipt.
struct VerifyReceiptTests {
    private static func status(
        _ store: Store, _ body: String, at endpoint: ReceiptEndpoint? = nil, method: String = "POST",
        _ options: ReceiptOptions = ReceiptOptions()
    ) -> Int? {
        ReceiptShop.status(store.verifyReceipt(Array(body.utf8), at: endpoint, method: method, options: options))
    }

    private static func subscribed(_ environment: StoreEnvironment = .sandbox) throws -> ReceiptShop {
        let shop = try ReceiptShop(environment)
        try shop.device.purchase("gold")
        return shop
    }

    @Test("B13: 21000 for every method but POST")
    func methods() throws {
        let shop = try Self.subscribed()
        for method in ["GET", "PUT", "post", ""] {
            let response = shop.store.verifyReceipt(try shop.request().json, method: method)
            expectEqual(ReceiptShop.status(response), 21_000)
            expectEqual(response.refusal, .method(method))
            expectEqual(response.httpStatus, 200)
            expectEqual(response.headers["Content-Type"], "application/json")
        }
    }

    @Test(
        "B13: 21002 for what is no request, and for what is no receipt",
        arguments: [
            "", "{", "[]", "null", "{}", #"{"receipt-data":null}"#, #"{"receipt-data":7}"#, #"{"receipt-data":""}"#,
            #"{"receipt-data":"?"}"#, #"{"receipt-data":"AAA"}"#, #"{"receipt-data":"MIITtg=="}"#,
            #"{"receipt-data":"AAAA","receipt-data":"AAAA"}"#, #"{"receipt-data":"AAAA","password":1}"#,
            #"{"receipt-data":"AAAA","exclude-old-transactions":"no"}"#,
        ])
    func malformed(body: String) throws {
        let shop = try Self.subscribed()
        let response = shop.store.verifyReceipt(Array(body.utf8))
        expectEqual(ReceiptShop.status(response), 21_002)
        expectEqual(response.body, Array(#"{"status":21002}"#.utf8))
        let refusal = try #require(response.refusal)
        expectPrefix("\(refusal)", "21002: ")
        expectSuffix("\(refusal)", ".")
    }

    @Test("21003 for a receipt of a store with another seed; 21003, too, for one of another app")
    func foreign() throws {
        let (shop, other) = (try Self.subscribed(), try ReceiptShop(seed: 2))
        try other.device.purchase("gold")
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(try other.request().json)), 21_003)
        let app = Store(
            catalog: try Catalog(products: [.consumable("coins", price: 1)]), bundleID: "com.example.other",
            environment: .sandbox)
        let device = app.addCustomer().addDevice()
        try device.purchase("coins")
        let response = shop.store.verifyReceipt(ReceiptRequest(receipt: try #require(device.appReceipt)).json)
        expectEqual(response.refusal, .otherApp("com.example.other"))
        expectEqual(ReceiptShop.status(response), 21_003)
    }

    @Test("B13: 21004 for another shared secret, and for none where the receipt holds a subscription")
    func secrets() throws {
        let shop = try Self.subscribed()
        var request = try shop.request()
        expectEqual(shop.store.sharedSecret.count, 32)
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 0)
        for password in [nil, "", "wrong", shop.store.sharedSecret.uppercased() + "0"] {
            request.password = password
            expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 21_004)
        }
        // A server with a secret of its own.
        request.password = "of the server"
        let options = ReceiptOptions(sharedSecret: "of the server")
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json, options: options)), 0)
        // Wrong is wrong, also where none is needed.
        let coins = try ReceiptShop()
        try coins.device.purchase("coins")
        request = try coins.request()
        request.password = "wrong"
        expectEqual(ReceiptShop.status(coins.store.verifyReceipt(request.json)), 21_004)
    }

    @Test(
        "B13-11: 21007 for the sandbox's receipt in production, 21008 the other way round; who asks as told gets there")
    func endpoints() async throws {
        for environment in [StoreEnvironment.sandbox, .xcode, .production] {
            let shop = try Self.subscribed(environment)
            let request = try shop.request()
            let isProduction = environment == .production
            let statuses = ReceiptEndpoint.allCases.map {
                ReceiptShop.status(shop.store.verifyReceipt(request.json, at: $0))
            }
            expectEqual(statuses, isProduction ? [0, 21_008] : [21_007, 0])
            let verdict = await ReceiptVerdict.asking(request) { shop.store.verifyReceipt($1, at: $0) }
            guard case .valid(let answer) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            expectEqual(answer.environment, isProduction ? .production : .sandbox)
        }
    }

    @Test("B13: 21010 for a customer whom the store does not have, and for a revoked receipt")
    func account() async throws {
        // Stores with one seed believe each other's receipts, and only one of these has a second customer.
        let (shop, other) = (try Self.subscribed(), try ReceiptShop())
        let device = other.store.addCustomer().addDevice()
        try device.purchase("gold")
        let request = try other.request(of: device)
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 21_010)
        try await shop.device.app.refreshReceipt(.revoked)
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(try shop.request().json)), 21_010)
    }

    @Test("B13: 0 also for a subscription that expired")
    func expired() throws {
        let shop = try Self.subscribed()
        try shop.customer.setAutoRenew(false, inGroup: "Plans")
        try shop.store.advance(by: .years(3))
        let answer = try shop.answer()
        expectEqual(answer.status, .valid)
        expectEqual(answer.latestExpiration()?.utcText, "2026-02-01T00:00:00Z")
    }

    @Test("S2-33: injected outages: 21199 and its like say whether to try again, 21009 and 21005 only what they are")
    func outages() throws {
        let shop = try Self.subscribed()
        let request = try shop.request().json
        func body(_ outage: ReceiptOutage) -> String {
            String(
                decoding: shop.store.verifyReceipt(request, options: ReceiptOptions(outage: outage)).body, as: UTF8.self
            )
        }
        expectEqual(body(.lostReceipts), #"{"is_retryable":true,"status":21199}"#)
        expectEqual(
            body(.status(.internalDataAccess(0), isRetryable: false)), #"{"is_retryable":false,"status":21100}"#)
        expectEqual(body(.internalError), #"{"status":21009}"#)
        expectEqual(body(.unavailable), #"{"status":21005}"#)
        expectEqual(body(.status(.expiredSubscription)), #"{"status":21006}"#)
        for status in [200, 503] {
            let response = shop.store.verifyReceipt(
                request, options: ReceiptOptions(outage: .notJSON(httpStatus: status)))
            expectEqual(response.httpStatus, status)
            expectPrefix(response.headers["Content-Type"], "text/html")
            guard case .unreadable(.notJSON) = ReceiptVerdict(response) else {
                Issue.record("a page was taken for an answer")
                continue
            }
        }
    }

    @Test(
        "S2-33, C-138: an outage of the store lasts for so many calls, or until it is cleared; a call's own comes first"
    )
    func outagesOfTheStore() throws {
        let shop = try Self.subscribed()
        let request = try shop.request().json
        func status(_ options: ReceiptOptions = ReceiptOptions()) -> Int? {
            ReceiptShop.status(shop.store.verifyReceipt(request, options: options))
        }
        expectNil(shop.store.receiptOutage)
        shop.store.setReceiptOutage(.lostReceipts, next: 2)
        #expect(shop.store.receiptOutage?.outage == .lostReceipts && shop.store.receiptOutage?.callsLeft == 2)
        expectEqual(status(ReceiptOptions(outage: .internalError)), 21_009)
        expectEqual([status(), status(), status()], [21_199, 21_199, 0])
        shop.store.setReceiptOutage(.notJSON())
        expectEqual([status(), status()], [nil, nil])
        shop.store.setReceiptOutage(nil)
        expectEqual(status(), 0)
        shop.store.setReceiptOutage(.lostReceipts, next: 0)
        expectEqual(status(), 0)
    }

    @Test("C-138: of several things that are wrong the first in the order answers")
    func order() throws {
        let shop = try Self.subscribed(.production)
        var request = try shop.request()
        request.password = "wrong"
        let outage = ReceiptOptions(outage: .internalError)
        // Everything is wrong; one thing after another is put right.
        expectEqual(Self.status(shop.store, "{", at: .sandbox, method: "GET", outage), 21_000)
        expectEqual(Self.status(shop.store, "{", at: .sandbox, outage), 21_009)
        expectEqual(Self.status(shop.store, "{", at: .sandbox), 21_002)
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json, at: .sandbox)), 21_008)
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 21_004)
        request.password = shop.store.sharedSecret
        expectEqual(ReceiptShop.status(shop.store.verifyReceipt(request.json)), 0)
        // Where no secret is needed, a wrong one is wrong all the same.
        let plain = try ReceiptShop()
        try plain.device.purchase("theme")
        var unneeded = try plain.request()
        unneeded.password = "wrong"
        expectEqual(ReceiptShop.status(plain.store.verifyReceipt(unneeded.json)), 21_004)
        unneeded.password = nil
        expectEqual(ReceiptShop.status(plain.store.verifyReceipt(unneeded.json)), 0)
    }

    @Test("a receipt with any byte changed, or cut off anywhere, is 21002 or 21003")
    func damagedReceipts() throws {
        let shop = try Self.subscribed()
        let receipt = Array(try #require(shop.device.appReceipt))
        func status(_ bytes: [UInt8]) -> Int? {
            let request = ReceiptRequest(receipt: bytes, password: shop.store.sharedSecret)
            return ReceiptShop.status(shop.store.verifyReceipt(request.json))
        }
        expectEqual(status(receipt), 0)
        #expect(receipt.starts(with: Array("OfferKit receipt, made by a simulated App Store for tests".utf8)))
        for place in receipt.indices {
            var damaged = receipt
            damaged[place] ^= 1 << UInt8(place % 8)
            expectContains([21_002, 21_003], status(damaged), "byte \(place)")
            expectEqual(status(Array(receipt[..<place])), 21_002, "\(place) bytes")
        }
        expectEqual(status(receipt + [0x0A]), 21_002)
    }

    @Test("a body with any byte changed, or cut off anywhere, is refused with a status")
    func damagedBodies() throws {
        let shop = try Self.subscribed()
        let body = try shop.request().json
        let statuses: Set<Int?> = [21_002, 21_003, 21_004]
        for place in body.indices {
            var damaged = body
            damaged[place] ^= 1 << UInt8(place % 8)
            expectContains(statuses, ReceiptShop.status(shop.store.verifyReceipt(damaged)), "byte \(place)")
            expectEqual(ReceiptShop.status(shop.store.verifyReceipt(body[..<place])), 21_002)
        }
    }

    @Test("nothing in the store changes by being asked, and equal stores answer alike")
    func reading() throws {
        let (one, other) = (try Self.subscribed(), try Self.subscribed())
        let before = try one.store.snapshot()
        let response = one.store.verifyReceipt(try one.request().json)
        expectEqual(response, other.store.verifyReceipt(try other.request().json))
        try expectEqual(one.store.snapshot(), before)
    }

    @Test("a restored store reads the receipts of the one before it")
    func restored() throws {
        let shop = try Self.subscribed()
        let restored = try Store(snapshot: shop.store.snapshot())
        expectEqual(restored.sharedSecret, shop.store.sharedSecret)
        expectEqual(ReceiptShop.status(restored.verifyReceipt(try shop.request().json)), 0)
    }
}
