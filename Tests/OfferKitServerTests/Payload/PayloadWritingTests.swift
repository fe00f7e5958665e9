import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Writing signed payloads.
///
/// What is signed: the JSON, byte for byte (B14).
struct PayloadWritingTests {
    private static let token = SampleShop.uuid("A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1")

    @Test("B14: a transaction in which everything is set has every member, in the order of Apple's models")
    func fullTransaction() throws {
        var payload = try PayloadSamples.transaction(PayloadSamples.minimalTransaction)
        payload.transactionID = 2_000_000_000_000_042
        payload.originalTransactionID = 2_000_000_000_000_007
        payload.webOrderLineItemID = "2000000000000042"
        payload.productID = "pro.monthly"
        payload.subscriptionGroupID = "21000001"
        payload.purchaseDate = Date(millisecondsSince1970: 1_767_225_600_000)
        payload.originalPurchaseDate = Date(millisecondsSince1970: 1_764_547_200_000)
        payload.expiresDate = Date(millisecondsSince1970: 1_769_904_000_000)
        payload.type = .autoRenewable
        payload.appAccountToken = PayloadWritingTests.token
        payload.signedDate = Date(millisecondsSince1970: 1_767_225_600_123)
        payload.revocationReason = .developerIssue
        payload.revocationDate = Date(millisecondsSince1970: 1_767_312_000_000)
        payload.revocationType = .proratedRefund
        payload.revocationPercentage = 50_000
        payload.isUpgraded = true
        payload.offerType = .promo
        payload.offerIdentifier = "half3"
        payload.offerDiscountType = .payAsYouGo
        payload.offerPeriod = .everyThreeMonths
        payload.environment = .sandbox
        payload.storefront = "USA"
        payload.storefrontID = "143441"
        payload.price = 4.99
        payload.currency = "USD"
        payload.appTransactionID = "704000000000000001"
        payload.deviceVerification = [0, 1, 2, 0xFD, 0xFE, 0xFF]
        payload.deviceVerificationNonce = SampleShop.uuid(SampleShop.nonce)
        expectEqual(text(payload.json), PayloadSamples.fullTransaction)
    }

    @Test("B14: renewal info in which everything is set has every member, in the order of Apple's models")
    func fullRenewalInfo() throws {
        var payload = try PayloadSamples.renewalInfo(PayloadSamples.minimalRenewalInfo)
        payload.expirationIntent = .billingError
        payload.originalTransactionID = 2_000_000_000_000_007
        payload.autoRenewProductID = "pro.yearly"
        payload.productID = "pro.monthly"
        payload.willAutoRenew = true
        payload.isInBillingRetryPeriod = true
        payload.priceIncreaseStatus = .pending
        payload.gracePeriodExpiresDate = Date(millisecondsSince1970: 1_770_508_800_000)
        payload.offerType = .winBack
        payload.offerIdentifier = "back6"
        payload.offerDiscountType = .payUpFront
        payload.offerPeriod = .yearly
        payload.signedDate = Date(millisecondsSince1970: 1_769_904_000_001)
        payload.environment = .production
        payload.recentSubscriptionStartDate = Date(millisecondsSince1970: 1_764_547_200_000)
        payload.renewalDate = Date(millisecondsSince1970: 1_769_904_000_000)
        payload.currency = "JPY"
        payload.renewalPrice = 300
        payload.eligibleWinBackOfferIDs = ["back6", "back\"1\""]
        payload.appAccountToken = PayloadWritingTests.token
        payload.appTransactionID = "704000000000000001"
        payload.deviceVerification = [0xFF, 0xFF, 0xFF, 0xFF]
        payload.deviceVerificationNonce = SampleShop.uuid("00000000-0000-0000-0000-00000000000F")
        expectEqual(text(payload.json), PayloadSamples.fullRenewalInfo)
    }

    @Test("B14: an app transaction names its environment receiptType, and its date receiptCreationDate")
    func fullAppTransaction() throws {
        var payload = try PayloadSamples.appTransaction(PayloadSamples.minimalAppTransaction)
        payload.environment = .production
        payload.appAppleID = 6_450_000_000
        payload.applicationVersion = "4.2"
        payload.versionExternalIdentifier = 860_000_000
        payload.signedDate = Date(millisecondsSince1970: 1_767_225_600_123)
        payload.originalPurchaseDate = Date(millisecondsSince1970: 1_577_836_800_000)
        payload.originalApplicationVersion = "1.0"
        payload.deviceVerification = [0]
        payload.deviceVerificationNonce = SampleShop.uuid(SampleShop.nonce)
        payload.preorderDate = Date(millisecondsSince1970: 1_577_750_400_000)
        payload.appTransactionID = "704000000000000001"
        payload.originalPlatform = "iOS"
        expectEqual(text(payload.json), PayloadSamples.fullAppTransaction)
    }

