import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// Time in a session.
///
/// Apple's pages on StoreKitTest: rates, and the clock.
struct SessionTimeTests {
    private struct Row: Sendable, CustomTestStringConvertible {
        let rate: SKTestSession.TimeRate
        let weekly: TimeInterval
        /// Of the yearly product.
        let yearly: TimeInterval
        var testDescription: String { "\(rate)" }
    }

    private static let rows: [Row] = [
        Row(rate: .oneHourIsOneDay, weekly: 25_200, yearly: 1_296_000),
        Row(rate: .thirtyMinutesIsOneDay, weekly: 12_600, yearly: 648_000),
        Row(rate: .fiveMinutesIsOneDay, weekly: 2_100, yearly: 108_000),
        Row(rate: .oneMinuteIsOneDay, weekly: 420, yearly: 21_600),
        Row(rate: .thirtySecondsIsOneDay, weekly: 210, yearly: 10_800),
        Row(rate: .oneSecondIsOneDay, weekly: 7, yearly: 360),
        Row(rate: .monthlyRenewalEveryHour, weekly: 900, yearly: 43_200),
        Row(rate: .monthlyRenewalEveryThirtyMinutes, weekly: 600, yearly: 21_600),
        Row(rate: .monthlyRenewalEveryFifteenMinutes, weekly: 300, yearly: 10_800),
        Row(rate: .monthlyRenewalEveryFiveMinutes, weekly: 180, yearly: 3_600),
        Row(rate: .monthlyRenewalEveryThirtySeconds, weekly: 10, yearly: 360),
        Row(rate: .oneRenewalEveryFifteenMinutes, weekly: 900, yearly: 900),
        Row(rate: .oneRenewalEveryFiveMinutes, weekly: 300, yearly: 300),
        Row(rate: .oneRenewalEveryMinute, weekly: 60, yearly: 60),
        Row(rate: .oneRenewalEveryThirtySeconds, weekly: 30, yearly: 30),
        Row(rate: .oneRenewalEveryTenSeconds, weekly: 10, yearly: 10),
        Row(rate: .oneRenewalEveryTwoSeconds, weekly: 2, yearly: 2),
    ]

    @Test("C-249: a session's clock is not moved beyond the year 9999, and runs on")
    func endOfClock() async throws {
        try await TestShop.open { session in
            #expect(throws: ClockRefusal.self) { try session.advance(to: Date(timeIntervalSince1970: 1e300)) }
            #expect(throws: ClockRefusal.self) { try session.advance(by: .years(.max)) }
            #expect(throws: ClockRefusal.noDate) { try session.advance(to: Date(timeIntervalSince1970: .nan)) }
            try session.advance(by: .days(1))
        }
    }

    @Test(
        "StoreKitTest, C-126: a week and a year last as the table of the rate says; the old rates divide real lengths",
        arguments: rows
    )
    private func lengths(row: Row) async throws {
        try await TestShop.open { session in
            session.timeRate = row.rate
            let week = try await TestShop.buy(TestShop.weekly)
            expectEqual(week.expirationDate?.timeIntervalSince(week.purchaseDate), row.weekly)
            session.clearTransactions()
            let year = try await TestShop.buy(TestShop.yearly)
            expectEqual(year.expirationDate?.timeIntervalSince(year.purchaseDate), row.yearly)
        }
    }

    @Test("A session starts at the real now")
    func realNow() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.coins)
            // A fixed date would be older; an hour is more than any machine is slow.
            #expect(abs(bought.purchaseDate.timeIntervalSinceNow) < 3_600)
            #expect(bought.purchaseDate.timeIntervalSinceNow <= 0)
        }
    }

    @Test("The clock can be moved by hand, with all that falls due on the way")
    func byHand() async throws {
        try await TestShop.open { session in
            try await TestShop.buy(TestShop.weekly)
            try session.advance(by: .days(21))
            expectEqual(session.allTransactions().count, 4)
            let date = session.store.now.addingTimeInterval(86_400 * 7)
            try session.advance(to: date)
            expectEqual(session.allTransactions().count, 5)
            #expect(throws: ClockRefusal.self) { try session.advance(to: .distantPast) }
        }
    }

    // No rate is faster than two seconds, and what is waited for here is the clock, not a rate.
    @Test("A session follows the real clock: a subscription of a quarter of a second renews by itself")
    func followsRealClock() async throws {
        try await TestShop.open { session in
            session.store.pace = .oneRenewal(every: .milliseconds(250))
            let bought = try await TestShop.buy(TestShop.weekly)
            var updates = Transaction.updates.makeAsyncIterator()
            let first = try #require(await updates.next()?.payloadValue)
            let second = try #require(await updates.next()?.payloadValue)
            expectEqual(first.purchaseDate, bought.purchaseDate.addingTimeInterval(0.25))
            expectEqual(second.purchaseDate, bought.purchaseDate.addingTimeInterval(0.5))
            #expect(second.purchaseDate.timeIntervalSinceNow <= 0)
        }
    }

    @Test("StoreKitTest: a change of the storefront comes in Storefront.updates, and prices go by it")
    func storefront() async throws {
        try await TestShop.open { session in
            var updates = Storefront.updates.makeAsyncIterator()
            session.storefront = "DEU"
            expectEqual(session.storefront, "DEU")
            await expectEqual(updates.next()?.countryCode, "DEU")
            await expectEqual(Storefront.current?.countryCode, "DEU")
            let coins = try await TestShop.product(TestShop.coins)
            expectEqual(coins.priceFormatStyle.currencyCode, "EUR")
            session.storefront = "nowhere"
            expectEqual(session.storefront, "DEU")
        }
    }

    @Test("The locale chooses the words of products")
    func locale() async throws {
        try await TestShop.open { session in
            session.locale = Locale(identifier: "de_DE")
            let coins = try await TestShop.product(TestShop.coins)
            expectEqual(coins.displayName, "Münzen")
        }
    }
}
