import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Reading signed payloads.
///
/// What is taken for a payload, and what is said of what is not.
struct PayloadReadingTests {
    @Test("B14: reading and writing give the same bytes, whatever is there")
    func roundTrips() throws {
        for json in [PayloadSamples.fullTransaction, PayloadSamples.minimalTransaction] {
            expectEqual(text(try PayloadSamples.transaction(json).json), json)
        }
        for json in [PayloadSamples.fullRenewalInfo, PayloadSamples.minimalRenewalInfo] {
            expectEqual(text(try PayloadSamples.renewalInfo(json).json), json)
        }
        for json in [PayloadSamples.fullAppTransaction, PayloadSamples.minimalAppTransaction] {
            expectEqual(text(try PayloadSamples.appTransaction(json).json), json)
        }
    }

    @Test("B14: every member is read into its place")
    func places() throws {
        let transaction = try PayloadSamples.transaction()
        expectEqual(transaction.transactionID, 2_000_000_000_000_042)
        expectEqual(transaction.originalTransactionID, 2_000_000_000_000_007)
        expectEqual(transaction.expiresDate, Date(millisecondsSince1970: 1_769_904_000_000))
        expectEqual(transaction.price, Decimal(string: "4.99"))
        expectEqual(transaction.offerPeriod, .everyThreeMonths)
        expectEqual(transaction.offerType, .promo)
        expectEqual(transaction.revocationReason, .developerIssue)
        expectEqual(transaction.revocationType, .proratedRefund)
        expectEqual(transaction.otherMembers, [:])
        let renewalInfo = try PayloadSamples.renewalInfo()
        #expect(renewalInfo.willAutoRenew)
        expectEqual(renewalInfo.autoRenewProductID, "pro.yearly")
        expectEqual(renewalInfo.eligibleWinBackOfferIDs, ["back6", "back\"1\""])
        expectEqual(renewalInfo.expirationIntent, .billingError)
        let appTransaction = try PayloadSamples.appTransaction()
        expectEqual(appTransaction.environment, .production)
        expectEqual(appTransaction.signedDate, Date(millisecondsSince1970: 1_767_225_600_123))
        expectEqual(appTransaction.appAppleID, 6_450_000_000)
    }

