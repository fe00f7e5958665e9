import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Calendar against Foundation.
///
/// The store's calendar held against Foundation's, in Greenwich.
struct CalendarOracleTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
        return calendar
    }()

    // Foundation changes to the Julian calendar before October 1582, so the dates lie from 1625 to 2399 and the sums
    // within 25 years of that.
    private static let days: ClosedRange<Int64> = -126_000...157_000

    @Test("100,000 dates have Foundation's year, month and day, and go back to the same day")
    func dates() {
        var numbers = SplitMix64(seed: 1)
        var wrong: [CivilDate] = []
        for _ in 0..<100_000 {
            let day = Int64.random(in: Self.days, using: &numbers)
            let date = CivilDate(daysSince1970: day)
            let parts = Self.calendar.dateComponents(
                [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
            let expected = [parts.year, parts.month, parts.day]
            if expected != [Int(date.year), Int(date.month), Int(date.day)] || date.daysSince1970 != day {
                wrong.append(date)
            }
        }
        expectEqual(wrong, [])
    }

    @Test("Months added to 100,000 dates end where Foundation ends (C-19)")
    func laterMonths() throws {
        var numbers = SplitMix64(seed: 2)
        var wrong: [String] = []
        for _ in 0..<100_000 {
            let (second, months) = (Self.second(&numbers), Int64.random(in: 0...300, using: &numbers))
            let start = Date(timeIntervalSince1970: Double(second))
            let end = try #require(Self.calendar.date(byAdding: .month, value: Int(months), to: start))
            let instant = Instant(millisecondsSince1970: second * 1_000)
            if Double(instant.adding(months: months).millisecondsSince1970) != end.timeIntervalSince1970 * 1_000 {
                wrong.append("\(instant) and \(months) months")
            }
        }
        expectEqual(wrong, [])
    }

    // Foundation on Linux goes wrong backwards into February: from 30 December 2024 by 34 months to 1 March 2022. So
    // it is only asked for the month and its length.
    @Test("Months taken from 10,000 dates end in Foundation's month, on its last day at the latest (C-19)")
    func earlierMonths() throws {
        var numbers = SplitMix64(seed: 3)
        var wrong: [String] = []
        for _ in 0..<10_000 {
            let (second, months) = (Self.second(&numbers), Int64.random(in: 0...300, using: &numbers))
            let start = Self.calendar.dateComponents(
                [.year, .month, .day, .hour, .minute, .second], from: Date(timeIntervalSince1970: Double(second)))
            var parts = start
            parts.day = 1
            parts.month = try #require(start.month) - Int(months)
            let first = try #require(Self.calendar.date(from: parts))
            let length = try #require(Self.calendar.range(of: .day, in: .month, for: first)).count
            let day = min(try #require(start.day), length)
            let expected = first.timeIntervalSince1970 + Double(day - 1) * 86_400
            let instant = Instant(millisecondsSince1970: second * 1_000)
            if Double(instant.adding(months: -months).millisecondsSince1970) != expected * 1_000 {
                wrong.append("\(instant) less \(months) months")
            }
        }
        expectEqual(wrong, [])
    }

    private static func second(_ numbers: inout SplitMix64) -> Int64 {
        Int64.random(in: days, using: &numbers) * 86_400 + .random(in: 0..<86_400, using: &numbers)
    }
}
