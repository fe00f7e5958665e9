import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Damaged payloads.
///
/// Payloads that were cut off or changed on their way, at every place.
struct PayloadDamageTests {
    /// One kind of payload with as many and as few members as it may have, and what reads it and writes it back.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let samples: [String]
        let written: @Sendable ([UInt8]) throws(PayloadError) -> [UInt8]
    }

    static let kinds = [
        Kind(
            testDescription: "transactions",
            samples: [PayloadSamples.fullTransaction, PayloadSamples.minimalTransaction],
            written: { json throws(PayloadError) in try TransactionPayload(json: json).json }),
        Kind(
            testDescription: "renewal info",
            samples: [PayloadSamples.fullRenewalInfo, PayloadSamples.minimalRenewalInfo],
            written: { json throws(PayloadError) in try RenewalInfoPayload(json: json).json }),
        Kind(
            testDescription: "app transactions",
            samples: [PayloadSamples.fullAppTransaction, PayloadSamples.minimalAppTransaction],
            written: { json throws(PayloadError) in try AppTransactionPayload(json: json).json }),
    ]

    @Test("a payload cut off anywhere is refused as no JSON", arguments: kinds)
    func truncation(kind: Kind) throws {
        for json in kind.samples.map({ Array($0.utf8) }) {
            try expectEqual(kind.written(json), json)
            for length in json.indices {
                do throws(PayloadError) {
                    _ = try kind.written(Array(json[..<length]))
                    Issue.record("\(length) bytes were taken")
                } catch {
                    guard case .notJSON = error else {
                        Issue.record("\(length) bytes: \(error)")
                        return
                    }
                }
            }
        }
    }

    @Test(
        "a payload with any bit flipped is refused, or says something else, but for capitals in a UUID",
        arguments: kinds)
    func flips(kind: Kind) throws {
        for sample in kind.samples {
            let json = Array(sample.utf8)
            var unseen: [Int] = []
            // The bits that tell capitals, and in a debug build one more of every byte.
            for bit in 0..<json.count * 8 where Effort.isFull || bit % 8 == 5 || bit % 8 == bit / 8 % 8 {
                var damaged = json
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                if (try? kind.written(damaged)) == json { unseen.append(bit) }
            }
            // Bit 5 tells small letters from capitals.
            let capitals = sample.matches(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/).flatMap { match in
                sample[match.range].indices.filter { sample[$0].isLetter }
                    .map { sample.utf8.distance(from: sample.startIndex, to: $0) * 8 + 5 }
            }
            expectEqual(unseen, capitals)
        }
    }
}
