import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Flaws made on purpose.
///
/// What is wrong on purpose is wrong in that way.
struct SignedDataFlawTests {
    @Test("every flaw is refused for its own reason, and nothing else is wrong", arguments: SignedDataFlaw.allCases)
    func refused(flaw: SignedDataFlaw) throws {
        let chain = SigningChain(seed: 5)
        let verifier = SignedDataVerifier(
            chain: chain, bundleID: "com.example.app", environment: .sandbox,
            deviceVerificationID: SignedDataVerifierTests.device)
        var payload = try PayloadSamples.transaction()
        let device =
            flaw == .invalidDeviceVerification
            ? SignedDataVerifierTests.otherDevice : SignedDataVerifierTests.device
        payload.bind(to: device, nonce: SampleShop.uuid(SampleShop.nonce))
        let text = chain.jws(of: payload, failing: flaw)
        do throws(SignedDataRefusal) {
            _ = try verifier.transaction(text)
            Issue.record("believed")
        } catch {
            switch (flaw, error) {
            case (.revokedCertificate, .chain(.revoked)), (.invalidCertificateChain, .chain(.foreignRoot)),
                (.invalidSignature, .signature), (.invalidEncoding, .payload(.notJSON)),
                (.missingRequiredProperties, .payload(.missing(member: "bundleId"))),
                (.invalidDeviceVerification, .otherDevice):
                break
            default: Issue.record("\(flaw): \(error)")
            }
        }
        expectEqual(chain.jws(of: payload, failing: flaw), text)
    }

    @Test("renewal info and app transactions lack what Apple's libraries look at")
    func missing() throws {
        let chain = SigningChain(seed: 5)
        let verifier = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .production)
        #expect(throws: SignedDataRefusal.payload(.missing(member: "environment"))) {
            try verifier.renewalInfo(
                chain.jws(of: PayloadSamples.renewalInfo(), failing: .missingRequiredProperties))
        }
        #expect(throws: SignedDataRefusal.payload(.missing(member: "bundleId"))) {
            try verifier.appTransaction(
                chain.jws(of: PayloadSamples.appTransaction(), failing: .missingRequiredProperties))
        }
    }

    @Test("the revoked leaf signs rightly but for the list, which is the intermediate's, in DER and PEM")
    func revocations() throws {
        let chain = SigningChain(seed: 5)
        let payload = try PayloadSamples.transaction()
        let text = chain.jws(of: payload, failing: .revokedCertificate)
        let unaware = SignedDataVerifier(root: chain.root, bundleID: "com.example.app", environment: .sandbox)
        try expectEqual(unaware.transaction(text), payload)
        let list = try #require(chain.revocationList)
        try expectEqual(SigningRevocationList(der: list.der), list)
        try expectEqual(SigningRevocationList(pem: list.pem), list)
        let foreign = SignedDataVerifier(
            root: chain.root, bundleID: "com.example.app", environment: .sandbox,
            revocationList: SigningChain(seed: 6).revocationList)
        // The other store's intermediate has the same name and another key.
        do throws(SignedDataRefusal) {
            _ = try foreign.transaction(text)
            Issue.record("believed")
        } catch {
            if case .chain(.unusableRevocationList) = error { return }
            Issue.record("\(error)")
        }
    }

    @Test("what a team's own chain cannot fail for is refused for its root")
    func team() throws {
        let chain = try SigningChainTests.team()
        let verifier = try SignedDataVerifierTests.team()
        let payload = try PayloadSamples.transaction()
        for flaw in [SignedDataFlaw.revokedCertificate, .invalidCertificateChain] {
            #expect(throws: SignedDataRefusal.chain(.foreignRoot(found: "\"Team Root\"", trusted: "\"Team Root\""))) {
                try verifier.transaction(chain.jws(of: payload, failing: flaw))
            }
        }
        #expect(throws: SignedDataRefusal.signature) {
            try verifier.transaction(chain.jws(of: payload, failing: .invalidSignature))
        }
        try expectEqual(verifier.transaction(chain.jws(of: payload.json)), payload)
    }
}
