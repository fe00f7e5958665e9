import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness

/// Changes saved stores in one place at a time, and sees what becomes of them.
///
/// It runs in a process of its own, because what it looks for may end the process. What it is about to try it writes down
/// before, so that the next process can go on behind it.
struct FieldTrial {
    /// One change of one store.
    struct Attempt {
        let kind: RichStore.Kind
        let change: FieldChange

        /// Which store it is, and where in it.
        var place: String { "\(kind.rawValue).\(change.path)" }
        var name: String { "\(place)\t\(change.what)" }
    }

    /// What became of an attempt.
    enum Outcome {
        /// The store went on for a year as a sound one does.
        case lived
        /// It was not restored, and the error says where it is not as it must be.
        case refused(String)
        /// What must not be.
        case found(String)
    }

    /// The longest that a process may be busy with one change, in seconds of its own time: however busy the machine is.
    private static let longest = Effort.isFull ? 20 : 50
    /// What the process says at its end.
    static let allDone: Int32 = 99

    private let saved: [RichStore.Kind: (bytes: SavedBytes, places: RefusalPlace)]
    let attempts: [Attempt]

    init(_ choice: FieldChoice) async throws {
        var saved: [RichStore.Kind: (bytes: SavedBytes, places: RefusalPlace)] = [:]
        var attempts: [Attempt] = []
        for kind in RichStore.Kind.allCases {
            let bytes = SavedBytes(snapshot: try await RichStore.make(kind).snapshot())
            let tree = SavedTree(bytes.payload)
            saved[kind] = (bytes, RefusalPlace(tree))
            attempts += FieldChange.all(of: tree).map { Attempt(kind: kind, change: $0) }
        }
        self.saved = saved
        self.attempts = choice.chosen(from: attempts)
    }

    /// Tries everything that the record does not have yet, and ends the process.
    static func run() async -> Never {
        do {
            let trial = try await FieldTrial(.given)
            let record = try FieldRecord(ofProcess: getppid())
            for number in trial.attempts.indices.dropFirst(try record.count) {
                let attempt = trial.attempts[number]
                try record.begin(attempt.name)
                endProcess(after: longest)
                let outcome = await trial.outcome(of: attempt)
                endProcess(after: 0)
                try record.end(outcome)
            }
            exit(allDone)
        } catch {
            StandardError.say("\(error)\n")
            exit(1)
        }
    }

    /// Lets a signal end the process when it has worked for so many seconds more; 0 takes that back.
    private static func endProcess(after seconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = seconds
        #if os(Linux)
        setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &timer, nil)
        #else
        setitimer(ITIMER_VIRTUAL, &timer, nil)
        #endif
    }

    private func outcome(of attempt: Attempt) async -> Outcome {
        guard let (bytes, places) = saved[attempt.kind] else { return .lived }
        let store: Store
        do throws(SnapshotError) {
            store = try Store(snapshot: bytes.snapshot(of: attempt.change.applied(to: bytes.payload)))
        } catch {
            guard case .damaged(_, .content(let fault)) = error, places.isNamed(in: fault, for: attempt.change) else {
                return .found("It is refused without saying where: \(error)")
            }
            return .refused(fault)
        }
        var life = YearOfLife(store)
        do {
            try await life.live()
            return .lived
        } catch {
            return .found("\(error)")
        }
    }
}

/// Which changes are tried, as the environment has it.
///
/// `OFFERKIT_FIELDS=all` tries every one, `OFFERKIT_FIELDS=liveOnly.state.codes` those whose place has that in its name.
/// Otherwise it is a sample, one of each of some kinds of place; `OFFERKIT_FIELDS_SEED` takes another.
enum FieldChoice: Sendable {
    case all
    case named(String)
    case sample(seed: UInt64)

    /// How many changes a sample has.
    private static let size = Effort.isFull ? 100 : 3

    static var given: FieldChoice {
        let environment = ProcessInfo.processInfo.environment
        switch environment["OFFERKIT_FIELDS"] {
        case "all": return .all
        case let name?: return .named(name)
        case nil: return .sample(seed: environment["OFFERKIT_FIELDS_SEED"].flatMap { UInt64($0) } ?? 1)
        }
    }

    func chosen(from attempts: [FieldTrial.Attempt]) -> [FieldTrial.Attempt] {
        switch self {
        case .all: return FieldChoice.broadFirst(attempts)
        case .named(let name): return FieldChoice.broadFirst(attempts.filter { $0.place.contains(name) })
        case .sample(let seed):
            var chance = SplitMix64(seed: seed)
            var fields: Set<String> = []
            let one = attempts.shuffled(using: &chance).filter { fields.insert($0.change.field).inserted }
            return Array(one.prefix(FieldChoice.size))
        }
    }
    /// One row of each table, then the next of each: what a long run finds, it finds early.
    private static func broadFirst(_ attempts: [FieldTrial.Attempt]) -> [FieldTrial.Attempt] {
        var rows: [String: [String: Int]] = [:]
        let ranks = attempts.map { attempt -> Int in
            let field = attempt.kind.rawValue + attempt.change.field
            let rank = rows[field]?[attempt.change.path] ?? rows[field]?.count ?? 0
            rows[field, default: [:]][attempt.change.path] = rank
            return rank
        }
        return attempts.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { attempts[$0] }
    }
}
