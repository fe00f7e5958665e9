import OfferKitCore
import OfferKitCrypto

extension Mutator {
    /// Returns a compact JWS with its header or its payload changed as JSON; nil where that cannot be decoded.
    ///
    /// The changed part is written as Base64URL again.
    func changedJWS(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8]? {
        let stop = UInt8(ascii: ".")
        var parts = bytes.split(separator: stop, omittingEmptySubsequences: false).map(Array.init)
        let place = chance.below(min(3, parts.count))
        guard place < parts.count, let inner = try? Base64.url.decode(ascii: parts[place]) else { return nil }
        let changed = place < 2 ? changedJSON(inner, &chance) : nil
        parts[place] = Base64.url.encodeToBytes(changed ?? changedBytes(inner, &chance))
        return Array(parts.joined(separator: [stop]))
    }
}
