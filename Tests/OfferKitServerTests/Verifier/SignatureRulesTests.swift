import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Time window and nonce.
///
/// The rules of step 6 that need no cryptography (C-5, C-62, C-66).
struct SignatureRulesTests {
    private static let signed: Int64 = 1_560_000_000_000

    @Test(
        "A signature is good from its timestamp for 24 hours, both ends included (C-5)",
        arguments: [
            (now: 1_559_999_999_999, skew: 0, verdict: "future"), (1_560_000_000_000, 0, "good"),
            (1_560_000_000_001, 0, "good"), (1_560_086_399_999, 0, "good"), (1_560_086_400_000, 0, "good"),
            (1_560_086_400_001, 0, "old"), (1_559_999_995_000, 5_000, "good"), (1_559_999_994_999, 5_000, "future"),
            (1_560_086_400_001, 5_000, "old"), (.max, 0, "old"), (.min, 0, "future"),
        ] as [(now: Int64, skew: Int64, verdict: String)])
    func window(_ now: Int64, _ skew: Int64, _ verdict: String) {
        let cause = SignatureWindow(allowedClockSkew: skew)
            .judge(timestamp: SignatureRulesTests.signed, storeClock: Instant(millisecondsSince1970: now))
        let found =
            switch cause {
            case nil: "good"
            case .timestampInFuture: "future"
            case .timestampTooOld: "old"
            default: "something else"
            }
        expectEqual(found, verdict)
    }

    // S0-33: the timestamp counts milliseconds.
    @Test(
        "A timestamp in seconds is named as such, and a date long ago is not (C-66)",
        arguments: [
            (1_560_000_000, 1_560_000_001_000, true),
            // Even when it is too old as well: two days before the clock.
            (1_560_000_000, 1_560_172_800_000, true),
            // Two years before the clock: perhaps an old fixture, perhaps not.
            (1_560_000_000, 1_623_072_000_000, false),
            (1_460_000_000_000, 1_560_000_000_000, false),
            // A store whose clock stands in January 1970.
            (1_000_000, 200_000_000, false), (0, 1_560_000_000_000, false), (-5, 1_560_000_000_000, false),
        ] as [(Int64, Int64, Bool)])
    func seconds(_ timestamp: Int64, _ now: Int64, _ isNamed: Bool) {
        let now = Instant(millisecondsSince1970: now)
        let cause = SignatureWindow(allowedClockSkew: 0).judge(timestamp: timestamp, storeClock: now)
        expectEqual(cause == .timestampInSeconds(timestamp, storeClock: Date(now)), isNamed)
        #expect(cause != nil)
    }

    @Test(
        "A nonce is a UUID of version 4 with the standard variant (C-62)",
        arguments: [
            ("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", true), ("5f2a9c1e-7b3d-4e8f-8a01-23456789abcd", true),
            ("5f2a9c1e-7b3d-4e8f-ba01-23456789abcd", true), ("5f2a9c1e-7b3d-4e8f-7a01-23456789abcd", false),
            ("5f2a9c1e-7b3d-4e8f-ca01-23456789abcd", false), ("5f2a9c1e-7b3d-1e8f-9a01-23456789abcd", false),
            ("5f2a9c1e-7b3d-7e8f-9a01-23456789abcd", false), ("00000000-0000-0000-0000-000000000000", false),
            ("ffffffff-ffff-ffff-ffff-ffffffffffff", false),
        ])
    func nonce(_ text: String, _ isGood: Bool) {
        let nonce = SampleShop.uuid(text)
        expectEqual(NonceForm.judge(nonce), isGood ? nil : .nonceNotVersion4(nonce))
    }
}
