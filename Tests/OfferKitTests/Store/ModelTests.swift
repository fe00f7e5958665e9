import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// The sequences that the store and the model carry out: 2,000, in a debug build 600, more where the environment says
/// so, or a single one.
enum ModelSequences {
    private static let environment = ProcessInfo.processInfo.environment

    /// Blocks of seeds, so that they run on several cores.
    static let blocks: [Range<UInt64>] = {
        if let seed = environment["OFFERKIT_SEQUENCE"].flatMap(UInt64.init) { return [seed..<seed + 1] }
        let count = environment["OFFERKIT_SEQUENCES"].flatMap(UInt64.init) ?? (Effort.isFull ? 2_000 : 600)
        return stride(from: 0, to: count, by: 100).map { $0..<min($0 + 100, count) }
    }()

    /// What a report of a difference says.
    static func report(_ seed: UInt64, _ sequence: ModelSequence) -> String? {
        guard let (shortest, text) = ModelTrial.shortest(sequence) else { return nil }
        return """
            seed \(seed): the store and the model differ after these commands
            start \(Instant(millisecondsSince1970: shortest.start)), grace \(shortest.grace.map { "\($0)" } ?? "none"), \
            calendar \(shortest.rules.calendarOffset.length) ms ahead, \
            off sale \(shortest.rules.expiresAtOnceWhenRemovedFromSale ? "ends" : "tries again")
            \(shortest.commands.map { "  \($0)" }.joined(separator: "\n"))
            \(text)
            Alone: OFFERKIT_SEQUENCE=\(seed) swift test --filter ModelTests
            """
    }
}

/// The store against a model written from the rules.
struct ModelTests {
    // B4, B5, B6, B7, B8, B9, B10, B15, B16; C-12, C-13, C-16, C-17, C-19, C-20, C-21, C-23, C-24, C-34, C-48, C-51,
    // C-52, C-54, C-55, C-85, C-88, C-93, C-193, C-194, C-195, C-196, C-198.
    @Test("the store and the model agree on every command and all that can be asked", arguments: ModelSequences.blocks)
    func agree(seeds: Range<UInt64>) {
        var (compared, all) = (0, 0)
        for seed in seeds {
            let sequence = ModelSequence(seed: seed)
            let trial = ModelTrial(sequence)
            // One difference is enough: what follows it comes of it.
            if trial.difference != nil {
                Issue.record("\(ModelSequences.report(seed, sequence) ?? "")")
                return
            }
            (compared, all) = (compared + trial.agreed, all + sequence.commands.count)
        }
        // A model that passes over what it does not know would agree with every store.
        if seeds.count > 1 { #expect(compared * 100 >= all * 95, "seeds \(seeds): \(compared) of \(all) compared") }
    }
}