    @Test("B14: what is nil, false or empty is left out, and nothing is null")
    func absent() throws {
        var transaction = try PayloadSamples.transaction()
        transaction.webOrderLineItemID = nil
        transaction.subscriptionGroupID = nil
        transaction.expiresDate = nil
        transaction.appAccountToken = nil
        transaction.revocationReason = nil
        transaction.revocationDate = nil
        transaction.revocationType = nil
        transaction.revocationPercentage = nil
        transaction.isUpgraded = false
        transaction.offerType = nil
        transaction.offerIdentifier = nil
        transaction.offerDiscountType = nil
        transaction.offerPeriod = nil
        transaction.price = nil
        transaction.currency = nil
        transaction.appTransactionID = nil
        transaction.deviceVerification = nil
        transaction.deviceVerificationNonce = nil
        #expect(
            text(transaction.json) == """
                {"transactionId":"2000000000000042","originalTransactionId":"2000000000000007",\
                "bundleId":"com.example.app","productId":"pro.monthly","purchaseDate":1767225600000,\
                "originalPurchaseDate":1764547200000,"quantity":1,"type":"Auto-Renewable Subscription",\
                "inAppOwnershipType":"PURCHASED","signedDate":1767225600123,"environment":"Sandbox",\
                "storefront":"USA","storefrontId":"143441","transactionReason":"PURCHASE"}
                """)
        var renewalInfo = try PayloadSamples.renewalInfo(PayloadSamples.minimalRenewalInfo)
        renewalInfo.isInBillingRetryPeriod = false
        expectEqual(
            text(renewalInfo.json),
            PayloadSamples.minimalRenewalInfo.replacing(
                #""autoRenewStatus":0"#, with: #""autoRenewStatus":0,"isInBillingRetryPeriod":false"#))
    }

    @Test(
        "texts are escaped where JSON asks for it, and nowhere else",
        arguments: [
            ("plain", #"plain"#), ("a\"b", #"a\"b"#), (#"\"#, #"\\"#), ("a/b", "a/b"), ("\n", #"\u000a"#),
            ("\u{0}\u{1f}\u{7f}", "\\u0000\\u001f\u{7f}"), ("é€😀", "é€😀"), ("", ""), ("\"", #"\""#),
            ("tail\t", #"tail\u0009"#), ("e\u{301}", "e\u{301}"),
        ])
    func escapes(productID: String, written: String) throws {
        var payload = try PayloadSamples.transaction(PayloadSamples.minimalTransaction)
        payload.productID = productID
        let expected = PayloadSamples.minimalTransaction.replacing("coins", with: written)
        expectEqual(payload.json, Array(expected.utf8))
        try expectEqual(TransactionPayload(json: payload.json), payload)
    }

    @Test(
        "one character that needs an escape has it wherever it stands, in a text of any length",
        arguments: [("\"", #"\""#), (#"\"#, #"\\"#), ("\u{1f}", #"\u001f"#), ("\u{20}", " "), ("é", "é")])
    func escapesAnywhere(character: String, written: String) throws {
        var payload = try PayloadSamples.transaction(PayloadSamples.minimalTransaction)
        for length in 0...24 {
            for place in 0...length {
                let (before, after) = (
                    String(repeating: "a", count: place), String(repeating: "b", count: length - place)
                )
                payload.productID = before + character + after
                let expected = PayloadSamples.minimalTransaction.replacing("coins", with: before + written + after)
                expectEqual(payload.json, Array(expected.utf8), "\(length), \(place)")
            }
        }
    }

    @Test(
        "numbers are written in full, to the ends of their range",
        arguments: [
            (Int64.min, "-9223372036854775808"), (.max, "9223372036854775807"), (0, "0"), (-7, "-7"), (10, "10"),
        ])
    func numbers(milliseconds: Int64, written: String) throws {
        var payload = try PayloadSamples.transaction(PayloadSamples.minimalTransaction)
        payload.signedDate = Date(millisecondsSince1970: milliseconds)
        payload.transactionID = .max
        let expected = PayloadSamples.replacing(PayloadSamples.minimalTransaction, "signedDate", "1", with: written)
            .replacing(#""transactionId":"1""#, with: #""transactionId":"18446744073709551615""#)
        expectEqual(text(payload.json), expected)
    }

    @Test("members that nobody here knows come last, by their names, and one that has a known name does not come")
    func others() throws {
        var payload = try PayloadSamples.appTransaction(PayloadSamples.minimalAppTransaction)
        payload.otherMembers["zeta"] = JSONText(#"{ "b" : [1.50, null], "a" : "x" }"#)
        payload.otherMembers["alpha\""] = JSONText("true")
        payload.otherMembers["bundleId"] = JSONText(#""com.example.other""#)
        expectEqual(
            text(payload.json),
            PayloadSamples.minimalAppTransaction.dropLast()
                + #","alpha\"":true,"zeta":{"a":"x","b":[1.50,null]}}"#)
    }

    @Test("the hash of a device is SHA-384 over both identifiers in lower case")
    func device() throws {
        // printf 5f2a9c1e-7b3d-4e8f-9a01-23456789abcda81bc81b-dead-4e5d-abff-90865d1e13b1 | openssl dgst -sha384
        let expected = """
            fa48e73ca8002b1aed2fb066c47c1ec9f62a8aa03c3852d2f7035cf63e84b8f3121dd6b1b55b2a6f5de79ca598a19459
            """
        let hash = DeviceVerification.hash(
            nonce: SampleShop.uuid(SampleShop.nonce.uppercased()), deviceID: PayloadWritingTests.token)
        expectEqual(hash.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(), expected)
        var payload = try PayloadSamples.renewalInfo()
        payload.bind(to: PayloadWritingTests.token, nonce: SampleShop.uuid(SampleShop.nonce))
        expectEqual(payload.deviceVerification, hash)
        expectEqual(payload.deviceVerificationNonce, SampleShop.uuid(SampleShop.nonce))
    }
}
