import Foundation
import OfferKitTestHarness
import Testing
import interop

/// The example of a store behind standard input.
///
/// Lines and the lines that answer them, written by hand.
struct InteropTests {
    /// The answers to lines, in one session.
    private static func answers(_ lines: String...) async -> [String] {
        var session = Session()
        return await answers(in: &session, lines)
    }

    private static func answers(in session: inout Session, _ lines: [String]) async -> [String] {
        var answers: [String] = []
        for line in lines { answers.append(await session.answer(to: line)) }
        return answers
    }

    /// The members of an answer, without what only the store can know: signatures, and what follows from the seed.
    private static func members(_ answer: String, _ path: String...) throws -> NSDictionary {
        var object = try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
        for name in path {
            let inner = object[name]
            object = try #require((inner as? [[String: Any]])?.last ?? inner as? [String: Any])
        }
        for name in ["jws", "deviceVerification", "deviceVerificationNonce"] { object[name] = nil }
        return object as NSDictionary
    }

    private static func object(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }

    @Test("a store is made from what the line says, and its clock stands where it should")
    func store() async throws {
        let answers = await Self.answers(
            #"{"command":"makeStore","seed":7,"start":"2026-01-31T09:00:00.250Z","bundleID":"a.b","appAppleID":42}"#,
            #"{"command":"advance","months":1}"#, #"{"command":"advance","to":"9999-12-31T23:59:59.999Z"}"#,
            #"{"command":"log","from":2}"#)
        let made = try Self.members(answers[0])
        expectEqual(made["appAppleID"] as? Int, 42)
        expectEqual(made["bundleID"] as? String, "a.b")
        expectEqual(made["environment"] as? String, "Sandbox")
        expectEqual(made["now"] as? String, "2026-01-31T09:00:00.250Z")
        expectEqual(made["warnings"] as? [String], [])
        let products = try #require(made["products"] as? [[String: Any]])
        let monthly = try #require(products.first)
        expectEqual(monthly["id"] as? String, "com.example.pro.monthly")
        expectEqual(monthly["group"] as? String, "21000001")
        expectEqual(monthly["price"] as? String, "9.99")
        expectEqual(monthly["period"] as? String, "P1M")
        expectEqual(
            (monthly["offers"] as? [[String: Any]])?.map { "\($0["kind"] ?? "") \($0["id"] ?? "")" },
            [
                "introductory ", "promotional half3", "promotional prepaid6", "promotional freemonth",
                "code Spring campaign", "winBack comeback",
            ])
        expectEqual(
            products.map { $0["type"] as? String },
            [
                "Auto-Renewable Subscription", "Auto-Renewable Subscription", "Auto-Renewable Subscription",
                "Consumable", "Non-Consumable", "Non-Renewing Subscription",
            ])
        #expect(
            answers.dropFirst() == [
                #"{"entries":1,"failed":0,"lapsed":0,"now":"2026-02-28T09:00:00.250Z","recovered":0,"renewed":0}"#,
                #"{"entries":1,"failed":0,"lapsed":0,"now":"9999-12-31T23:59:59.999Z","recovered":0,"renewed":0}"#,
                """
                {"entries":[{"date":"2026-02-28T09:00:00.250Z","event":"clockMoved","number":2,"text":"clock moved"},\
                {"date":"9999-12-31T23:59:59.999Z","event":"clockMoved","number":3,"text":"clock moved"}],"total":4}
                """,
            ])
    }

