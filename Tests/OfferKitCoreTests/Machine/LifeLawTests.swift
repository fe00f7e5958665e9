import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// The lives that the laws are held against: 500, in a debug build 50, more where the environment says so, or a single one.
enum Lives {
    static let steps = 120
    private static let environment = ProcessInfo.processInfo.environment

    /// Blocks of seeds, so that the lives of a law run on several cores.
    static let blocks: [Range<UInt64>] = {
        if let seed = environment["OFFERKIT_LIFE"].flatMap(UInt64.init) { return [seed..<seed + 1] }
        let count = environment["OFFERKIT_LIVES"].flatMap(UInt64.init) ?? (Effort.isFull ? 500 : 50)
        return stride(from: 0, to: count, by: 25).map { $0..<min($0 + 25, count) }
    }()

    /// Those of them that are lived twice: a quarter in a debug build.
    static let blocksLivedTwice = Array(blocks.prefix(Effort.isFull ? blocks.count : (blocks.count + 3) / 4))

    /// Lives a life to its end, with somebody looking on.
    static func live(
        _ seed: UInt64, stopping: Bool = false,
        _ visit: (_ step: Int, RandomLife, _ refusal: (any Error)?, _ before: StoreState) -> Void = {
            _, _, _, _ in
        }
    ) throws -> RandomLife {
        var life = try RandomLife(seed: seed, stopping: stopping)
        for step in 0..<steps {
            life.bench.dueWork = []
            let before = life.bench.state
            let refusal = life.step()
            visit(step, life, refusal, before)
        }
        return life
    }
}

/// Laws over random lives.
struct LifeLawTests {
    @Test("every law holds after every event and every command of a life", arguments: Lives.blocks)
    func laws(seeds: Range<UInt64>) throws {
        for seed in seeds {
            var audit = LifeAudit(try RandomLife(seed: seed), seed: seed)
            let life = try Lives.live(seed) { step, life, refusal, before in
                audit.check(step: step, of: life, refusal: refusal, before: before)
            }
            audit.checkEnd(of: life)
            // One breach brings others after it.
            if let first = audit.breaches.first { Issue.record("\(first)") }
        }
    }

    @Test("the same seed lives the same life", arguments: Lives.blocksLivedTwice)
    func same(seeds: Range<UInt64>) throws {
        for seed in seeds {
            let (one, two) = (try Lives.live(seed), try Lives.live(seed))
            expectEqual(one.bench.log, two.bench.log, "seed \(seed)")
            expectEqual(one.bench.state, two.bench.state, "seed \(seed)")
        }
    }

    @Test(
        "moving the clock by a and then by b is moving it by both, whatever happens on the way",
        arguments: Lives.blocksLivedTwice)
    func stops(seeds: Range<UInt64>) throws {
        for seed in seeds {
            let (one, two) = (try Lives.live(seed), try Lives.live(seed, stopping: true))
            expectEqual(
                one.bench.log.filter { $0.kind != .clockMoved }, two.bench.log.filter { $0.kind != .clockMoved },
                "seed \(seed)")
            let changed = StateDifference.parts(one.bench.state, two.bench.state)
            expectEqual(changed, [], "seed \(seed)")
            expectEqual(one.bench.machine.agenda, two.bench.machine.agenda, "seed \(seed)")
        }
    }
}
