import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A chain that a team brings.
struct TeamChainTests {
    private static func store(at start: String) throws -> (store: Store, device: Device) {
        let chain = try SigningChain(certificatesPEM: TeamChain.certificates, privateKeyPEM: TeamChain.key)
        let store = Store(
            catalog: try Catalog(products: [.consumable("coins", price: 0.99)]), environment: .sandbox,
            startingAt: date(start),
            signingWith: chain)
        return (store, store.addCustomer().addDevice())
    }

    @Test("signs what the store hands out, and a verifier with its root accepts it")
    func signs() throws {
        let (store, device) = try Self.store(at: "2026-01-01T00:00:00Z")
        let coins = try device.purchase("coins")
        let root = try SigningCertificate(pem: store.signingChain.root.pem)
        let verifier = SignedDataVerifier(root: root, bundleID: store.bundleID, environment: .sandbox)
        try expectEqual(verifier.transaction(coins.jwsRepresentation(failing: nil)).transactionID, coins.id)
        expectEqual(store.signingChain.leaf.commonName, "Example Test Signing")
        expectNil(store.signingChain.revocationList)
    }

    @Test(
        "C-111: is good from its first second to the end of its last; outside, nothing is verified, and the JWS fails",
        arguments: [
            ("2025-12-31T23:59:59Z", false), ("2026-01-01T00:00:00Z", true), ("2035-12-31T23:59:59Z", true),
            ("2036-01-01T00:00:00Z", false),
        ])
    func dates(_ now: String, _ isGood: Bool) async throws {
        let (store, device) = try Self.store(at: now)
        try device.purchase("coins")
        let result = try #require(await device.app.latestTransaction(for: "coins"))
        if isGood {
            try expectEqual(store.verifier.transaction(result.jwsRepresentation).productID, "coins")
            #expect(throws: Never.self) { try result.payloadValue }
        } else {
            guard case .unverified(_, .invalidCertificateChain) = result else {
                Issue.record("\(result)")
                return
            }
            let refusal = #expect(throws: SignedDataRefusal.self) {
                try store.verifier.transaction(result.jwsRepresentation)
            }
            expectEqual(refusal?.reason, .invalidCertificateChain)
        }
    }

    @Test("C-111: what a simulation asks for gives way to what is so, and the JWS fails for what the app is told")
    func simulated() async throws {
        // Nothing can be revoked without the intermediate's key; outside the dates nothing holds but a broken encoding.
        let cases: [(String, VerificationResult<Any>.VerificationError, VerificationResult<Any>.VerificationError)] = [
            ("2027-01-01T00:00:00Z", .revokedCertificate, .invalidCertificateChain),
            ("2027-01-01T00:00:00Z", .invalidSignature, .invalidSignature),
            ("2040-01-01T00:00:00Z", .invalidSignature, .invalidCertificateChain),
            ("2040-01-01T00:00:00Z", .invalidDeviceVerification, .invalidCertificateChain),
            ("2040-01-01T00:00:00Z", .invalidEncoding, .invalidEncoding),
        ]
        for (now, asked, expected) in cases {
            let (store, device) = try Self.store(at: now)
            try device.purchase("coins")
            device.setSimulatedError(.verification(asked), forAPI: .verification)
            let result = try #require(await device.app.latestTransaction(for: "coins"))
            guard case .unverified(_, let error) = result else {
                Issue.record("\(now), \(asked): verified")
                continue
            }
            expectEqual("\(error)", "\(expected)")
            let refusal = #expect(throws: SignedDataRefusal.self) {
                try store.verifier.transaction(result.jwsRepresentation)
            }
            expectEqual(refusal?.reason, expected)
        }
    }

    @Test("is saved with the store, key and all")
    func saved() throws {
        let (store, device) = try Self.store(at: "2027-01-01T00:00:00Z")
        let coins = try device.purchase("coins")
        let restored = try Store(snapshot: store.snapshot())
        expectEqual(restored.signingChain, store.signingChain)
        let customer = try #require(restored.customers.first)
        let again = try #require(customer.addDevice().latest(for: "coins"))
        expectEqual(again.jwsRepresentation(failing: nil), coins.jwsRepresentation(failing: nil))
    }

    @Test("with another one's key is refused, and so are two certificates")
    func refused() throws {
        let store = Store(catalog: try Catalog(products: [.consumable("coins", price: 0.99)]))
        let other = try store.downloadKey(store.generateKey(named: "Another").id)
        let chain = try SigningChain(certificatesPEM: TeamChain.certificates, privateKeyPEM: TeamChain.key)
        #expect(throws: SigningChainError.chain(.wrongCount(2))) {
            try SigningChain(certificates: [chain.leaf.der, chain.root.der], privateKeyPEM: TeamChain.key)
        }
        #expect(throws: SigningChainError.keyMismatch) {
            try SigningChain(certificates: chain.certificates, privateKeyPEM: other)
        }
        #expect(throws: SigningChainError.self) {
            try SigningChain(certificates: chain.certificates, privateKeyPEM: "no key")
        }
    }
}
