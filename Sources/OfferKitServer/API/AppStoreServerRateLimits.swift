package import OfferKitCore

/// How many requests an endpoint takes within an hour (B12-8, C-143).
public struct AppStoreServerRateLimits: Hashable, Sendable {
    /// The requests within an hour, by endpoint; one that is not there has no limit.
    public var perHour: [AppStoreServerEndpoint: Int]

    /// Limits of one's own; a test sets small ones.
    public init(perHour: [AppStoreServerEndpoint: Int]) {
        self.perHour = perHour
    }

    /// Those of production: 50 requests a second for most, counted by the hour.
    public static let production = AppStoreServerRateLimits(partOfDocumented: 1)
    /// Those of the sandbox: a tenth.
    public static let sandbox = AppStoreServerRateLimits(partOfDocumented: 10)

    private init(partOfDocumented divisor: Int) {
        perHour = Dictionary(
            uniqueKeysWithValues: AppStoreServerEndpoint.allCases.map { ($0, $0.documentedRate * 3_600 / divisor) })
    }
}

/// What was asked within the hour, by endpoint: an hour begins with the first request after the one before (C-143).
package struct AppStoreServerRateMeter: Sendable {
    private struct Hour: Sendable {
        let start: Instant
        var count = 0
    }

    private static let hour: Int64 = 3_600_000
    private var hours: [AppStoreServerEndpoint: Hour] = [:]

    /// A meter before the first request.
    package init() {}

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - endpoint: What it asks for.
    ///   - limits: How many are taken.
    ///   - now: The wall clock.
    /// - Returns: Nil for one that is taken; else when to try again.
    package mutating func admit(
        _ endpoint: AppStoreServerEndpoint, _ limits: AppStoreServerRateLimits, at now: Instant
    ) -> Instant? {
        guard let limit = limits.perHour[endpoint] else { return nil }
        var hour = hours[endpoint] ?? Hour(start: now)
        // A wall clock that was set back begins no hour: what it counted counts.
        if now.milliseconds(since: hour.start) >= AppStoreServerRateMeter.hour { hour = Hour(start: now) }
        guard hour.count < limit else {
            hours[endpoint] = hour
            return hour.start.adding(milliseconds: AppStoreServerRateMeter.hour)
        }
        hour.count += 1
        hours[endpoint] = hour
        return nil
    }
}