    @Test("a purchase answers with the transaction as the app sees it")
    func purchase() async throws {
        let answers = await Self.answers(
            #"{"command":"makeStore","start":"2026-01-31T09:00:00Z"}"#,
            #"{"command":"addCustomer","storefront":"DEU"}"#,
            """
            {"command":"purchase","customer":0,"product":"com.example.pro.monthly",\
            "token":"5D1F3A7E-0C42-4B8E-9F6A-2B7C8D9E0F11"}
            """, #"{"command":"advance","weeks":1}"#, #"{"command":"transactions","customer":0}"#,
            #"{"command":"renewalInfos","customer":0}"#, #"{"command":"appTransaction","customer":0}"#)
        #expect(
            try Self.members(answers[2], "transaction", "model")
                == Self.object(
                    """
                    {"id":"1","originalID":"1","webOrderLineItemID":"1","productID":"com.example.pro.monthly",
                    "subscriptionGroupID":"21000001","appBundleID":"com.example.app","purchaseDate":"2026-01-31T09:00:00Z",
                    "originalPurchaseDate":"2026-01-31T09:00:00Z","expirationDate":"2026-02-07T09:00:00Z",
                    "purchasedQuantity":1,"isUpgraded":false,"productType":"Auto-Renewable Subscription",
                    "offer":{"type":"introductory","paymentMode":"FREE_TRIAL","period":"P1W"},
                    "appAccountToken":"5d1f3a7e-0c42-4b8e-9f6a-2b7c8d9e0f11","ownershipType":"PURCHASED",
                    "environment":"Sandbox","reason":"PURCHASE","price":"0","currency":"EUR","storefrontCountryCode":"DEU",
                    "storefrontID":"143443","appTransactionID":"700000000000000001","signedDate":"2026-01-31T09:00:00Z"}
                    """))
        expectEqual(
            answers[3], #"{"entries":1,"failed":0,"lapsed":0,"now":"2026-02-07T09:00:00Z","recovered":0,"renewed":1}"#)
        let renewed = try Self.members(answers[4], "transactions", "model")
        expectEqual(renewed["price"] as? String, "9.99")
        expectEqual(renewed["expirationDate"] as? String, "2026-03-07T09:00:00Z")
        #expect(
            try Self.members(answers[5], "renewalInfos", "model")
                == Self.object(
                    """
                    {"originalTransactionID":"1","currentProductID":"com.example.pro.monthly","willAutoRenew":true,
                    "autoRenewPreference":"com.example.pro.monthly","priceIncreaseStatus":"noIncreasePending",
                    "isInBillingRetry":false,"renewalPrice":"9.99","currency":"EUR","renewalDate":"2026-03-07T09:00:00Z",
                    "recentSubscriptionStartDate":"2026-01-31T09:00:00Z","eligibleWinBackOfferIDs":[],
                    "environment":"Sandbox","appAccountToken":"5d1f3a7e-0c42-4b8e-9f6a-2b7c8d9e0f11",
                    "appTransactionID":"700000000000000001","signedDate":"2026-02-07T09:00:00Z"}
                    """))
        let row = try Self.members(answers[5], "renewalInfos")
        expectEqual(row["group"] as? String, "21000001")
        expectEqual(row["status"] as? String, "subscribed")
        #expect(
            try Self.members(answers[6], "appTransaction", "model")
                == Self.object(
                    """
                    {"appTransactionID":"700000000000000001","appVersion":"1.0","bundleID":"com.example.app",
                    "environment":"Sandbox","originalAppVersion":"1.0","originalPlatform":"iOS",
                    "originalPurchaseDate":"2013-08-01T07:00:00Z","signedDate":"2026-02-07T09:00:00Z"}
                    """))
    }

    @Test("what the store signs it verifies, and says why it refuses what was changed")
    func verifying() async throws {
        var session = Session()
        for line in [
            #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.coins.100"}"#,
        ] { _ = await session.answer(to: line) }
        func jws(_ failing: String = "") async throws -> String {
            let answer = await session.answer(to: #"{"command":"transactions","customer":0\#(failing)}"#)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: [[String: Any]]])
            return try #require(object["transactions"]?.first?["jws"] as? String)
        }
        let good = try await jws()
        let revoked = try await jws(#","failing":"revokedCertificate""#)
        await expectEqual(
            session.answer(to: #"{"command":"verify","kind":"transaction","jws":"\#(good)","customer":0}"#),
            #"{"verdict":"verified"}"#)
        for (jws, customer, reason, storeKitReason) in [
            (good, 1, "otherDevice", "invalidDeviceVerification"), (revoked, 0, "revoked", "revokedCertificate"),
            ("a.b", 0, "partCount", "invalidEncoding"),
            (String(good.dropLast(2)), 0, "signatureLength", "invalidEncoding"),
        ] {
            let answer = await session.answer(
                to: #"{"command":"verify","kind":"transaction","jws":"\#(jws)","customer":\#(customer)}"#)
            try expectEqual(Self.members(answer)["verdict"] as? String, "refused")
            try expectEqual(Self.members(answer)["reason"] as? String, reason)
            try expectEqual(Self.members(answer)["storeKitReason"] as? String, storeKitReason)
        }
    }

    @Test(
        "a line that makes no sense is answered with what is wrong, and where",
        arguments: [
            ("", #"{"error":{"kind":"notJSON","line":3,"text":"The line is not one JSON object."}}"#),
            ("[]", #"{"error":{"kind":"notJSON","line":3,"text":"The line is not one JSON object."}}"#),
            (
                #"{"command":"help"} {}"#,
                #"{"error":{"kind":"notJSON","line":3,"text":"The line is not one JSON object."}}"#
            ),
            (
                "{}",
                #"{"error":{"at":"command","kind":"missingMember","line":3,"text":"The member \"command\" is missing."}}"#
            ),
            (
                #"{"command":5}"#,
                #"{"error":{"at":"command","kind":"wrongType","line":3,"text":"\"command\" must be text."}}"#
            ),
            (
                #"{"command":"leaveFamily","custmer":0}"#,
                """
                {"error":{"at":"custmer","didYouMean":"customer","kind":"unknownMember","known":["customer"],"line":3,\
                "text":"There is no member \\"custmer\\" here. Did you mean \\"customer\\"?"}}
                """
            ),
            (
                #"{"command":"leaveFamily","customer":1.5}"#,
                """
                {"error":{"at":"customer","kind":"wrongType","line":3,\
                "text":"\\"customer\\" must be a whole number within its range."}}
                """
            ),
            (
                #"{"command":"leaveFamily","customer":"0"}"#,
                #"{"error":{"at":"customer","kind":"wrongType","line":3,"text":"\"customer\" must be a whole number."}}"#
            ),
            (
                #"{"command":"leaveFamily","customer":7}"#,
                #"{"error":{"kind":"unknownCustomer","line":3,"text":"There is no customer 7 among 1."}}"#
            ),
            (
                #"{"command":"advance","to":"2026-02-31T00:00:00Z"}"#,
                """
                {"error":{"at":"to","kind":"wrongValue","line":3,\
                "text":"\\"to\\" must be a date such as 2026-01-31T09:00:00Z, or milliseconds since 1970, and not \\"2026-02-31T00:00:00Z\\"."}}
                """
            ),
            (
                #"{"command":"advance","days":-1}"#,
                """
                {"error":{"kind":"clockCannotGoBack","line":3,\
                "text":"the store's clock stands at 2026-01-01T00:00:00Z and cannot go back to 2025-12-31T00:00:00Z. \
                Take a later date, or a new store that starts earlier."}}
                """
            ),
            (
                #"{"command":"advance"}"#,
                """
                {"error":{"kind":"wrongValue",\
                "known":["to","years","months","weeks","days","hours","minutes","seconds","milliseconds"],"line":3,\
                "text":"One of to, years, months, weeks, days, hours, minutes, seconds, milliseconds must be there, and \
                none is."}}
                """
            ),
            (
                #"{"command":"verify","kind":"receipt","jws":""}"#,
                """
                {"error":{"at":"kind","kind":"wrongValue","known":["transaction","renewalInfo","appTransaction"],"line":3,\
                "text":"\\"kind\\" cannot be \\"receipt\\"."}}
                """
            ),
            (
                #"{"command":"purchase","customer":0,"product":"p","offer":{"kind":"winBack","id":"o","jws":"j"}}"#,
                """
                {"error":{"at":"offer.jws","kind":"unknownMember","known":["kind","id"],"line":3,\
                "text":"There is no member \\"offer.jws\\" here."}}
                """
            ),
            (
                #"{"command":"setSale","product":"p","isForSale":false}"#,
                """
                {"error":{"kind":"unknownProduct","known":["com.example.pro.monthly","com.example.pro.yearly",\
                "com.example.basic.weekly","com.example.coins.100","com.example.theme.night","com.example.pass.summer"],\
                "line":3,"text":"The store sells no product \\"p\\"."}}
                """
            ),
            (
                #"{"command":"createCodes","product":"com.example.pro.monthly","offer":"half3","count":1}"#,
                """
                {"error":{"kind":"unknownOffer","known":["Spring campaign"],"line":3,"text":"The product \
                \\"com.example.pro.monthly\\" has no offer-code offer with the reference name \\"half3\\"."}}
                """
            ),
            (
                #"{"command":"setAutoRenew","customer":0,"group":"Pro","isOn":false}"#,
                """
                {"error":{"kind":"unknownGroup","known":["21000001"],"line":3,\
                "text":"The store has no subscription group \\"Pro\\"."}}
                """
            ),
            (
                #"{"command":"refund","transaction":1}"#,
                """
                {"error":{"kind":"unknownTransaction","line":3,"text":"The store keeps no transaction 1. The command \
                transactions lists those of a customer."}}
                """
            ),
            (
                #"{"command":"finish","customer":0,"transaction":"1"}"#,
                #"{"error":{"kind":"unknownTransaction","line":3,"text":"Customer 0 has no transaction 1."}}"#
            ),
            (
                #"{"command":"makeStore","certificatesPEM":"","privateKeyPEM":""}"#,
                """
                {"error":{"at":"certificatesPEM","kind":"unreadable","line":3,\
                "text":"The certificate cannot be read: the text cannot be read as PEM: no line such as -----BEGIN CERTIFICATE----- begins a document."}}
                """
            ),
            (
                #"{"command":"makeStore","privateKeyPEM":""}"#,
                """
                {"error":{"at":"certificatesPEM","kind":"missingMember","line":3,\
                "text":"The member \\"certificatesPEM\\" is missing."}}
                """
            ),
            (
                #"{"command":"makeStore","snapshot":"s","seed":1}"#,
                """
                {"error":{"at":"seed","kind":"unknownMember","known":["snapshot"],"line":3,\
                "text":"There is no member \\"seed\\" here."}}
                """
            ),
            (
                #"{"command":"makeStore","snapshot":"/dev/null/nothing"}"#,
                """
                {"error":{"at":"snapshot","kind":"unreadable","line":3,\
                "text":"The file \\"/dev/null/nothing\\" cannot be read."}}
                """
            ),
            (
                #"{"command":"snapshot","path":"/dev/null/nothing"}"#,
                """
                {"error":{"at":"path","kind":"unwritable","line":3,\
                "text":"The file \\"/dev/null/nothing\\" cannot be written."}}
                """
            ),
            (
                #"{"command":"setPrice","product":"p","price":9.99}"#,
                #"{"error":{"at":"price","kind":"wrongType","line":3,"text":"\"price\" must be text."}}"#
            ),
        ])
    func errors(line: String, answer: String) async {
        let answers = await Self.answers(
            #"{"command":"makeStore","start":"2026-01-01T00:00:00Z"}"#, #"{"command":"addCustomer"}"#, line)
        expectEqual(answers[2], answer)
    }

    @Test("a refusal of the store comes with its name and its data")
    func refusals() async throws {
        let answers = await Self.answers(
            #"{"command":"addCustomer"}"#, #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"gold"}"#,
            """
            {"command":"purchase","customer":0,"product":"com.example.pro.monthly","userName":"u1",\
            "offer":{"kind":"promotional","id":"half3","keyID":"5A0F17AA01","timestamp":"1767225600000"}}
            """, #"{"command":"redeemCode","customer":0,"code":"NONE"}"#,
            #"{"command":"extendRenewal","customer":0,"group":"21000001","days":3}"#)
        expectEqual(
            answers[0], #"{"error":{"kind":"noStore","line":1,"text":"There is no store yet: begin with makeStore."}}"#)
        try expectEqual(Self.members(answers[3], "error")["kind"] as? String, "productUnavailable")
        try expectEqual(Self.members(answers[4], "error")["kind"] as? String, "missingOfferParams")
        try expectEqual(Self.members(answers[4], "error")["missing"] as? [String], ["nonce", "signature"])
        try expectEqual(Self.members(answers[5], "error")["kind"] as? String, "unknownCode")
        try expectEqual(Self.members(answers[6], "error")["kind"] as? String, "notSubscribed")
    }

    @Test("an offer that the program signed is redeemed once, and the second time the answer says why not")
    func signedOffer() async throws {
        var session = Session()
        for line in [
            #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.basic.weekly"}"#,
        ] { _ = await session.answer(to: line) }
        let signed = await session.answer(
            to: #"{"command":"signOffer","product":"com.example.pro.monthly","offer":"half3","userName":"u1"}"#)
        let purchase = """
            {"command":"purchase","customer":0,"product":"com.example.pro.monthly","userName":"u1",\
            "offer":{"kind":"promotional","id":"half3",\(signed.dropFirst())}
            """
        let bought = try Self.members(await session.answer(to: purchase), "transaction", "model")
        expectEqual(bought["price"] as? String, "4.99")
        expectEqual((bought["offer"] as? NSDictionary)?["id"] as? String, "half3")
        let again = try Self.members(await session.answer(to: purchase), "error")
        expectEqual(again["kind"] as? String, "invalidSignature")
        expectEqual(again["causes"] as? [String], ["nonceSpent"])
    }

    @Test("bytes that are no text, lines that are too long, and deep nesting are answered")
    func limits() async {
        var session = Session()
        await expectEqual(
            session.answer(to: [0x7B, 0xFF, 0x7D]),
            #"{"error":{"kind":"notUTF8","line":1,"text":"The line is not UTF-8."}}"#)
        let padding = String(repeating: " ", count: 1_048_576 - 18)
        await expectPrefix(session.answer(to: #"{"command":"help"}"# + padding), #"{"commands":{"addCustomer":"#)
        await expectEqual(
            session.answer(to: #"{"command":"help"} "# + padding),
            #"{"error":{"kind":"lineTooLong","line":3,"text":"The line is longer than 1048576 bytes."}}"#)
        await expectEqual(
            session.answer(to: String(repeating: "[", count: 100_000)),
            #"{"error":{"kind":"notJSON","line":4,"text":"The line is not one JSON object."}}"#)
    }

    // A week takes ten seconds, so 1,000 renewals take 10,000: 2 h, 46 min and 40 s.
    @Test("a line in answer to which too much would happen stops on the way, and the next goes on")
    func tooMuchDue() async {
        expectEqual(Session().mostEntries, 100_000)
        var session = Session(mostEntries: 1_000)
        let answers = await Self.answers(
            in: &session,
            [
                #"{"command":"makeStore","pace":"everyThirtySeconds"}"#, #"{"command":"addCustomer"}"#,
                #"{"command":"purchase","customer":0,"product":"com.example.basic.weekly"}"#,
                #"{"command":"advance","to":"2030-01-01T00:00:00Z"}"#, #"{"command":"advance","seconds":10}"#,
            ])
        #expect(
            answers[3] == """
                {"error":{"kind":"tooMuchDue","line":4,"text":"More than 1000 things happened on the way. The clock stands at \
                2026-01-01T02:46:40Z; ask again to go on."}}
                """)
        expectEqual(
            answers[4], #"{"entries":1,"failed":0,"lapsed":0,"now":"2026-01-01T02:46:50Z","recovered":0,"renewed":1}"#)
    }
}
