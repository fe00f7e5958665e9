import Foundation
import NIOConcurrencyHelpers

/// How often a user may ask: a number of requests each minute, with a pause before more.
final class RateLimit: Sendable {
    private let perMinute: Double
    private let mostUsers: Int
    private let buckets = NIOLockedValueBox<[String: (left: Double, at: Date)]>([:])

    /// - Parameters:
    ///   - perMinute: How many requests.
    ///   - mostUsers: More users than this are not remembered at a time.
    init(perMinute: Int, mostUsers: Int = 100_000) {
        self.perMinute = Double(perMinute)
        self.mostUsers = mostUsers
    }

    /// Counts a request of a user that there is.
    ///
    /// - Throws: ``BackendError`` with the status 429.
    func count(_ user: String, at now: Date) throws {
        let wait: Double? = buckets.withLockedValue { buckets in
            if buckets.count >= mostUsers, buckets[user] == nil {
                // Whoever asked nothing for a minute may ask all again; then those go who asked longest ago.
                buckets = buckets.filter { now.timeIntervalSince($0.value.at) < 60 }
                let excess = buckets.count - mostUsers * 9 / 10
                for (user, _) in buckets.sorted(by: { $0.value.at < $1.value.at }).prefix(max(0, excess)) {
                    buckets[user] = nil
                }
            }
            let before = buckets[user] ?? (perMinute, now)
            let left = min(perMinute, before.left + max(0, now.timeIntervalSince(before.at)) * perMinute / 60)
            guard left >= 1 else {
                buckets[user] = (left, now)
                return (1 - left) * 60 / perMinute
            }
            buckets[user] = (left - 1, now)
            return nil
        }
        guard let wait else { return }
        throw BackendError(
            429, "tooManyRequests", "This user asks too often: at most \(Int(perMinute)) times a minute.",
            retryAfter: max(1, Int(wait.rounded(.up))))
    }
}
