import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Long runs of combining marks.
///
/// Texts with long runs of combining marks, in an order that no normal form has: to compare two of them as Swift does takes the
/// square of their length.
///
/// None of these asserts a time: they show that such texts are answered as others are. `Tests/Fuzz` has them among its seeds,
/// and fails on one that takes too long.
struct LongMarksTests {
    private static let marks = String(repeating: "\u{301}", count: 50_000) + String(repeating: "\u{323}", count: 50_000)
    /// Canonically the same as the other, and in other bytes.
    private static let swapped =
        String(repeating: "\u{323}", count: 50_000) + String(repeating: "\u{301}", count: 50_000)

    @Test("in a timeline are an error at their place", arguments: ["P", "·", "(P", "·3", "(", "|"])
    func timeline(beginning: String) throws {
        let error = #expect(throws: Timeline.SyntaxError.self) { try Timeline(beginning + LongMarksTests.marks + ")") }
        expectEqual(error?.column, beginning.count)
        #expect(throws: Timeline.SyntaxError.self) { try Timeline.Script(beginning + LongMarksTests.marks, for: "a") }
    }

    @Test("in what a purchase names are refused as anything unknown is")
    func purchase() throws {
        let shopping = try Shopping()
        let device = shopping.device
        let text = "a" + LongMarksTests.marks
        guard case .productUnavailable(.unknown)? = refusal({ try device.purchase(text) }) else {
            Issue.record("not refused as unknown")
            return
        }
        expectNil(device.product(text))
        expectNil(device.latest(for: text))
        expectEqual(device.currentEntitlements(for: text), [])
        try device.purchase(Shopping.weekly)
        let claims: [(inout PaymentDiscount) -> Void] = [
            { $0.identifier = text }, { $0.keyIdentifier = text }, { $0.signature = text },
        ]
        for change in claims {
            var claim = try shopping.claim()
            change(&claim)
            #expect(
                refusal { try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")) }
                    != nil)
        }
        for name in [text, text + "b", "a@b" + LongMarksTests.marks + ".c", "\u{301}" + text] {
            let claim = try shopping.claim()
            #expect(
                refusal { try device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName(name)) }
                    != nil)
        }
        let offers: [PurchaseOffer] = [
            .winBack(text), .promotionalJWS(offerID: text, compactJWS: text),
        ]
        for offer in offers { #expect(refusal { try device.purchase(Shopping.pro, offer: offer) } != nil) }
        #expect(refusal { try device.purchase(Shopping.pro, introductoryEligibility: text) } != nil)
        #expect(throws: CodeRefusal.self) { try device.redeem(code: text) }
    }

    @Test("in a user name are signed and found to be signed, and the name in other bytes is another")
    func userName() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let name = AppAccount.userName("a" + LongMarksTests.marks)
        let other = AppAccount.userName("a" + LongMarksTests.swapped)
        #expect(name == name && name != other)
        let claim = try shopping.claim(for: name)
        #expect(
            refusal { try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: other) } != nil)
        let second = try shopping.claim(for: name)
        try shopping.device.purchase(Shopping.pro, offer: .promotional(second), account: name)
    }

    @Test("in identifiers of a .storekit file tell products, groups and offers apart by their bytes")
    func configuration() throws {
        let (one, other) = ("a" + LongMarksTests.marks, "a" + LongMarksTests.swapped)
        func offer(_ id: String) -> String {
            #"{"offerID":"\#(id)","paymentMode":"free","subscriptionPeriod":"P1M"}"#
        }
        func group(_ id: String, _ product: String) -> String {
            #"{"id":"\#(id)","name":"G","subscriptions":[{"type":"RecurringSubscription","productID":"\#(product)1","#
                + #""displayPrice":"1","recurringSubscriptionPeriod":"P1M","subscriptionGroupID":"\#(id)","#
                + #""adHocOffers":[\#(offer(one)),\#(offer(other))]}]}"#
        }
        let configuration = try ConfigurationFiles.read(
            ConfigurationFiles.file(
                #""products":[{"type":"Consumable","productID":"\#(one)","displayPrice":"1"},"#
                    + #"{"type":"Consumable","productID":"\#(other)","displayPrice":"2"},"#
                    + #"{"type":"Consumable","productID":"\#(one)","displayPrice":"3"},"#
                    + #"{"type":"\#(one)","productID":"x"}],"#
                    + #""subscriptionGroups":[\#(group(one, one)),\#(group(other, other))]"#))
        expectEqual(configuration.catalog.products.count, 2)
        expectEqual(configuration.catalog.groups.count, 2)
        // One product that stands there twice, and one of a type that there is not.
        expectEqual(configuration.noticed.count, 2)
        let store = Store(configuration)
        let device = store.addCustomer().addDevice()
        try expectEqual(device.purchase(one).price, 1)
        try expectEqual(device.purchase(other).price, 2)
    }

    @Test("in other values of a .storekit file are errors or warnings")
    func values() throws {
        let marks = LongMarksTests.marks
        for (key, value) in [
            ("displayPrice", "1"), ("recurringSubscriptionPeriod", "P1M"), ("subscriptionGroupID", "g"),
            ("referenceName", "n"),
        ] {
            _ = ConfigurationFiles.error(ConfigurationFiles.subscription(#""\#(key)":"\#(value)\#(marks)""#))
        }
        for (key, value) in [
            ("paymentMode", "free"), ("billingPlanType", "BILLED_UPFRONT"), ("subscriptionPeriod", "P1M"),
        ] {
            var values = ["offerID": "o", "paymentMode": "free", "subscriptionPeriod": "P1M"]
            values[key] = value + marks
            let members = values.map { #""\#($0)":"\#($1)""# }.joined(separator: ",")
            let warnings = try ConfigurationFiles.read(
                ConfigurationFiles.subscription(#""adHocOffers":[{\#(members)}]"#)
            )
            .noticed
            expectEqual(warnings.count, 1)
        }
        let codes = #""codeOffers":[{"eligibility":["new\#(marks)"],"paymentMode":"free","subscriptionPeriod":"P1M"}]"#
        #expect(!(try ConfigurationFiles.read(ConfigurationFiles.subscription(codes)).noticed.isEmpty))
        let winBack =
            #""winbackOffers":[{"offerID":"a\#(marks)","priority":"high\#(marks)","isEligible":true,"#
            + #""paymentMode":"free","subscriptionPeriod":"P1M"}]"#
        #expect(!(try ConfigurationFiles.read(ConfigurationFiles.subscription(winBack)).noticed.isEmpty))
    }
}
