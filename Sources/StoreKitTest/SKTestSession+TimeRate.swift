import OfferKit
import OfferKitCore

extension SKTestSession {
    /// How fast subscriptions renew; the numbers are Apple's.
    ///
    /// The clock itself runs as ever: what a rate changes is how long a period lasts.
    public enum TimeRate: Int, Hashable, Sendable {
        /// Periods last as long as they say.
        case realTime = 0
        /// A day takes an hour.
        case oneHourIsOneDay = 1
        /// A day takes half an hour.
        case thirtyMinutesIsOneDay = 2
        /// A day takes five minutes.
        case fiveMinutesIsOneDay = 3
        /// A day takes a minute.
        case oneMinuteIsOneDay = 4
        /// A day takes half a minute.
        case thirtySecondsIsOneDay = 5
        /// A day takes a second.
        case oneSecondIsOneDay = 6
        /// A month takes an hour, a year twelve.
        case monthlyRenewalEveryHour = 10
        /// A month takes half an hour.
        case monthlyRenewalEveryThirtyMinutes = 11
        /// A month takes a quarter of an hour.
        case monthlyRenewalEveryFifteenMinutes = 12
        /// A month takes five minutes, a year an hour.
        case monthlyRenewalEveryFiveMinutes = 13
        /// A month takes half a minute.
        case monthlyRenewalEveryThirtySeconds = 15
        /// Every period takes a quarter of an hour.
        case oneRenewalEveryFifteenMinutes = 1000
        /// Every period takes five minutes.
        case oneRenewalEveryFiveMinutes = 1001
        /// Every period takes a minute.
        case oneRenewalEveryMinute = 1002
        /// Every period takes half a minute.
        case oneRenewalEveryThirtySeconds = 1003
        /// Every period takes ten seconds.
        case oneRenewalEveryTenSeconds = 1004
        /// Every period takes two seconds.
        case oneRenewalEveryTwoSeconds = 1005

        /// The lengths that it stands for (B19); `NumberTests.rates` holds that each has its own.
        var pace: Pace { Pace(timeRate: rawValue) ?? .realTime }
    }
}
