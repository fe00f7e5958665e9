import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// Returns the lines of an input, or the first of them.
    ///
    /// Each is sent and answered by itself, and a megabyte may consist of line breaks.
    private static func askedLines(of input: [UInt8]) -> [ArraySlice<UInt8>] {
        Array(input.split(separator: UInt8(ascii: "\n"), maxSplits: 40, omittingEmptySubsequences: false).prefix(40))
    }

    /// Lines for the program `interop`, after a few that make a store.
    static let interop = Reader(name: "interop", weight: 6, form: .lines, isElsewhere: true) {
        let program = try LineProgram("interop")
        // There are no renewals, so that no move of the clock takes long.
        let beginning = [
            #"{"command":"makeStore","seed":7,"start":"2026-01-31T09:00:00Z"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly"}"#,
            #"{"command":"setAutoRenew","customer":0,"group":"21000001","isOn":false}"#,
        ]
        var isChanged = true
        return Subject(seeds: InteropLines.all.map { Array($0.utf8) }, dictionary: InteropLines.words) { input in
            for line in askedLines(of: input) {
                if isChanged || program.isFresh {
                    for line in beginning { _ = try program.answer(to: Array(line.utf8)) }
                }
                isChanged = true
                let answer = try program.answer(to: Array(line))
                try expect(answer != "{\"error\":{}}\n", "interop cannot write its answer")
                isChanged = !answer.hasPrefix("{\"error\":")
            }
        }
    }

    /// Lines for the program `check-offers`.
    static let checkOffers = Reader(name: "check-offers", weight: 4, form: .lines, isElsewhere: true) {
        let program = try LineProgram("check-offers")
        let key = try Keys.privateKey
        let pem = key.pemRepresentation(.pkcs8)
        let signer = try OfferSigner(keyIdentifier: "ABC1234567", pem: pem)
        let milliseconds: Int64 = 1_772_366_400_000
        let request = OfferSignatureRequest(
            bundleID: "com.example.app", productID: "monthly", offerID: "half3", account: .userName("4711"))
        let answer = try signer.sign(request, nonce: World.nonce, timestamp: milliseconds)
        let jws = try signer.compactJWS(
            .promotionalOffer("half3", of: "monthly", bundleID: "com.example.app"), nonce: World.nonce,
            issuedAt: Date(timeIntervalSince1970: Double(milliseconds / 1_000)))
        let (nonce, published) = (OfferPayload.text(World.nonce), JSONWriter.quoted(key.publicKey.pemRepresentation))
        let common = #""bundleID":"com.example.app","product":"monthly","offer":"half3","publicKeyPEM":\#(published)"#
        let now = #""keyID":"ABC1234567","now":\#(milliseconds)"#
        let known = #""known":{"products":{"yearly":["half3"]},"bundleIDs":["com.example.beta"],"userNames":["4712"]}"#
        let order = #""privateKeyPEM":\#(JSONWriter.quoted(pem)),"keyID":"K","issuerID":"I","bundleID":"b""#
        let questions = [
            #"{\#(common),\#(now),"userName":"4711","nonce":"\#(nonce)","signature":"\#(answer.signature)","timestamp":\#(milliseconds)}"#,
            #"{\#(common),\#(now),"userName":"4712","nonce":"\#(nonce)","signature":"\#(answer.signature)","timestamp":"\#(milliseconds)",\#(known)}"#,
            #"{\#(common),\#(now),"compactJWS":"\#(jws)","id":7}"#,
            #"{"sign":{\#(order),"product":"p","offer":"o","nonce":"\#(nonce)","issuedAt":1772366400},"id":"x"}"#,
        ]
        let words = ["token", "eligibilityJWS", "revoked", "keys"]
        return Subject(seeds: questions.map { Array($0.utf8) }, dictionary: words) { input in
            for line in askedLines(of: input) {
                let answer = try program.answer(to: Array(line))
                try expect(!answer.contains("\"error\":\"unwritable\""), "check-offers cannot write its answer")
            }
        }
    }
}

/// Lines of every command, which a store can carry out at once.
private enum InteropLines {
    static let all = [
        #"{"command":"products","id":1}"#, #"{"command":"addCustomer","storefront":"DEU","appVersion":"2.0"}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.coins.100","quantity":2,"userName":"u"}"#,
        #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly","offer":{"kind":"winBack","id":"comeback"}}"#,
        #"{"command":"advance","days":3,"hours":2}"#, #"{"command":"advance","to":"2026-03-01T00:00:00+01:00"}"#,
        #"{"command":"transactions","customer":0,"list":"all"}"#, #"{"command":"renewalInfos","customer":0}"#,
        #"{"command":"appTransaction","customer":0,"failing":"invalidSignature"}"#,
        #"{"command":"log","from":0,"count":9}"#,
        #"{"command":"makeKey","name":"a"}"#,
        #"{"command":"eligibility","customer":0,"product":"com.example.pro.monthly"}"#,
        #"{"command":"createCodes","product":"com.example.pro.monthly","offer":"Spring campaign","custom":"HELLO","limit":5}"#,
        #"{"command":"redeemCode","customer":0,"code":"Springcampaign"}"#, #"{"command":"refund","transaction":1}"#,
        #"{"command":"extendRenewal","customer":0,"group":"21000001","days":30}"#,
        #"{"command":"statuses","customer":0,"status":[1,2]}"#,
        #"{"command":"setPrice","product":"com.example.pro.monthly","price":"12.99","territory":"USA","subscribers":"automatic"}"#,
        #"{"command":"setSale","product":"com.example.coins.100","isForSale":false}"#,
        #"{"command":"history","customer":0}"#,
        #"{"command":"serverRequest","path":"/inApps/v1/subscriptions/1","query":"status=1","headers":{"a":"b"}}"#,
        #"{"command":"verifyReceipt","body":{"receipt-data":"AAAA","password":"x"},"endpoint":"sandbox"}"#,
        #"{"command":"receipt","customer":0}"#, #"{"command":"signIn","customer":0,"account":0}"#,
        #"{"command":"verify","kind":"transaction","jws":"a.b.c","customer":0}"#,
        #"{"command":"snapshot","path":"saved"}"#,
        #"{"command":"makeStore","storekit":{"version":{"major":4,"minor":0},"products":[]},"pace":"monthlyRenewalEveryHour"}"#,
        #"{"command":"keepNotifications","isOn":true}"#, #"{"command":"triggerNotification","type":"TEST"}"#,
        #"{"command":"registerKey","keyID":"K","pem":"-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n"}"#,
        #"{"command":"signOffer","product":"com.example.pro.monthly","offer":"half3","userName":"4711"}"#,
    ]

    static let words = [
        "command", "customer", "product", "offer", "kind", "promotional", "promotionalJWS", "id", "nonce", "timestamp",
        "weeks",
        "rules", "help", "schema", "failNextCharges", "setPaymentMethod", "joinFamily", "leaveFamily", "setInstalled",
        "setStorefront", "refreshReceipt", "rootCertificate", "reverseRefund", "revokeKey", "deliverNotifications",
    ]
}
