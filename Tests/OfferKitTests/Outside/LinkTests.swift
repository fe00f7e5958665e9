import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Links to the App Store.
struct LinkTests {
    private func url(_ text: String) throws -> URL {
        try #require(URL(string: text))
    }

    private func refusal(_ body: () throws -> LinkOutcome) throws -> LinkRefusal? {
        do {
            _ = try body()
            return nil
        } catch let refusal as LinkRefusal {
            return refusal
        }
    }

    // S4-7: the link works outside the app.
    @Test("S4-12, S4-13: the direct link carries a number that the store made, not the offer's identifier")
    func winBackLink() throws {
        let shop = try OutsideShop()
        try shop.churn()
        let link = try shop.store.winBackLink(for: "comeback", of: OutsideShop.pro)
        let number = link.lastPathComponent
        expectEqual(link.absoluteString, "https://apps.apple.com/win-back/\(number)")
        #expect(number.count == 10 && number.allSatisfy(\.isNumber))
        #expect(try shop.store.winBackLink(for: "saver", of: OutsideShop.pro) != link)
        let device = shop.customer.addDevice()
        guard case .purchase(.completed(let transaction)) = try device.open(link) else {
            Issue.record("Not completed.")
            return
        }
        expectEqual(transaction.offer?.id, "comeback")
    }

    @Test(
        "S4-12: the offer's identifier in the link's place leads nowhere",
        arguments: ["comeback", "6500000099", "1", "٦٥", "06500000001", "+6500000001"])
    func wrongNumber(number: String) throws {
        let shop = try OutsideShop()
        try shop.churn()
        let device = shop.customer.addDevice()
        var parts = try #require(URLComponents(string: "https://apps.apple.com"))
        parts.path = "/win-back/\(number)"
        let link = try #require(parts.url)
        try expectEqual(refusal { try device.open(link) }, .unknownWinBackOffer(number: UnknownName(number)))
        #expect(device.currentEntitlements.isEmpty)
    }

    @Test("only configured win-back offers have a link")
    func unknownOffer() throws {
        let shop = try OutsideShop()
        #expect(throws: ConfigurationRefusal.unknownOffer("half", product: OutsideShop.pro)) {
            try shop.store.winBackLink(for: "half", of: OutsideShop.pro)
        }
        #expect(throws: ConfigurationRefusal.unknownProduct("nope")) {
            try shop.store.winBackLink(for: "comeback", of: "nope")
        }
        #expect(throws: CodeRefusal.unknownCode("NOPE")) { try shop.store.redemptionLink(for: "NOPE") }
    }

    @Test("S1-44: a code's link redeems it")
    func codeLink() throws {
        let shop = try OutsideShop()
        let code = try shop.store.createCodes(1, for: "Spring", of: OutsideShop.pro)[0]
        let link = try shop.store.redemptionLink(for: code)
        expectEqual(link.absoluteString, "https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code=\(code)")
        let device = shop.customer.addDevice(app: .notInstalled)
        guard case .codeRedeemed(let transaction) = try device.open(link) else {
            Issue.record("Not redeemed.")
            return
        }
        expectEqual(transaction.offer?.id, "Spring")
        try expectEqual(refusal { try device.open(link) }, .code(.usedCode(code)))
    }

    @Test(
        "S3-65: a lapsed customer redeems in the app, outside it, and by a deep link",
        arguments: CodeEntryPoint.allCases)
    func lapsed(point: CodeEntryPoint) throws {
        let shop = try OutsideShop()
        try shop.churn()
        let code = try shop.store.createCodes(1, for: "Spring", of: OutsideShop.pro)[0]
        let device = shop.customer.addDevice()
        #expect(device.currentEntitlements.isEmpty)
        if point == .link {
            try device.open(shop.store.redemptionLink(for: code))
        } else {
            try device.redeem(code: code, at: point)
        }
        expectEqual(device.currentEntitlements.map(\.offer?.id), ["Spring"])
    }

    @Test(
        "S1-44, C-192: a link without a code opens the sheet, and the code is typed there", arguments: ["", "&code="])
    func typedAfterLink(end: String) throws {
        let shop = try OutsideShop()
        let code = try shop.store.createCodes(1, for: "Spring", of: OutsideShop.pro)[0]
        let bare = try shop.store.redemptionLink()
        expectEqual(bare.absoluteString, "https://apps.apple.com/redeem?ctx=offercodes&id=1234567890")
        let link = try url(bare.absoluteString + end)
        let device = shop.customer.addDevice()
        let count = shop.store.log.count
        // The customer closes the sheet: nothing has happened.
        try expectEqual(device.open(link), .codeSheet)
        expectEqual(shop.store.log.count, count)
        device.appStoreAnswers.offerCode = .redeem("NOPE")
        try expectEqual(refusal { try device.open(link) }, .code(.unknownCode("NOPE")))
        device.appStoreAnswers.offerCode = .redeem(code)
        guard case .codeRedeemed(let transaction) = try device.open(link) else {
            Issue.record("Not redeemed.")
            return
        }
        expectEqual(transaction.offer?.id, "Spring")
    }

    private static let wrong: [(String, LinkRefusal)] = [
        ("https://apps.apple.com/redeem?ctx=offercodes&id=5&code=A", .otherApp(id: "5", expected: 1_234_567_890)),
        ("https://apps.apple.com/redeem?ctx=offercodes&id=5", .otherApp(id: "5", expected: 1_234_567_890)),
        ("https://apps.apple.com/redeem?ctx=offercodes&id=1234567890&code=A", .code(.unknownCode("A"))),
    ]

    @Test("a link that redeems nothing says why", arguments: wrong)
    func wrongCodeLink(text: String, expected: LinkRefusal) throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        let link = try url(text)
        try expectEqual(refusal { try device.open(link) }, expected)
    }

    @Test(
        "other links are none of the App Store's",
        arguments: [
            "http://apps.apple.com/win-back/6500000001", "https://example.com/win-back/6500000001",
            "mailto:a@example.com",
            "https://apps.apple.com/", "https://apps.apple.com/win-back", "https://apps.apple.com/win-back/1/2",
            "https://apps.apple.com/redeem?ctx=giftcards&code=A", "file:///win-back/6500000001",
            "https://apps.apple.com:99/win-back/6500000001", "https://a:b@apps.apple.com/win-back/6500000001",
            "https://apps.apple.com/win-back%2F6500000001", "https://apps.apple.com/redeem?ctx=offercodes&ctx=x&code=A",
        ])
    func otherLinks(text: String) throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        let link = try url(text)
        try expectEqual(refusal { try device.open(link) }, .unknownLink(link))
    }

    @Test("B7-17: the link to the payment details lets the customer mend them")
    func billing() throws {
        let shop = try OutsideShop()
        let device = shop.customer.addDevice()
        try device.purchase(OutsideShop.basic)
        shop.customer.paymentMethod = .declining
        try shop.store.advance(to: date("2026-02-02T00:00:00Z"))
        let link = try url("https://apps.apple.com/account/billing")
        try expectEqual(device.open(link), .paymentDetails)
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .inBillingRetryPeriod)
        device.messageAnswers.billingIssue = .updatePaymentMethod
        try expectEqual(device.open(link), .paymentDetails)
        expectEqual(device.subscriptionStatus(inGroup: OutsideShop.group)?.state, .subscribed)
    }
}
