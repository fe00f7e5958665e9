import Foundation
import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Feature timeline.
///
/// Every date is counted by hand.
struct FeatureTimelineTests {
    private static let features = [
        Feature(id: "base", name: "Everything at the start", released: day("2018-06-01")),
        Feature(id: "summer", name: "Summer", released: day("2020-07-02")),
        Feature(id: "new-year", name: "New year", released: day("2021-01-01")),
        Feature(id: "late", name: "A day later", released: day("2021-01-02")),
        Feature(id: "later", name: "Two days later", released: day("2021-01-03")),
        Feature(id: "spring", name: "Spring", released: day("2021-03-02")),
        Feature(id: "july", name: "July", released: day("2021-07-02")),
    ]
    /// Bought on 1 January 2019, while the app cost something; subscriptions came in June 2019.
    private static let download = AppDownload(on: day("2019-01-01"), version: "41")

    private static func timeline(slack: TimeStep = .days(1)) throws -> FeatureTimeline {
        try FeatureTimeline(
            features, slack: slack, legacy: LegacyRule(downloadedBefore: day("2019-06-01"), versionBelow: "100"))
    }

    @Test(
        "B18-5, S2-14, S2-17, S2-19, S2-20: what is left of a legacy user's year is added to the first subscription, once",
        arguments: [
            // 184 days are left on 1 July 2019, and 1 July 2020 + 184 days is 1 January 2021.
            (["2019-07-01/2020-07-01"], "2021-01-01", 4),
            // Renewed once: nothing more is appended.
            (["2019-07-01/2020-07-01", "2020-07-01/2021-07-01"], "2021-07-01", 7),
            // In any order.
            (["2020-07-01/2021-07-01", "2019-07-01/2020-07-01"], "2021-07-01", 7),
            // After the year nothing is left.
            (["2020-03-01/2021-03-01"], "2021-03-01", 6),
            // On its last day nothing either.
            (["2020-01-01/2021-01-01"], "2021-01-01", 4),
            // B18-4: without a subscription the year is all there is.
            ([], "2020-01-01", 1),
            // A renewal that ends before the extended date changes nothing: 31 January 2020 + 184 days.
            (["2019-07-01/2019-07-31", "2019-07-31/2019-08-31"], "2020-01-31", 1),
        ])
    func legacy(periods: [String], paidUp: String, unlocked: Int) throws {
        let access = try Self.timeline().access(for: periods.map(period), download: Self.download)
        expectEqual(access.paidUpUntil, day(paidUp))
        #expect(access.isLegacy)
        expectEqual(access.unlocked, Array(Self.features.prefix(unlocked)))
        expectEqual(access.locked, Array(Self.features.dropFirst(unlocked)))
    }

    @Test("B18-7, S2-13: a feature released on 2 January 2021 is there through the day of slack alone")
    func slack() throws {
        let periods = try [period("2019-07-01/2020-07-01")]
        let kind = try Self.timeline().access(for: periods, download: Self.download)
        #expect(kind.has("late"))
        #expect(!kind.has("later"))
        let strict = try Self.timeline(slack: .zero).access(for: periods, download: Self.download)
        #expect(strict.has("new-year"))
        #expect(!strict.has("late"))
        try expectEqual(FeatureTimeline([]).slack, .days(1))
    }

    @Test("B18-6, S2-8: for everybody else the largest expiry counts, and who never paid has nothing")
    func subscribers() throws {
        let timeline = try FeatureTimeline(Self.features)
        let periods = try [
            period("2021-01-15/2021-02-15"), period("2020-01-01/2021-03-01"), period("2019-01-01/2019-02-01"),
        ]
        let access = try timeline.access(for: periods, download: Self.download)
        expectEqual(access.paidUpUntil, day("2021-03-01"))
        #expect(!access.isLegacy)
        expectEqual(access.unlocked.map(\.id), ["base", "summer", "new-year", "late", "later", "spring"])
        let nobody = try timeline.access(for: [])
        expectNil(nobody.paidUpUntil)
        expectEqual(nobody.unlocked, [])
        expectEqual(nobody.locked, Self.features)
    }

    // S2-11, S2-12: the app asks by the id. S2-10: ids, names and dates are all that was kept.
    @Test("S2-2, S2-4, S2-9: one payment unlocks what there is and a year of updates, and the list says what waits")
    func oneYear() throws {
        let timeline = try FeatureTimeline(Self.features, slack: .zero)
        let access = try timeline.access(for: [period("2020-07-02/2021-07-02")])
        // Released two years before the payment, and on the last day of the year.
        expectEqual(access.unlocked, Self.features)
        let shorter = try timeline.access(for: [period("2020-07-01/2021-07-01")])
        expectEqual(shorter.locked.map(\.id), ["july"])
        #expect(shorter.has("base") && !shorter.has("july"))
        expectEqual(shorter.unlocked.map(\.name).last, "Spring")
    }

    @Test("B18-8, S2-3: more records never lock what was unlocked")
    func forEver() throws {
        let all = try [
            "2019-07-01/2020-07-01", "2020-07-15/2020-08-15", "2021-02-01/2021-03-01", "2021-06-01/2021-07-01",
        ]
        .map(period)
        let counts = try all.indices.map { count in
            try Self.timeline().access(for: Array(all.prefix(count)), download: Self.download).unlocked.count
        }
        expectEqual(counts, [1, 4, 4, 6])
    }

