import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// What a server learns of a customer from an answer.
struct ReceiptCustomerTests {
    private static let group = #","subscription_group_identifier":"G""#

    // B13-1: the purchases are in no order.
    @Test("S2-8, B13-1, B13-7: the largest expiry over in_app and latest_receipt_info counts, wherever it stands")
    func latestExpiration() throws {
        let answer = try ReceiptSamples.read(
            ReceiptSamples.answer(
                inApp: [
                    ReceiptSamples.purchase(9, from: 5, until: 90), ReceiptSamples.purchase(7, from: 1, until: 10),
                    ReceiptSamples.purchase(3, of: "coins", from: 2, until: nil),
                ],
                latest: [
                    ReceiptSamples.purchase(8, from: 2, until: 70),
                    ReceiptSamples.purchase(9, from: 5, until: 90, #","cancellation_date_ms":"6""#),
                    ReceiptSamples.purchase(10, from: 6, until: 95, #","is_upgraded":"true""#),
                ]))
        expectEqual(answer.latestExpiration()?.millisecondsSince1970, 95)
        // C-27: the refunded one, of which in_app does not know, and the upgraded one are passed over where a shop wants that.
        expectEqual(answer.latestExpiration(ignoringRefundedAndUpgraded: true)?.millisecondsSince1970, 70)
        expectEqual(answer.purchases.map(\.transactionID), [7, 3, 8, 9, 10])
        expectNil(try ReceiptSamples.read(ReceiptSamples.answer(inApp: [])).latestExpiration())
    }

    @Test(
        "S0-81, S0-84: any auto-renewable subscription, in either list, opens every promotional offer; nothing else does"
    )
    func promotional() throws {
        func isEligible(_ inApp: [String], _ latest: [String]? = nil, _ ids: Set<String>? = nil) throws -> Bool {
            try ReceiptSamples.read(ReceiptSamples.answer(inApp: inApp, latest: latest))
                .isEligibleForPromotionalOffers(subscriptions: ids)
        }
        let coins = ReceiptSamples.purchase(3, of: "coins", until: nil)
        let trial = ReceiptSamples.purchase(7, until: 5, #","is_trial_period":"true""#)
        #expect(try !isEligible([]))
        #expect(try !isEligible([coins]))
        #expect(try isEligible([coins, trial]))
        #expect(try isEligible([coins], [trial]))
        #expect(try isEligible([trial], nil, ["pro"]))
        #expect(try !isEligible([trial], nil, ["basic"]))
        let shared = ReceiptSamples.purchase(7, until: 5, #","in_app_ownership_type":"FAMILY_SHARED""#)
        #expect(try !isEligible([], [shared]))
    }

    // S1-18: it is known before the app shows a price.
    @Test("S1-15…18: one flag in the group, on whatever product and in whatever list, bars the introductory offer")
    func introductory() throws {
        let pending = [
            #"{"auto_renew_product_id":"year","product_id":"pro","original_transaction_id":"7","auto_renew_status":"0","subscription_group_identifier":"G"}"#
        ]
        func isEligible(_ flags: String) throws -> Bool {
            let purchase = ReceiptSamples.purchase(7, from: 1, until: 2, flags)
            return try ReceiptSamples.read(ReceiptSamples.answer(inApp: [purchase], latest: [], pending: pending))
                .isEligibleForIntroductoryOffer(inGroup: "G")
        }
        #expect(try isEligible(#","is_trial_period":"false","is_in_intro_offer_period":"false""#))
        #expect(try !isEligible(#","is_trial_period":"true","is_in_intro_offer_period":"false""#))
        #expect(try !isEligible(#","is_trial_period":"false","is_in_intro_offer_period":"true""#))
        let used = try ReceiptSamples.read(
            ReceiptSamples.answer(
                inApp: [],
                latest: [ReceiptSamples.purchase(7, from: 1, until: 2, Self.group + #","is_trial_period":"true""#)]))
        #expect(!used.isEligibleForIntroductoryOffer(inGroup: "G"))
        #expect(used.isEligibleForIntroductoryOffer(inGroup: "H"))
    }

    @Test("S1-19…21: new and lapsed customers may have it, subscribers may not, in grace neither")
    func standing() throws {
        // The answer was asked for on 2 January 2026, 00:00 UTC.
        let asked: Int64 = 1_767_312_000_000
        func isEligible(until: Int64, _ more: String = "", pending: [String]? = nil) throws -> Bool {
            let purchase = ReceiptSamples.purchase(7, from: 1, until: until, Self.group + more)
            return try ReceiptSamples.read(ReceiptSamples.answer(inApp: [], latest: [purchase], pending: pending))
                .isEligibleForIntroductoryOffer(inGroup: "G")
        }
        #expect(try ReceiptSamples.read(ReceiptSamples.answer(inApp: [])).isEligibleForIntroductoryOffer(inGroup: "G"))
        #expect(try isEligible(until: asked))
        #expect(try !isEligible(until: asked + 1))
        #expect(try isEligible(until: asked + 1, #","cancellation_date_ms":"9""#))
        let grace = #"""
            {"auto_renew_product_id":"pro","product_id":"pro","original_transaction_id":"7","auto_renew_status":"1","is_in_billing_retry_period":"1","grace_period_expires_date_ms":"\#(asked + 1)","subscription_group_identifier":"G"}
            """#
        #expect(try !isEligible(until: asked, pending: [grace]))
        #expect(try isEligible(until: asked, pending: [grace.replacing("\(asked + 1)", with: "\(asked)")]))
    }

    // Worked example of B18: bought the app on 1 January 2019, subscribed from 1 July 2019 for a year.
    @Test("S2-15, S2-17, S2-19: the article's server reads periods and the first download off the answer")
    func features() throws {
        let receipt = ReceiptSamples.answer(
            inApp: [ReceiptSamples.purchase(7, from: 1_561_939_200_000, until: 1_593_561_600_000)]
        ).replacing(
            "\"original_purchase_date_ms\":\"1577836800000\"", with: "\"original_purchase_date_ms\":\"1546300800000\"")
        let answer = try ReceiptSamples.read(receipt)
        expectEqual(answer.download?.version, "17")
        expectEqual(answer.download?.date.utcText, "2019-01-01T00:00:00Z")
        let rule = try LegacyRule(downloadedBefore: Date(millisecondsSince1970: 1_550_000_000_000))
        let access = try FeatureTimeline([], legacy: rule).access(for: answer)
        expectEqual(access.paidUpUntil?.utcText, "2021-01-01T00:00:00Z")
    }
}
