/// The waiting times, and the times by which to act (C-162).
///
/// The two days come from the talk's figure: more than nine in ten of those who cancel do so with at least two days
/// left (S3-29). No document has the other numbers. All are days of 24 hours, and negative numbers count as zero.
public struct RetentionTiming: Hashable, Sendable {
    /// The days before the renewal by which a customer who is likely to leave should have been reached.
    public var daysAheadOfRenewal = 2
    /// The days after the end without an offer: a discount right after it teaches people to cancel (S3-30).
    public var daysAfterLapse = 30
    /// The days between two messages, so that they are no spam (S3-31).
    public var daysBetweenMessages = 30

    /// The numbers decided here.
    public init() {}
}
