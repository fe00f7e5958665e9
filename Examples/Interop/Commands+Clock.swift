import Foundation
import LineProtocol
import OfferKit

/// `advance`: moves the clock, with everything due on the way.
struct Advance: Command {
    static let name = "advance"
    enum CodingKeys: String, CodingKey, CaseIterable {
        case to, years, months, weeks, days, hours, minutes, seconds, milliseconds
    }

    var to: DateText?
    var years: Whole<Int>?
    var months: Whole<Int>?
    var weeks: Whole<Int>?
    var days: Whole<Int>?
    var hours: Whole<Int>?
    var minutes: Whole<Int>?
    var seconds: Whole<Int>?
    var milliseconds: Whole<Int>?

    struct Answer: Encodable {
        let now: DateText
        let renewed: Int
        let failed: Int
        let recovered: Int
        let lapsed: Int
        let entries: Int
    }

    func run(in session: inout Session) throws -> Answer {
        let store = try session.currentBench().store
        let advance = try store.advance(to: target(from: store.now), atMost: session.mostEntries)
        guard advance.isComplete else {
            throw ProtocolError.tooMuchDue(limit: session.mostEntries, now: store.now)
        }
        return Answer(
            now: DateText(store.now), renewed: advance.renewed, failed: advance.failed, recovered: advance.recovered,
            lapsed: advance.lapsed, entries: advance.entries)
    }

    private func target(from now: Date) throws -> Date {
        let steps: [(CodingKeys, TimeStep?)] = [
            (.years, years.map { .years($0.value) }), (.months, months.map { .months($0.value) }),
            (.weeks, weeks.map { .weeks($0.value) }), (.days, days.map { .days($0.value) }),
            (.hours, hours.map { .hours($0.value) }),
            (.minutes, minutes.map { .minutes($0.value) }), (.seconds, seconds.map { .seconds($0.value) }),
            (.milliseconds, milliseconds.map { .milliseconds($0.value) }),
        ]
        let given = steps.compactMap { key, step in step.map { (key.stringValue, now.adding($0)) } }
        let targets = given + (to.map { [(CodingKeys.to.stringValue, $0.date)] } ?? [])
        guard let target = targets.first?.1, targets.count == 1 else {
            throw LineError.notOneOf(Advance.members, given: targets.map(\.0))
        }
        return target
    }
}

/// `log`: the events in the store.
struct ReadLog: Command {
    static let name = "log"
    enum CodingKeys: String, CodingKey, CaseIterable { case from, count }

    static let mostEntries = 10_000

    var from: Whole<Int>?
    var count: Whole<Int>?

    struct Answer: Encodable {
        let total: Int
        let entries: [EventRow]
    }

    func run(in session: inout Session) throws -> Answer {
        let log = try session.currentBench().store.log
        let wanted = min(max(0, count?.value ?? ReadLog.mostEntries), ReadLog.mostEntries)
        let entries = log.dropFirst(max(0, from?.value ?? 0)).prefix(wanted).map(EventRow.init)
        return Answer(total: log.count, entries: entries)
    }
}
