package import OfferKitCore

/// The limits on the requests to each endpoint within an hour (B12-8, C-143).
public struct AppStoreServerRateLimits: Hashable, Sendable {
    /// The most requests within an hour, by endpoint; an endpoint that is absent has no limit.
    public var perHour: [AppStoreServerEndpoint: Int]

    /// Makes custom limits, such as small ones for a test.
    public init(perHour: [AppStoreServerEndpoint: Int]) {
        self.perHour = perHour
    }

    /// The limits of production: 50 requests a second for most endpoints, counted by the hour.
    public static let production = AppStoreServerRateLimits(partOfDocumented: 1)
    /// The limits of the sandbox: a tenth of production's.
    public static let sandbox = AppStoreServerRateLimits(partOfDocumented: 10)

    private init(partOfDocumented divisor: Int) {
        perHour = Dictionary(
            uniqueKeysWithValues: AppStoreServerEndpoint.allCases.map { ($0, $0.documentedRate * 3_600 / divisor) })
    }
}

/// Counts the requests to each endpoint; an hour begins with the first request after the last hour's end (C-143).
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
    ///   - endpoint: The endpoint that the request is for.
    ///   - limits: The limits.
    ///   - now: The wall clock.
    /// - Returns: Nil for a request that is accepted; otherwise when to try again.
    package mutating func admit(
        _ endpoint: AppStoreServerEndpoint, _ limits: AppStoreServerRateLimits, at now: Instant
    ) -> Instant? {
        guard let limit = limits.perHour[endpoint] else { return nil }
        var hour = hours[endpoint] ?? Hour(start: now)
        // A wall clock that was set back begins no new hour: the requests counted so far still count.
        if now.milliseconds(since: hour.start) >= AppStoreServerRateMeter.hour { hour = Hour(start: now) }
        defer { hours[endpoint] = hour }
        guard hour.count < limit else { return hour.start.adding(milliseconds: AppStoreServerRateMeter.hour) }
        hour.count += 1
        return nil
    }
}
