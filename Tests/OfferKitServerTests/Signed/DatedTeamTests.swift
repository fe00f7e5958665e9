import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// A team's chain with dates and keys of its own.
///
/// A team whose certificates begin and end at different times, and who has the intermediate's key.
struct DatedTeamTests {
    /// The payload, signed at an instant.
    static func payload(_ milliseconds: Int64) throws -> TransactionPayload {
        var payload = try PayloadSamples.transaction()
        payload.signedDate = Date(millisecondsSince1970: milliseconds)
        return payload
    }

    static func team(
        _ intermediate: String = DatedTeam.newIntermediate, leaf: String = DatedTeam.leaf,
        intermediateKey: String? = DatedTeam.intermediateKey
    ) throws(SigningChainError) -> SigningChain {
        try SigningChain(
            certificatesPEM: "\(leaf)\n\(intermediate)\n\(DatedTeam.root)", privateKeyPEM: DatedTeam.leafKey,
            intermediateKeyPEM: intermediateKey)
    }

    // The leaf is valid from 2024 to 2027, the intermediate from 2026-01-01T00:00:00Z (1767225600) to 2035: together
    // they are until 2027-12-31T23:59:59Z (1830297599).
    @Test("C-111: an intermediate newer than its leaf is taken, and signs and verifies where the three overlap")
    func newer() throws {
        let (start, end): (Int64, Int64) = (1_767_225_600_000, 1_830_297_599_999)
        let chain = try Self.team()
        #expect(!chain.covers(Instant(millisecondsSince1970: start - 1)))
        #expect(chain.covers(Instant(millisecondsSince1970: start)))
        #expect(chain.covers(Instant(millisecondsSince1970: end)))
        #expect(!chain.covers(Instant(millisecondsSince1970: end + 1)))
        let plain = SignedDataVerifier(root: chain.root, bundleID: "com.example.app", environment: .sandbox)
        let expecting = try plain.expectingMore(like: chain.jws(of: []))
        let own = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox)
        let early = SigningChainFault.notYetValid(.intermediate, from: Date(millisecondsSince1970: start))
        let late = SigningChainFault.expired(.leaf, on: Date(millisecondsSince1970: end - 999))
        for verifier in [plain, expecting, own] {
            for good in [start, end] {
                let payload = try Self.payload(good)
                try expectEqual(verifier.transaction(chain.jws(of: payload.json)), payload)
            }
            for (bad, fault) in [(start - 1, early), (end + 1, late)] {
                #expect(throws: SignedDataRefusal.chain(fault)) {
                    try verifier.transaction(chain.jws(of: Self.payload(bad).json))
                }
            }
        }
    }

    @Test("certificates of which one ended before another began are refused with both, by signers and verifiers")
    func never() throws {
        // 2025-12-31T23:59:59Z, and the second after it.
        let fault = SigningChainFault.neverValid(
            .leaf, until: Date(millisecondsSince1970: 1_767_225_599_000), .intermediate,
            from: Date(millisecondsSince1970: 1_767_225_600_000))
        #expect(throws: SigningChainError.chain(fault)) { try Self.team(leaf: DatedTeam.pastLeaf) }
        let text = try SignedForge.text {
            $0.certificates = [DatedTeam.pastLeaf, DatedTeam.newIntermediate, DatedTeam.root]
            $0.key = DatedTeam.leafKey
        }
        let verifier = SignedDataVerifier(
            root: try SigningCertificate(pem: DatedTeam.root), bundleID: "com.example.app", environment: .sandbox)
        #expect(throws: SignedDataRefusal.chain(fault)) { try verifier.expectingMore(like: text) }
        // The data itself has a date, by which it is judged.
        let expired = SigningChainFault.expired(.leaf, on: Date(millisecondsSince1970: 1_767_225_599_000))
        #expect(throws: SignedDataRefusal.chain(expired)) { try verifier.transaction(text) }
    }

    @Test("with the intermediate's key there are a revoked leaf and a list of its own; without it, neither")
    func revoked() throws {
        let chain = try Self.team()
        let payload = try Self.payload(1_767_225_600_000)
        let text = chain.jws(of: payload, failing: .revokedCertificate)
        let list = try #require(chain.revocationList)
        let number = try #require(list.list.revoked.first).serialNumber
        expectEqual(list.list.revoked.count, 1)
        // Worked out again with Python's hmac and hashlib from the intermediate's key and the leaf; with this list,
        // `openssl verify -crl_check` refuses the revoked leaf and takes the other.
        expectEqual(hexText(number), "61d083440638d91d3522166a0b5e44e8")
        let aware = SignedDataVerifier(chain: chain, bundleID: "com.example.app", environment: .sandbox)
        let start = Date(millisecondsSince1970: 1_767_225_600_000)
        #expect(throws: SignedDataRefusal.chain(.revoked(serialNumber: hexText(number), on: start))) {
            try aware.transaction(text)
        }
        try expectEqual(aware.transaction(chain.jws(of: payload.json)), payload)
        // Nothing else is wrong with it.
        let unaware = SignedDataVerifier(root: chain.root, bundleID: "com.example.app", environment: .sandbox)
        try expectEqual(unaware.transaction(text), payload)
        let keyless = try Self.team(intermediateKey: nil)
        expectNil(keyless.revocationList)
        #expect(keyless != chain)
        #expect(throws: SignedDataRefusal.chain(.foreignRoot(found: "\"Dated Root\"", trusted: "\"Dated Root\""))) {
            try unaware.transaction(keyless.jws(of: payload, failing: .revokedCertificate))
        }
    }

    @Test("the intermediate's key is refused where it is another one's, unreadable, or may sign no list")
    func refusals() throws {
        #expect(throws: SigningChainError.intermediateKeyMismatch) {
            try Self.team(intermediateKey: DatedTeam.leafKey)
        }
        let noKey = "the text cannot be read as PEM: no line such as -----BEGIN CERTIFICATE----- begins a document"
        #expect(throws: SigningChainError.malformedIntermediateKey(reason: noKey)) {
            try Self.team(intermediateKey: "")
        }
        #expect(throws: SigningChainError.chain(.misfit(.intermediate, .missingKeyUsage("cRLSign")))) {
            try Self.team(DatedTeam.listlessIntermediate)
        }
        expectNil(try Self.team(DatedTeam.listlessIntermediate, intermediateKey: nil).revocationList)
    }

    @Test("a chain made anew from its certificates and keys signs all the same bytes, made from a seed or a team's own")
    func saved() throws {
        let payload = try Self.payload(1_767_225_600_000)
        for chain in [try Self.team(), try Self.team(intermediateKey: nil), SigningChain(seed: 7)] {
            let again = try SigningChain(
                certificates: chain.certificates, privateKeyPEM: chain.privateKeyPEM,
                intermediateKeyPEM: chain.intermediateKeyPEM)
            expectEqual(again, chain)
            expectEqual(again.revocationList, chain.revocationList)
            expectEqual(chain.canRevoke, chain.revocationList != nil)
            expectEqual(again.jws(of: payload.json), chain.jws(of: payload.json))
            for flaw in SignedDataFlaw.allCases {
                expectEqual(again.jws(of: payload, failing: flaw), chain.jws(of: payload, failing: flaw), "\(flaw)")
            }
        }
    }
}
