import OfferKitCore
import OfferKitServer
import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// What is named is what happened.
///
/// Fifty claims that went wrong at random, a thousand in an optimised build: what is named is what happened, and
/// never anything else (C-65).
struct RandomCorruptionTests {
    /// The budget of users; in a debug build, enough for every mistake that the forger makes.
    ///
    /// A search ends where it finds the mistake, so the budget is spent on what is beyond proof.
    private static let budget = Effort.isFull ? OfferVerifier.defaultBudget : 96
    private static let verifier = OfferVerifier(backend: .pure, budget: budget, preparedKey: { tables[$0] })

    private static let tables = [
        SampleShop.shop.publicKey.x963Representation: SampleShop.shop.publicKey.prepared()
    ]

    @Test("Fifty corruptions, from a seed", arguments: 1...(Effort.isFull ? 20 : 1) as ClosedRange<UInt64>)
    func shard(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for round in 0..<50 {
            var forger = Forger(&random)
            let kind = Int.random(in: 0..<10, using: &random)
            switch kind {
            case 0...3: forger.mistakeInText(&random)
            case 4: forger.mistakeInWriting(&random)
            case 5: forger.otherKey()
            case 6...7:
                forger.mistakeInWriting(&random)
                forger.mistakeInText(&random)
            case 8:
                forger.otherKey()
                forger.mistakeInText(&random)
            default: forger.somethingBeyondProof(&random)
            }
            let named = RandomCorruptionTests.verifier.mistakes(forger.claim)
            if forger.isBeyondProof {
                let isHonest = named.map { $0.allSatisfy(RandomCorruptionTests.isDamage) }
                expectEqual(isHonest, true, "seed \(seed), round \(round): \(named ?? []) in \(forger.claim)")
            } else {
                expectEqual(named.map(Set.init), Set(forger.truth), "seed \(seed), round \(round): \(forger.claim)")
            }
        }
    }

    /// What a damaged signature may be said to be: unreadable, and where.
    private static func isDamage(_ mistake: SignatureMistake) -> Bool {
        switch mistake {
        case .notBase64, .notDER, .impossibleSignature, .whitespaceInBase64, .missingPadding, .strayTrailingBits: true
        default: false
        }
    }

    @Test(
        "Two random mistakes in the text: both are named, or nothing",
        arguments: 1...(Effort.isFull ? 6 : 1) as ClosedRange<UInt64>)
    func pairs(_ seed: UInt64) {
        var random = SplitMix64(seed: seed &* 1_000)
        for round in 0..<10 {
            var forger = Forger(&random)
            forger.mistakeInText(&random)
            forger.mistakeInText(&random)
            let named = OfferVerifier(backend: .pure).mistakes(forger.claim)
            // The second may have undone the first, so the truth holds what is named, and something is.
            let isTrue = named.map { !$0.isEmpty && Set($0).isSubset(of: forger.truth) }
            expectEqual(isTrue, true, "seed \(seed), round \(round): \(named ?? []), truly \(forger.truth)")
        }
    }
}
