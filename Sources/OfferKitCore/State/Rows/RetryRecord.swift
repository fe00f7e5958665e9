/// What is known of a failed renewal while the store goes on trying.
struct RetryRecord: Hashable, Sendable, Codable {
    /// When the renewal failed.
    let since: Instant
    /// Why.
    let failure: RenewalFailure
    /// How many messages the customer got.
    var sent = 0
    /// When the next attempt is due; nil when nothing is planned (C-55).
    var attemptDue: Instant?
}
