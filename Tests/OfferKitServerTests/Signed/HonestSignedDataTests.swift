import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Signed data is refused for what is wrong with it.
///
/// Signed data with random mistakes, read by verifiers that were told of revoked certificates or not.
struct HonestSignedDataTests {
    private static let seeds: [UInt64] = Effort.isFull ? [3, 14, 15, 92, 65, 35, 89, 79] : [3, 14]

    /// A text and who reads it; each mistake is there or not, whatever the others.
    private struct Situation {
        enum Mistake: CaseIterable {
            case surrounded, algorithm, certificateCount, derSignature, unmarkedLeaf, unmarkedIntermediate, revoked
            case otherKey, changedPayload, missingMember, malformedMember, otherBundle, otherEnvironment, otherDevice
        }

        var mistakes: Set<Mistake>
        /// Whether the reader has the list of revoked leaves, without which nobody can say so.
        let knowsRevocations: Bool

        private func has(_ mistake: Mistake) -> Bool { mistakes.contains(mistake) }

        /// The mistakes that this reader can know of.
        var visible: Set<Mistake> { knowsRevocations ? mistakes : mistakes.subtracting([.revoked]) }

        private var text: String {
            get throws {
                let good = try SignedForge.text { forge in
                    if has(.revoked) {
                        (forge.certificates[0], forge.key) = (TeamChain.otherLeaf, TeamChain.otherLeafKey)
                    }
                    if has(.otherKey) { forge.key = has(.revoked) ? TeamChain.leafKey : TeamChain.otherLeafKey }
                    if has(.unmarkedLeaf) { forge.certificates[0] = TeamChain.unmarkedLeaf }
                    if has(.unmarkedIntermediate) { forge.certificates[1] = TeamChain.unmarkedIntermediate }
                    if has(.certificateCount) { forge.certificates.removeLast() }
                    if has(.algorithm) { forge.header = #"{"alg":"RS256","x5c":\#(try forge.x5c)}"# }
                    if has(.missingMember) {
                        forge.payload = forge.payload.replacing(#""productId":"pro.monthly","#, with: "")
                    }
                    if has(.malformedMember) {
                        forge.payload = forge.payload.replacing(#""quantity":1"#, with: #""quantity":"1""#)
                    }
                    if has(.derSignature) { forge.sign = { $1.signature(for: $0).derRepresentation } }
                }
                var parts = good.split(separator: ".").map(String.init)
                if has(.changedPayload) {
                    let signed = String(decoding: try Base64.url.decode(parts[1]), as: UTF8.self)
                    parts[1] = Base64.url.encode(Array(signed.replacing("4990", with: "4991").utf8))
                }
                return (has(.surrounded) ? "Bearer " : "") + parts.joined(separator: ".")
            }
        }

        private var verifier: SignedDataVerifier {
            get throws {
                SignedDataVerifier(
                    root: try SigningCertificate(pem: TeamChain.root),
                    bundleID: has(.otherBundle) ? "com.example.other" : "com.example.app",
                    environment: has(.otherEnvironment) ? .production : .sandbox,
                    revocationList: knowsRevocations ? try SigningRevocationList(pem: TeamChain.revocations) : nil,
                    deviceVerificationID: has(.otherDevice) ? SignedDataVerifierTests.otherDevice : nil)
            }
        }

        var refusal: SignedDataRefusal? {
            get throws {
                let (verifier, text) = (try verifier, try text)
                do throws(SignedDataRefusal) {
                    _ = try verifier.transaction(text)
                    return nil
                } catch {
                    return error
                }
            }
        }

        /// The mistakes that a refusal stands for, of which at least one must have been made; none for what never was.
        static func named(by refusal: SignedDataRefusal) -> Set<Mistake> {
            switch refusal {
            case .format(.surrounded(.bearer)): [.surrounded]
            case .format(.otherAlgorithm("RS256")): [.algorithm]
            case .format(.certificateCount(2)): [.certificateCount]
            case .format(.derSignature): [.derSignature]
            case .chain(.missingMarker(.leaf, _)): [.unmarkedLeaf]
            case .chain(.missingMarker(.intermediate, _)): [.unmarkedIntermediate]
            case .chain(.revoked(serialNumber: "04", _)): [.revoked]
            case .signature: [.otherKey, .changedPayload]
            case .payload(.missing(member: "productId")): [.missingMember]
            case .payload(.malformed(member: "quantity", _, _)): [.malformedMember]
            case .otherBundle(expected: "com.example.other", found: "com.example.app"): [.otherBundle]
            case .otherEnvironment(expected: .production, found: .sandbox): [.otherEnvironment]
            case .otherDevice: [.otherDevice]
            default: []
            }
        }
    }

    @Test("B14: what is named was done, and once all that is named is mended the data is believed", arguments: seeds)
    func mended(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<25 {
            let count = Int.random(in: 0...4, using: &random)
            var situation = Situation(
                mistakes: Set(Situation.Mistake.allCases.shuffled(using: &random).prefix(count)),
                knowsRevocations: Bool.random(using: &random))
            let (all, visible) = (situation.mistakes, situation.visible)
            var named: Set<Situation.Mistake> = []
            while let refusal = try situation.refusal {
                let place: Comment = "seed \(seed), round \(round): truly \(all), named \(named), now \(refusal)"
                let mended = Situation.named(by: refusal).intersection(situation.visible)
                try #require(!mended.isEmpty, place)
                situation.mistakes.subtract(mended)
                named.formUnion(mended)
            }
            expectEqual(named, visible, "seed \(seed), round \(round)")
        }
    }
}