    @Test("values that are not known yet are kept: numbers, names and whole members")
    func openSets() throws {
        let json = PayloadSamples.fullTransaction
            .replacing(#""offerType":2"#, with: #""offerType":9"#)
            .replacing("PURCHASE\",", with: "REPLACEMENT\",")
            .replacing("\"}", with: #"","advancedCommerceInfo":{"items":[{"SKU":"a"}]},"billingPlanType":"MONTHLY"}"#)
        let payload = try PayloadSamples.transaction(json)
        expectEqual(payload.offerType?.rawValue, 9)
        expectEqual(payload.transactionReason.rawValue, "REPLACEMENT")
        expectEqual(
            payload.otherMembers.mapValues(\.text),
            ["advancedCommerceInfo": #"{"items":[{"SKU":"a"}]}"#, "billingPlanType": #""MONTHLY""#])
        expectEqual(text(payload.json), json)
    }

    @Test("white space, another order, escapes and a UUID in capitals change nothing")
    func writings() throws {
        let json =
            " {\n \"bundleId\" : \"com.example\\u002eapp\", \"receiptType\":\"Sandbox\",\"applicationVersion\":"
            + "\"1\",\"receiptCreationDate\":5 ,\"originalPurchaseDate\":4,\"originalApplicationVersion\":\"\" } "
        expectEqual(text(try PayloadSamples.appTransaction(json).json), PayloadSamples.minimalAppTransaction)
        let token = "a81bc81b-dead-4e5d-abff-90865d1e13b1"
        let capitals = PayloadSamples.fullTransaction.replacing(token, with: token.uppercased())
        expectEqual(text(try PayloadSamples.transaction(capitals).json), PayloadSamples.fullTransaction)
    }
}

/// Refusing payloads.
///
/// What is refused, each with its own words.
struct PayloadRefusalTests {
    /// A member of the full sample with its value there, and a value that it may not have.
    struct Wrong: Sendable, CustomTestStringConvertible {
        let member: String
        let value: String
        let other: String
        let expected: PayloadError.Shape
        let found: String

        init(_ member: String, _ value: String, _ other: String, _ expected: PayloadError.Shape, _ found: String) {
            (self.member, self.value, self.other, self.expected, self.found) = (member, value, other, expected, found)
        }

        var testDescription: String { "\(member): \(other)" }
        var error: PayloadError { .malformed(member: member, expected: expected, found: found) }
    }

    @Test(
        "a member of another type is refused by its name",
        arguments: [
            Wrong("transactionId", #""2000000000000042""#, "42", .transactionNumber, "the number 42"),
            Wrong("transactionId", #""2000000000000042""#, #""042""#, .transactionNumber, #"the text "042""#),
            Wrong("transactionId", #""2000000000000042""#, #""+42""#, .transactionNumber, #"the text "+42""#),
            Wrong("transactionId", #""2000000000000042""#, #""""#, .transactionNumber, #"the text """#),
            Wrong(
                "originalTransactionId", #""2000000000000007""#, #""18446744073709551616""#, .transactionNumber,
                #"the text "18446744073709551616""#),
            Wrong("webOrderLineItemId", #""2000000000000042""#, "0", .text, "the number 0"),
            Wrong("bundleId", #""com.example.app""#, "null", .text, "null"),
            Wrong("productId", #""pro.monthly""#, "[]", .text, "an array"),
            Wrong("subscriptionGroupIdentifier", #""21000001""#, "21000001", .text, "the number 21000001"),
            Wrong("purchaseDate", "1767225600000", #""1767225600000""#, .milliseconds, #"the text "1767225600000""#),
            Wrong("originalPurchaseDate", "1764547200000", "1.5", .milliseconds, "the number 1.5"),
            Wrong("expiresDate", "1769904000000", "1769904000000.0", .milliseconds, "the number 1769904000000.0"),
            Wrong("signedDate", "1767225600123", "1e3", .milliseconds, "the number 1e3"),
            Wrong(
                "signedDate", "1767225600123", "9223372036854775808", .milliseconds, "the number 9223372036854775808"),
            Wrong("quantity", "1", "1099511627776", .integer32, "the number 1099511627776"),
            Wrong("quantity", "1", "2147483648", .integer32, "the number 2147483648"),
            Wrong("quantity", "1", "true", .integer32, "true"),
            Wrong("type", #""Auto-Renewable Subscription""#, "1", .text, "the number 1"),
            Wrong("appAccountToken", #""a81bc81b-dead-4e5d-abff-90865d1e13b1""#, #""""#, .uuid, #"the text """#),
            Wrong(
                "appAccountToken", #""a81bc81b-dead-4e5d-abff-90865d1e13b1""#, #""a81bc81bdead4e5dabff90865d1e13b1""#,
                .uuid, #"the text "a81bc81bdead4e5dabff90865d1e13b1""#),
            Wrong("inAppOwnershipType", #""PURCHASED""#, "{}", .text, "an object"),
            Wrong("revocationReason", "1", #""1""#, .integer, #"the text "1""#),
            Wrong("revocationDate", "1767312000000", "null", .milliseconds, "null"),
            Wrong("isUpgraded", "true", "1", .boolean, "the number 1"),
            Wrong("isUpgraded", "true", #""true""#, .boolean, #"the text "true""#),
            Wrong("offerType", "2", #""2""#, .integer, #"the text "2""#),
            Wrong("offerIdentifier", #""half3""#, "null", .text, "null"),
            Wrong("environment", #""Sandbox""#, "false", .text, "false"),
            Wrong("storefront", #""USA""#, "1", .text, "the number 1"),
            Wrong("storefrontId", #""143441""#, "143441", .text, "the number 143441"),
            Wrong("transactionReason", #""PURCHASE""#, "null", .text, "null"),
            Wrong("currency", #""USD""#, "840", .text, "the number 840"),
            Wrong("price", "4990", "4.99", .milliunits, "the number 4.99"),
            Wrong("price", "4990", #""4990""#, .milliunits, #"the text "4990""#),
            Wrong("offerDiscountType", #""PAY_AS_YOU_GO""#, "1", .text, "the number 1"),
            Wrong(
                "appTransactionId", #""704000000000000001""#, "704000000000000001", .text,
                "the number 704000000000000001"),
            Wrong("offerPeriod", #""P3M""#, #""P1Y2M""#, .period, #"the text "P1Y2M""#),
            Wrong("offerPeriod", #""P3M""#, #""P03M""#, .period, #"the text "P03M""#),
            Wrong("offerPeriod", #""P3M""#, #""P0M""#, .period, #"the text "P0M""#),
            Wrong("revocationType", #""REFUND_PRORATED""#, "1", .text, "the number 1"),
            Wrong("revocationPercentage", "50000", "50.5", .integer32, "the number 50.5"),
            Wrong("revocationPercentage", "50000", "-2147483649", .integer32, "the number -2147483649"),
            Wrong("deviceVerification", #""AAEC/f7/""#, #""AAEC_f7_""#, .base64, #"the text "AAEC_f7_""#),
            Wrong("deviceVerification", #""AAEC/f7/""#, #""AAEC/f7""#, .base64, #"the text "AAEC/f7""#),
            Wrong("deviceVerificationNonce", #""5f2a9c1e-7b3d-4e8f-9a01-23456789abcd""#, "7", .uuid, "the number 7"),
        ])
    func types(wrong: Wrong) {
        let json = PayloadSamples.replacing(
            PayloadSamples.fullTransaction, wrong.member, wrong.value, with: wrong.other)
        #expect(json != PayloadSamples.fullTransaction)
        #expect(throws: wrong.error) { try PayloadSamples.transaction(json) }
    }

    @Test(
        "a member of renewal info of another type is refused by its name",
        arguments: [
            Wrong("expirationIntent", "2", #""2""#, .integer, #"the text "2""#),
            Wrong("originalTransactionId", #""2000000000000007""#, "7", .transactionNumber, "the number 7"),
            Wrong("originalTransactionId", #""2000000000000007""#, #""-7""#, .transactionNumber, #"the text "-7""#),
            Wrong("autoRenewProductId", #""pro.yearly""#, "null", .text, "null"),
            Wrong("productId", #""pro.monthly""#, "{}", .text, "an object"),
            Wrong("autoRenewStatus", "1", "true", .zeroOrOne, "true"),
            Wrong("autoRenewStatus", "1", "2", .zeroOrOne, "the number 2"),
            Wrong("autoRenewStatus", "1", "-1", .zeroOrOne, "the number -1"),
            Wrong("isInBillingRetryPeriod", "true", "1", .boolean, "the number 1"),
            Wrong("priceIncreaseStatus", "0", "0.0", .integer, "the number 0.0"),
            Wrong("gracePeriodExpiresDate", "1770508800000", "{}", .milliseconds, "an object"),
            Wrong("offerType", "4", "null", .integer, "null"),
            Wrong("offerIdentifier", #""back6""#, "6", .text, "the number 6"),
            Wrong("signedDate", "1769904000001", "1769904000001.25", .milliseconds, "the number 1769904000001.25"),
            Wrong("environment", #""Production""#, "1", .text, "the number 1"),
            Wrong("recentSubscriptionStartDate", "1764547200000", "false", .milliseconds, "false"),
            Wrong("renewalDate", "1769904000000", #""1769904000000""#, .milliseconds, #"the text "1769904000000""#),
            Wrong("currency", #""JPY""#, "392", .text, "the number 392"),
            Wrong("renewalPrice", "300000", "3e5", .milliunits, "the number 3e5"),
            Wrong("offerDiscountType", #""PAY_UP_FRONT""#, "[]", .text, "an array"),
            Wrong("eligibleWinBackOfferIds", #"["back6","back\"1\""]"#, #"["a",1]"#, .texts, "an array"),
            Wrong("eligibleWinBackOfferIds", #"["back6","back\"1\""]"#, #""a""#, .texts, #"the text "a""#),
            Wrong("appAccountToken", #""a81bc81b-dead-4e5d-abff-90865d1e13b1""#, "null", .uuid, "null"),
            Wrong("appTransactionId", #""704000000000000001""#, "704", .text, "the number 704"),
            Wrong("offerPeriod", #""P1Y""#, #""P366D ""#, .period, #"the text "P366D ""#),
            Wrong("offerPeriod", #""P1Y""#, "12", .period, "the number 12"),
            Wrong("deviceVerification", #""/////w==""#, #""/////x==""#, .base64, #"the text "/////x==""#),
            Wrong(
                "deviceVerificationNonce", #""00000000-0000-0000-0000-00000000000f""#,
                #""00000000-0000-0000-0000-00000000000g""#, .uuid,
                #"the text "00000000-0000-0000-0000-00000000000g""#),
        ])
    func renewalTypes(wrong: Wrong) {
        let json = PayloadSamples.replacing(
            PayloadSamples.fullRenewalInfo, wrong.member, wrong.value, with: wrong.other)
        #expect(json != PayloadSamples.fullRenewalInfo)
        #expect(throws: wrong.error) { try PayloadSamples.renewalInfo(json) }
    }

    @Test(
        "a member of an app transaction of another type is refused by its name",
        arguments: [
            Wrong("receiptType", #""Production""#, "0", .text, "the number 0"),
            Wrong("appAppleId", "6450000000", #""6450000000""#, .integer, #"the text "6450000000""#),
            Wrong("appAppleId", "6450000000", "9223372036854775808", .integer, "the number 9223372036854775808"),
            Wrong("bundleId", #""com.example.app""#, "[]", .text, "an array"),
            Wrong("applicationVersion", #""4.2""#, "4.2", .text, "the number 4.2"),
            Wrong("versionExternalIdentifier", "860000000", "8.6e8", .integer, "the number 8.6e8"),
            Wrong("versionExternalIdentifier", "860000000", "null", .integer, "null"),
            Wrong(
                "receiptCreationDate", "1767225600123", "1767225600123.5", .milliseconds, "the number 1767225600123.5"),
            Wrong("receiptCreationDate", "1767225600123", #""2026-01-01""#, .milliseconds, #"the text "2026-01-01""#),
            Wrong("originalPurchaseDate", "1577836800000", "null", .milliseconds, "null"),
            Wrong("originalApplicationVersion", #""1.0""#, "1.0", .text, "the number 1.0"),
            Wrong("deviceVerification", #""AA==""#, #""AA""#, .base64, #"the text "AA""#),
            Wrong("deviceVerification", #""AA==""#, "0", .base64, "the number 0"),
            Wrong(
                "deviceVerificationNonce", #""5f2a9c1e-7b3d-4e8f-9a01-23456789abcd""#, #""5f2a9c1e""#, .uuid,
                #"the text "5f2a9c1e""#),
            Wrong("preorderDate", "1577750400000", "{}", .milliseconds, "an object"),
            Wrong("appTransactionId", #""704000000000000001""#, "true", .text, "true"),
            Wrong("originalPlatform", #""iOS""#, #"["iOS"]"#, .text, "an array"),
        ])
    func appTypes(wrong: Wrong) {
        let json = PayloadSamples.replacing(
            PayloadSamples.fullAppTransaction, wrong.member, wrong.value, with: wrong.other)
        #expect(json != PayloadSamples.fullAppTransaction)
        #expect(throws: wrong.error) { try PayloadSamples.appTransaction(json) }
    }

    @Test("what must be there is missed by its name, and nothing else is")
    func missing() throws {
        for (json, needed, read) in [
            (
                PayloadSamples.fullTransaction,
                [
                    "bundleId", "environment", "inAppOwnershipType", "originalPurchaseDate", "originalTransactionId",
                    "productId", "purchaseDate", "quantity", "signedDate", "storefront", "storefrontId",
                    "transactionId", "transactionReason", "type",
                ],
                { (json: String) throws(PayloadError) in _ = try PayloadSamples.transaction(json) }
            ),
            (
                PayloadSamples.fullRenewalInfo,
                [
                    "autoRenewProductId", "autoRenewStatus", "environment", "originalTransactionId", "productId",
                    "recentSubscriptionStartDate", "renewalDate", "signedDate",
                ],
                { (json: String) throws(PayloadError) in _ = try PayloadSamples.renewalInfo(json) }
            ),
            (
                PayloadSamples.fullAppTransaction,
                [
                    "applicationVersion", "bundleId", "originalApplicationVersion", "originalPurchaseDate",
                    "receiptCreationDate", "receiptType",
                ],
                { (json: String) throws(PayloadError) in _ = try PayloadSamples.appTransaction(json) }
            ),
        ] as [(String, [String], (String) throws(PayloadError) -> Void)] {
            var missed: [String] = []
            for name in json.matches(of: /"(\w+)":/).map({ String($0.1) }) {
                do throws(PayloadError) {
                    // A member with another name is absent under its own.
                    try read(json.replacing("\"\(name)\":", with: "\"\(name)X\":"))
                } catch {
                    expectEqual(error, .missing(member: name))
                    missed.append(name)
                }
            }
            expectEqual(missed.sorted(), needed)
        }
    }

    @Test("what is no JSON object, has a name twice, or is too long is refused as that")
    func wholes() {
        func error(_ json: String) -> PayloadError? {
            do throws(PayloadError) {
                _ = try PayloadSamples.transaction(json)
                return nil
            } catch {
                return error
            }
        }
        expectEqual(error(""), .notJSON(reason: "it is empty"))
        expectEqual(error("[]"), .noObject(found: "an array"))
        expectEqual(error("\"x\""), .noObject(found: #"the text "x""#))
        expectEqual(error("{\"a\":1}x"), .notJSON(reason: "there is an unexpected character at offset 7"))
        expectEqual(error(#"{"a":1,"\u0061":1}"#), .repeatedName("a"))
        expectEqual(error(#"{"a":{"b":1,"b":2}}"#), .repeatedName("b"))
        expectEqual(error(String(repeating: "[", count: 65)), .notJSON(reason: "it is nested deeper than 64 levels"))
        let long = #"{"a":""# + String(repeating: "x", count: 65_529) + #""}"#
        expectEqual(long.utf8.count, 65_537)
        expectEqual(error(long), .tooLong(byteCount: 65_537, limit: 65_536))
        expectEqual(error(long.replacing("xx\"", with: "x\"")), .missing(member: "transactionId"))
        let zeros = [UInt8](repeating: 0, count: 1_000)
        #expect(throws: PayloadError.notJSON(reason: "there is an unexpected character at offset 0")) {
            try TransactionPayload(json: zeros)
        }
        #expect(throws: PayloadError.notJSON(reason: "there are bytes that are not UTF-8 at offset 6")) {
            try TransactionPayload(json: Array(#"{"a":""#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8))
        }
    }

    @Test("an error says which member it is about, what it should be, and what to do")
    func words() {
        let error = PayloadError.malformed(member: "price", expected: .milliunits, found: "the number 4.99")
        expectEqual(
            error.description,
            "The member \"price\" should be whole thousandths of the currency's unit, but it is the number 4.99. "
                + "Write a JSON number without quotation marks, fraction or exponent, or leave the member out.")
        expectEqual(
            PayloadError.missing(member: "bundleId").description,
            "The member \"bundleId\" is missing. Is it the payload of another kind of signed data?")
    }
}
