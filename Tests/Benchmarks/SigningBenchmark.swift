import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// Times signing in the store and verification, with Apple's library for Python beside them where there is one.
///
/// The environment variable `OFFERKIT_PYTHON` names a Python in which `app-store-server-library` is installed.
enum SigningBenchmark {
    static let bundleID = "com.example.app"

    /// Prints the tables: the time of one operation, the number in a second, and the number required.
    ///
    /// - Throws: ``PythonProgram/Failure`` where there is a Python, and it fails.
    static func run() throws {
        let chain = SigningChain(seed: 1)
        let payload = try TransactionPayload(json: Array(transaction.utf8))
        let json = payload.json
        let text = chain.jws(of: json)
        let plain = SignedDataVerifier(root: chain.root, bundleID: bundleID, environment: .sandbox)
        let verifier = try plain.expectingMore(like: text)
        let key = try P256PrivateKey(rawRepresentation: SHA256.hash(json))
        let device = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
        let lines: [(candidate: Candidate, bar: Double?)] = [
            (Candidate(name: "write a transaction") { payload.json.count }, 1e9 / 1_500),
            (
                Candidate(name: "tie it to a device") {
                    Int(DeviceVerification.hash(nonce: device, deviceID: device)[0])
                }, nil
            ),
            (Candidate(name: "read a transaction") { (try? TransactionPayload(json: json)) == nil ? 0 : 1 }, nil),
            // A signature is the machine's limit; the rest of signing is ours to keep small.
            (Candidate(name: "one signature") { Int(key.signature(for: []).rawRepresentation[0]) }, nil),
            (Candidate(name: "write and sign a transaction") { chain.jws(of: payload.json).utf8.count }, 42_000),
            (Candidate(name: verification) { (try? verifier.transaction(text)) == nil ? 0 : 1 }, nil),
            (
                Candidate(name: verificationOfAnyChain) {
                    (try? plain.transaction(text)) == nil ? 0 : 1
                }, nil
            ),
            (Candidate(name: "make a chain") { SigningChain(seed: 2).leaf.der.count }, nil),
        ]
        let timings = Measure.interleaved(lines.map(\.candidate))
        var table = Table(rows: [
            ["\(json.count) bytes of payload", "time", "fastest", "per second", "of fastest", "at least"]
        ])
        for (line, timing) in zip(lines, timings) {
            table.rows.append([
                line.candidate.name, Table.time(timing.median), Table.time(timing.fastest),
                String(Int(1e9 / timing.median)), String(Int(1e9 / timing.fastest)),
                line.bar.map { String(Int($0)) } ?? "",
            ])
        }
        table.printAligned()
        print()
        try comparePurchases()
        let verifications = [(verification, 10.0), (verificationOfAnyChain, 8.0)].compactMap { name, bar in
            zip(lines, timings).first { $0.0.candidate.name == name }.map { (name: name, timing: $0.1, bar: bar) }
        }
        try compareWithApple(verifications, chain, payload)
    }

    /// Returns the verification of a transaction by a verifier that knows the root alone; a unit is one transaction.
    static func fixedVerification() throws -> () throws -> Int {
        let chain = SigningChain(seed: 1)
        let text = chain.jws(of: try TransactionPayload(json: Array(transaction.utf8)).json)
        let verifier = SignedDataVerifier(root: chain.root, bundleID: bundleID, environment: .sandbox)
        return {
            _ = try verifier.transaction(text)
            return 1
        }
    }

    /// The operation that Apple's library is compared with.
    private static let verification = "verify a transaction, chain expected"
    /// The same by a verifier that has never seen the chain.
    private static let verificationOfAnyChain = "verify a transaction, any chain"

    /// A transaction with thirty members.
    private static let transaction = """
        {"transactionId":"2000000000000042","originalTransactionId":"2000000000000007",\
        "webOrderLineItemId":"2000000000000042","bundleId":"com.example.app","productId":"com.example.pro.monthly",\
        "subscriptionGroupIdentifier":"21000001","purchaseDate":1767225600000,"originalPurchaseDate":1764547200000,\
        "expiresDate":1769904000000,"quantity":1,"type":"Auto-Renewable Subscription",\
        "appAccountToken":"a81bc81b-dead-4e5d-abff-90865d1e13b1","inAppOwnershipType":"PURCHASED",\
        "signedDate":1767225600123,"revocationReason":1,"revocationDate":1767312000000,\
        "offerType":2,"offerIdentifier":"half3","environment":"Sandbox","storefront":"USA","storefrontId":"143441",\
        "transactionReason":"PURCHASE","currency":"USD","price":4990,"offerDiscountType":"PAY_AS_YOU_GO",\
        "appTransactionId":"704000000000000001","offerPeriod":"P3M","revocationType":"REFUND_PRORATED",\
        "revocationPercentage":50000,"deviceVerification":\
        "R05DmKNuJPhN7DBcAQ2r5oF6V4wPIEj0xHKiOXzoMHyzmlN4cfO1W7sn+7aMv7Tm",\
        "deviceVerificationNonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"}
        """
}
