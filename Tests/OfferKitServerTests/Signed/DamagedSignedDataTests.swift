import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Damaged signed data.
///
/// Signed data that was cut off or changed on its way, at every place.
struct DamagedSignedDataTests {
    private static let payload = PayloadSamples.minimalAppTransaction
    private static let chain = SigningChain(seed: 3)
    private static let good = Array(chain.jws(of: Array(payload.utf8)).utf8)
    private static let verifier = SignedDataVerifier(
        chain: chain, bundleID: "com.example.app", environment: .sandbox)

    @Test("a text with any bit flipped, header, payload and signature, is refused", arguments: 0..<8)
    func flips(bit: Int) throws {
        expectEqual(text(try Self.verifier.appTransaction(text(Self.good)).json), Self.payload)
        // A debug build flips one of every 33 bits.
        for index in Self.good.indices where Effort.tries(8 * index + bit, oneOf: 33) {
            var damaged = Self.good
            damaged[index] ^= 1 << UInt8(bit)
            #expect(throws: SignedDataRefusal.self, "byte \(index), bit \(bit)") {
                try Self.verifier.appTransaction(text(damaged))
            }
        }
    }

    @Test("a text cut off anywhere is refused for its form")
    func truncation() {
        // A debug build cuts at every third byte, at both dots and at the end.
        for length in Self.good.indices
        where Effort.tries(length, oneOf: 3) || Self.good[length] == UInt8(ascii: ".") || length > Self.good.count - 4 {
            let error = #expect(throws: SignedDataRefusal.self, "\(length) bytes") {
                try Self.verifier.appTransaction(text(Array(Self.good[..<length])))
            }
            guard case .format? = error else {
                Issue.record("\(length) bytes: \(String(describing: error))")
                return
            }
        }
    }
}
