import OfferKitCore
import OfferKitTestHarness
import Testing

/// The notifications on their way to the developer's server.
struct OutboxTests {
    static let seed: UInt64 = 20_264

    @Test("B11-2: of many that wait, the one that is due first is next, of two the older, and no other can be tried")
    func order() throws {
        var chance = SplitMix64(seed: Self.seed)
        var bench = try Bench()
        bench.perform { $0.outbox.decideKeeping(.undelivered, for: .v2) as Decision<Void, Never> }
        var waiting: [Int: Instant] = [:]
        var most = 0
        for step in 0..<(Effort.isFull ? 6_000 : 3_000) {
            let place: Comment = "seed \(Self.seed), step \(step)"
            let number = bench.state.outbox.count
            switch chance.next() % 8 {
            case 0...2:
                waiting[number] = bench.state.now
                bench.record(
                    [.notificationMade(Boxed(bench.state.testNotification(after: number)))], at: bench.state.now)
            case 3: bench.advance(to: bench.state.now.adding(milliseconds: Int64(chance.next() % 4) * 1_800_000))
            default:
                // One in sixteen attempts is on any notification.
                let next = bench.state.outbox.next?.number ?? 0
                let tried = chance.next() % 16 == 0 ? Int(chance.next() % UInt64(number + 1)) : next
                let result = chance.next() % 4 == 0 ? SendAttemptResult.success : .timedOut
                let attempts = bench.state.outbox[tried]?.attempts.count ?? 0
                let now = bench.state.now
                let decision: Decision<Void, ClockRefusal> = bench.state.outbox.decideAttempt(
                    on: tried, result, of: .v2, at: now, in: .production)
                expectEqual(decision.events.isEmpty, tried != next || waiting.isEmpty, place)
                guard !decision.events.isEmpty else { break }
                bench.record(decision.events, at: now)
                // After 1, 12, 24, 48 and 72 hours, and then no more.
                let hours = result == .success ? nil : [1, 12, 24, 48, 72, nil as Int64?][attempts]
                waiting[tried] = hours.map { now.adding(milliseconds: $0 * 3_600_000) }
            }
            most = max(most, waiting.count)
            let first = waiting.min { ($0.value, $0.key) < ($1.value, $1.key) }
            expectEqual(bench.state.outbox.next?.number, first?.key, place)
            expectEqual(bench.state.outbox.next?.due, first?.value, place)
        }
        // More than fill a chunk of the queue.
        #expect(most > 300)
        expectNil(bench.state.fault())
    }
}
