/// How long to wait, and until when there is time (C-162).
///
/// The two days come from the talk's figure: more than nine in ten of those who cancel do so with at least two days left
/// (S3-29). The other numbers no document has. All are days of 24 hours, and less than nothing counts as nothing.
public struct RetentionTiming: Hashable, Sendable {
    /// Until how many days before the renewal somebody who is likely to leave should have been reached.
    public var daysAheadOfRenewal = 2
    /// For how many days after the end nothing is offered: a discount right after it teaches people to cancel (S3-30).
    public var daysAfterLapse = 30
    /// How many days lie between two messages, so that they are no spam (S3-31).
    public var daysBetweenMessages = 30

    /// The days decided here.
    public init() {}
}
