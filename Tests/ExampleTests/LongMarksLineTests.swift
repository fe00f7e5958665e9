import Foundation
import LineProtocol
import OfferKit
import Testing
import check_offers
import interop

/// Lines with long runs of combining marks.
///
/// Lines with long runs of combining marks, which take the square of their length to compare as Swift compares texts.
///
/// None of these asserts a time: they show that such texts are answered as others are. `Tests/Fuzz` has them among its seeds,
/// and fails on one that takes too long.
struct LongMarksLineTests {
    private static let text =
        "a" + String(repeating: "\u{301}", count: 10_000) + String(repeating: "\u{323}", count: 10_000)

    private static func line(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private static func isAnswer(_ answer: String) -> Bool {
        answer.utf8.first == UInt8(ascii: "{") && answer.utf8.last == UInt8(ascii: "}")
    }

    private static var question: [String: Any] {
        [
            "bundleID": "b", "product": "p", "offer": "o", "keyID": "K", "userName": "u",
            "nonce": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "signature": "AAAA", "timestamp": "1",
        ]
    }

    @Test(
        "are answered by check-offers, whatever member has them",
        arguments: [
            "bundleID", "product", "offer", "keyID", "userName", "nonce", "signature", "timestamp", "now",
            "publicKeyPEM", "token", "compactJWS", "eligibilityJWS", "allowedClockSkew", "id",
        ])
    func checkOffers(member: String) throws {
        var question = Self.question
        question[member] = Self.text
        if member.hasSuffix("JWS") { question["signature"] = nil }
        if member == "token" { question["userName"] = nil }
        var session = CheckSession()
        #expect(Self.isAnswer(session.answer(to: try Self.line(question))))
    }

    @Test("are answered by check-offers in what a store knows, and in an order to sign")
    func known() throws {
        let (one, other) = (Self.text, Self.text + "b")
        let known: [String: Any] = [
            "products": ["p": [one, other]], "bundleIDs": [one, other], "userNames": [one, other],
        ]
        var session = CheckSession()
        for (name, value) in known {
            var question = Self.question
            question["known"] = [name: value]
            #expect(Self.isAnswer(session.answer(to: try Self.line(question))))
        }
        for member in ["keyID", "issuerID", "bundleID", "product", "offer", "transactionID", "nonce", "privateKeyPEM"] {
            var order: [String: Any] = [
                "privateKeyPEM": SigningChain(seed: 1).privateKeyPEM, "keyID": "K", "issuerID": "i", "bundleID": "b",
                "product": "p", "offer": "o", "nonce": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "issuedAt": 1,
            ]
            order[member] = one
            #expect(Self.isAnswer(session.answer(to: try Self.line(["sign": order]))))
        }
    }

    @Test("are answered by interop, whatever member of a command has them")
    func interop() async throws {
        var session = Session()
        for line in [#"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#] {
            _ = await session.answer(to: line)
        }
        for line in Self.commands {
            let line = line.replacingOccurrences(of: "V", with: Self.text)
                .replacingOccurrences(of: "W", with: "b" + Self.text.dropFirst())
            #expect(Self.isAnswer(await session.answer(to: line)))
        }
    }

    /// `V` stands for a long text, `W` for another.
    private static let commands = [
        #"{"command":"V"}"#,
        #"{"command":"addCustomer","storefront":"V"}"#,
        #"{"command":"addCustomer","appVersion":"V"}"#,
        #"{"command":"addCustomer","firstDownload":{"platform":"V","version":"V"}}"#,
        #"{"command":"setStorefront","customer":0,"storefront":"V"}"#,
        #"{"command":"setAutoRenew","customer":0,"group":"V","isOn":true}"#,
        #"{"command":"purchase","customer":0,"product":"V"}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","userName":"V"}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","token":"V"}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","offer":{"kind":"V"}}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","userName":"V","offer":{"kind":"promotional","id":"V","keyID":"V","nonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","signature":"V","timestamp":1}}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","offer":{"kind":"winBack","id":"V"}}"#,
        #"{"command":"redeemCode","customer":0,"code":"V"}"#,
        #"{"command":"refund","transaction":1,"reason":"V"}"#,
        #"{"command":"extendRenewal","customer":0,"group":"V","days":1}"#,
        #"{"command":"eligibility","customer":0,"product":"V","offer":"V","kind":"V"}"#,
        #"{"command":"eligibility","customer":0,"product":"com.example.pro.monthly","offer":"V"}"#,
        #"{"command":"setPrice","product":"V","price":"1"}"#,
        #"{"command":"setPrice","product":"com.example.pro.monthly","price":"V"}"#,
        #"{"command":"setPrice","product":"com.example.pro.monthly","price":"1","territory":"V"}"#,
        #"{"command":"setSale","product":"V","isForSale":true}"#,
        #"{"command":"snapshot","path":"/nonexistent/V"}"#,
        #"{"command":"verify","kind":"V","jws":"V"}"#,
        #"{"command":"verify","kind":"transaction","jws":"V"}"#,
        #"{"command":"createCodes","product":"V","offer":"V","count":1}"#,
        #"{"command":"createCodes","product":"com.example.pro.monthly","offer":"V","count":1}"#,
        #"{"command":"createCodes","product":"com.example.pro.monthly","offer":"Spring campaign","custom":"V","limit":1}"#,
        #"{"command":"makeKey","name":"V"}"#,
        #"{"command":"registerKey","id":"V","pem":"V"}"#,
        #"{"command":"registerKey","keyID":"V","pem":"V"}"#,
        #"{"command":"revokeKey","keyID":"V"}"#,
        #"{"command":"signOffer","keyID":"V","product":"com.example.pro.monthly","offer":"half3"}"#,
        #"{"command":"signOffer","product":"V","offer":"V","userName":"V"}"#,
        #"{"command":"signOffer","product":"com.example.pro.monthly","offer":"half3","userName":"V"}"#,
        #"{"command":"transactions","customer":0,"list":"V"}"#,
        #"{"command":"renewalInfos","customer":0,"failing":"V"}"#,
        #"{"command":"refreshReceipt","customer":0,"properties":["V"]}"#,
        #"{"command":"verifyReceipt","body":"V"}"#,
        #"{"command":"verifyReceipt","body":"{}","endpoint":"V","method":"V","sharedSecret":"V"}"#,
        #"{"command":"verifyReceipt","body":"{}","method":"V"}"#,
        #"{"command":"verifyReceipt","body":"{\"receipt-data\":\"V\",\"password\":\"V\"}","sharedSecret":"W"}"#,
        #"{"command":"registerServerKey","keyID":"V","issuerID":"V","pem":"V"}"#,
        #"{"command":"serverRequest","method":"V","path":"V"}"#,
        #"{"command":"serverRequest","method":"GET","path":"/inApps/v1/history/V","query":"V=V"}"#,
        #"{"command":"serverRequest","method":"GET","path":"/inApps/v2/history/1","query":"sort=V&productId=V&productId=W","headers":{"V":"V"}}"#,
        #"{"command":"statuses","customer":0,"status":["V"]}"#,
        #"{"command":"history","customer":0,"revision":"V"}"#,
        #"{"command":"triggerNotification","type":"V","subtype":"V"}"#,
        #"{"command":"resendNotification","uuid":"V"}"#,
        #"{"command":"advance","to":"V"}"#,
        #"{"command":"deliverNotifications","status":"V"}"#,
        #"{"command":"makeStore","storekit":{"products":[{"type":"V","productID":"V"}]}}"#,
        #"{"command":"makeStore","bundleID":"V","environment":"sandbox"}"#,
        #"{"command":"makeStore","environment":"V"}"#,
        #"{"command":"makeStore","pace":"V"}"#,
        #"{"command":"makeStore","start":"V"}"#,
        #"{"command":"makeStore","snapshot":"V"}"#,
        #"{"command":"makeStore","storekitFile":"V"}"#,
        #"{"command":"makeStore","rules":{"V":"V"}}"#,
        #"{"command":"makeStore","certificatesPEM":"V","privateKeyPEM":"V"}"#,
    ]
}