    @Test(
        "S2-15, C-97: both thresholds are exclusive, and in production one of them suffices",
        arguments: [
            ("2019-05-31T23:59:59.999Z", "100", true), ("2019-06-01T00:00:00Z", "100", false),
            ("2019-06-01T00:00:00Z", "99", true), ("2019-06-01T00:00:00Z", "99.9.9", true),
            ("2019-06-01T00:00:00Z", "100.0", false), ("2019-06-01T00:00:00Z", "1000", false),
        ])
    func thresholds(date: String, version: String, isLegacy: Bool) throws {
        let download = AppDownload(on: instant(date), version: version)
        try expectEqual(Self.timeline().access(for: [], download: download).isLegacy, isLegacy)
    }

    @Test("S2-16, C-27: in the sandbox the version is always 1.0, so only the date counts")
    func sandbox() throws {
        for environment in [StoreEnvironment.sandbox, .xcode] {
            let late = AppDownload(on: day("2019-06-01"), version: "1.0", environment: environment)
            let early = AppDownload(on: day("2019-05-31"), version: "1.0", environment: environment)
            #expect(try !Self.timeline().access(for: [], download: late).isLegacy)
            #expect(try Self.timeline().access(for: [], download: early).isLegacy)
        }
        let production = AppDownload(on: day("2019-06-01"), version: "1.0")
        #expect(try Self.timeline().access(for: [], download: production).isLegacy)
    }

    @Test("C-97: the year after a download on 29 February ends on the 28th")
    func leapDay() throws {
        let timeline = try FeatureTimeline([], legacy: LegacyRule(versionBelow: "5"))
        let access = try timeline.access(for: [], download: AppDownload(on: day("2020-02-29"), version: "4"))
        expectEqual(access.paidUpUntil, day("2021-02-28"))
    }

    @Test("C-27: every record counts, refunded and upgraded ones too, unless they are told not to")
    func refunds() throws {
        var timeline = try Self.timeline()
        #expect(!timeline.ignoresRefundedAndUpgraded)
        let periods = [
            try period("2019-07-01/2020-07-01", isRefunded: true),
            try period("2019-08-01/2021-07-01", isUpgraded: true),
            try period("2020-01-01/2020-06-01"),
        ]
        // 184 days after 1 July 2020, but the largest expiry is later.
        try expectEqual(timeline.access(for: periods, download: Self.download).paidUpUntil, day("2021-07-01"))
        timeline.ignoresRefundedAndUpgraded = true
        // The first that counts begins on the day on which nothing is left.
        try expectEqual(timeline.access(for: periods, download: Self.download).paidUpUntil, day("2020-06-01"))
        let refunded = Array(periods.prefix(2))
        try expectEqual(timeline.access(for: refunded, download: Self.download).paidUpUntil, day("2020-01-01"))
    }

    @Test("features come in the order of their release, whatever order they were given in")
    func order() throws {
        try expectEqual(FeatureTimeline(Self.features.reversed()).features, Self.features)
        let twins = ["b", "a"].map { Feature(id: $0, name: $0, released: day("2020-01-01")) }
        try expectEqual(FeatureTimeline(twins).features, twins)
    }

    @Test("C-97: what is impossible is a typed error that says what to do")
    func impossible() throws {
        let feature = Self.features[0]
        #expect(throws: FeatureTimelineError.duplicateFeatureID("base")) { try FeatureTimeline([feature, feature]) }
        #expect(throws: FeatureTimelineError.emptyFeatureID(name: "Nameless")) {
            try FeatureTimeline([Feature(id: "", name: "Nameless", released: day("2020-01-01"))])
        }
        #expect(throws: FeatureTimelineError.negativeSlack(TimeStep(-1))) {
            try FeatureTimeline([], slack: TimeStep(-1))
        }
        #expect(throws: FeatureTimelineError.emptyLegacyRule) { try LegacyRule() }
        #expect(throws: FeatureTimelineError.malformedVersion("2.0b")) { try LegacyRule(versionBelow: "2.0b") }
        let (start, end) = (day("2020-02-01"), day("2020-01-01"))
        let exchanged = FeatureTimelineError.periodEndsBeforeItBegins(start: start, end: end)
        #expect(throws: exchanged) { try PaidPeriod(from: start, to: end) }
        expectEqual(
            exchanged.description,
            "The period from 2020-02-01T00:00:00Z to 2020-01-01T00:00:00Z ends before it begins. "
                + "Are the two dates exchanged?")
        // Only where the version has to decide.
        let odd = AppDownload(on: day("2019-06-01"), version: "2.0b")
        #expect(throws: FeatureTimelineError.malformedVersion("2.0b")) {
            try Self.timeline().access(for: [], download: odd)
        }
        let early = AppDownload(on: day("2019-05-31"), version: "2.0b")
        #expect(try Self.timeline().access(for: [], download: early).isLegacy)
        try expectEqual(FeatureTimeline(Self.features).access(for: [], download: odd).unlocked, [])
    }

    // MARK: - Notation

    /// A period from a text such as `2019-07-01/2020-07-01`.
    private func period(
        _ text: String, isRefunded: Bool, isUpgraded: Bool = false
    ) throws -> PaidPeriod {
        let ends = text.split(separator: "/").map { day(String($0)) }
        try #require(ends.count == 2)
        return try PaidPeriod(from: ends[0], to: ends[1], isRefunded: isRefunded, isUpgraded: isUpgraded)
    }

    private func period(_ text: String, isUpgraded: Bool) throws -> PaidPeriod {
        try period(text, isRefunded: false, isUpgraded: isUpgraded)
    }

    private func period(_ text: String) throws -> PaidPeriod {
        try period(text, isRefunded: false)
    }
}

/// Midnight in UTC on a day.
private func day(_ text: String) -> Date {
    instant(text + "T00:00:00Z")
}

/// The instant of a text in ISO 8601, read by Foundation; 1970 for a text that is none.
private func instant(_ text: String) -> Date {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    let date = (try? Date(text, strategy: style)) ?? Date(timeIntervalSince1970: 0)
    return date
}
