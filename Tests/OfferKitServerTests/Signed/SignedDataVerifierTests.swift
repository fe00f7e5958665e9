import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Verifying signed data.
///
/// What a developer's server believes.
struct SignedDataVerifierTests {
    static let device = SampleShop.uuid("a81bc81b-dead-4e5d-abff-90865d1e13b1")
    static let otherDevice = SampleShop.uuid("a81bc81b-dead-4e5d-abff-90865d1e13b2")

    /// A verifier that trusts the team's root.
    static func team(_ change: (SignedDataVerifier) throws -> SignedDataVerifier = { $0 }) throws -> SignedDataVerifier
    {
        try change(
            SignedDataVerifier(
                root: SigningCertificate(pem: TeamChain.root), bundleID: "com.example.app", environment: .sandbox))
    }

    @Test("B14: a transaction that PyJWT signed under a chain that OpenSSL made is believed")
    func vector() throws {
        let expected = try PayloadSamples.transaction()
        try expectEqual(SignedDataVerifierTests.team().transaction(TeamChain.tokenOfPyJWT), expected)
        let expecting = try SignedDataVerifierTests.team { try $0.expectingMore(like: TeamChain.tokenOfPyJWT) }
        try expectEqual(expecting.transaction(TeamChain.tokenOfPyJWT), expected)
    }

    @Test("B14: what a chain signs is believed by who trusts its root, and by nobody else")
    func roundTrips() throws {
        let chain = SigningChain(seed: 1)
        let transaction = try PayloadSamples.transaction()
        let renewalInfo = try PayloadSamples.renewalInfo()
        let appTransaction = try PayloadSamples.appTransaction()
        let quick = SignedDataVerifier(
            chain: chain, bundleID: "com.example.app", environment: .production, appAppleID: 6_450_000_000)
        let plain = SignedDataVerifier(
            root: chain.root, bundleID: "com.example.app", environment: .production, appAppleID: 6_450_000_000,
            revocationList: chain.revocationList)
        for verifier in [quick, plain] {
            try expectEqual(verifier.renewalInfo(chain.jws(of: renewalInfo.json)), renewalInfo)
            try expectEqual(verifier.appTransaction(chain.jws(of: appTransaction.json)), appTransaction)
            #expect(throws: SignedDataRefusal.otherEnvironment(expected: .production, found: .sandbox)) {
                try verifier.transaction(chain.jws(of: transaction.json))
            }
            #expect(throws: SignedDataRefusal.chain(.foreignRoot(found: rootName, trusted: rootName))) {
                try verifier.renewalInfo(SigningChain(seed: 2).jws(of: renewalInfo.json))
            }
        }
    }

    private let rootName = "\"OfferKit Simulated Root CA\""

    @Test("B14: data for another app, environment or app number is refused with both")
    func fields() throws {
        let chain = SigningChain(seed: 1)
        let transaction = chain.jws(of: try PayloadSamples.transaction().json)
        let appTransaction = chain.jws(of: try PayloadSamples.appTransaction().json)
        #expect(throws: SignedDataRefusal.otherBundle(expected: "com.example.b", found: "com.example.app")) {
            // The bundle comes before the environment, as in Apple's libraries.
            try SignedDataVerifier(chain: chain, bundleID: "com.example.b", environment: .xcode)
                .transaction(transaction)
        }
        #expect(throws: SignedDataRefusal.otherApp(expected: 1, found: 6_450_000_000)) {
            try SignedDataVerifier(
                chain: chain, bundleID: "com.example.app", environment: .production, appAppleID: 1
            ).appTransaction(appTransaction)
        }
        #expect(throws: SignedDataRefusal.otherEnvironment(expected: .sandbox, found: .production)) {
            try SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox, appAppleID: 1)
                .appTransaction(appTransaction)
        }
        // Outside production an app has no number.
        var inSandbox = try PayloadSamples.appTransaction()
        inSandbox.environment = .sandbox
        inSandbox.appAppleID = nil
        let verifier = SignedDataVerifier(
            chain: chain, bundleID: "com.example.app", environment: .sandbox, appAppleID: 1)
        try expectEqual(verifier.appTransaction(chain.jws(of: inSandbox.json)), inSandbox)
    }

    @Test("data is for the device that it was handed to")
    func devices() throws {
        let chain = SigningChain(seed: 1)
        var payload = try PayloadSamples.transaction()
        payload.bind(to: SignedDataVerifierTests.device, nonce: SampleShop.uuid(SampleShop.nonce))
        let text = chain.jws(of: payload.json)
        func verifier(_ device: String) -> SignedDataVerifier {
            SignedDataVerifier(
                chain: chain, bundleID: "com.example.app", environment: .sandbox,
                deviceVerificationID: SampleShop.uuid(device))
        }
        try expectEqual(verifier("a81bc81b-dead-4e5d-abff-90865d1e13b1").transaction(text), payload)
        let hash = DeviceVerification.hash(
            nonce: SampleShop.uuid(SampleShop.nonce), deviceID: SignedDataVerifierTests.otherDevice)
        #expect(
            throws: SignedDataRefusal.otherDevice(expected: hash, found: try #require(payload.deviceVerification))
        ) {
            try verifier("a81bc81b-dead-4e5d-abff-90865d1e13b2").transaction(text)
        }
        payload.deviceVerificationNonce = nil
        #expect(throws: SignedDataRefusal.payload(.missing(member: "deviceVerificationNonce"))) {
            try verifier("a81bc81b-dead-4e5d-abff-90865d1e13b1").transaction(chain.jws(of: payload.json))
        }
        payload.deviceVerification = nil
        #expect(throws: SignedDataRefusal.payload(.missing(member: "deviceVerification"))) {
            try verifier("a81bc81b-dead-4e5d-abff-90865d1e13b1").transaction(chain.jws(of: payload.json))
        }
    }

    @Test("certificates are judged when the data says it was signed, to the end of their last second")
    func effectiveDate() throws {
        func text(_ milliseconds: Int64) throws -> String {
            try SignedForge.text {
                $0.certificates[0] = TeamChain.shortLeaf
                $0.payload = PayloadSamples.replacing(
                    $0.payload, "signedDate", "1767225600123", with: "\(milliseconds)")
            }
        }
        // The leaf is valid from 2020-01-01T00:00:00Z to 2020-12-31T23:59:59Z.
        let (start, end): (Int64, Int64) = (1_577_836_800_000, 1_609_459_199_000)
        let plain = try SignedDataVerifierTests.team()
        let expecting = try plain.expectingMore(like: text(0))
        for verifier in [plain, expecting] {
            for good in [start, end, end + 999] {
                let date = try verifier.transaction(text(good)).signedDate
                expectEqual(date, Date(millisecondsSince1970: good))
            }
            for late in [end + 1_000, 1_767_225_600_123] {
                let error = SignedDataRefusal.chain(.expired(.leaf, on: Date(millisecondsSince1970: end)))
                #expect(throws: error) { try verifier.transaction(text(late)) }
            }
            for early in [start - 1, 0, .min] {
                let error = SignedDataRefusal.chain(.notYetValid(.root, from: Date(millisecondsSince1970: start)))
                #expect(throws: error) { try verifier.transaction(text(early)) }
            }
            let error = SignedDataRefusal.chain(
                .expired(.root, on: Date(millisecondsSince1970: 2_208_988_799_000)))
            #expect(throws: error) { try verifier.transaction(text(.max)) }
        }
    }
}
