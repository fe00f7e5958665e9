/// How the App Store reaches a customer whose renewal failed (S3-14).
public enum OutreachChannel: UInt8, Hashable, Sendable, Codable {
    /// A banner in the App Store.
    case banner
    /// An e-mail.
    case email
    /// A push notification.
    case push
}

/// When the App Store writes to customers whose renewal failed (S3-15).
///
/// The banner appears at the start; e-mails and pushes come at several points that no document names, so the days are
/// yours to set. Under another pace than real time a sixtieth of billing retry stands for a day.
public struct OutreachPlan: Hashable, Sendable, Codable {
    /// One message.
    public struct Step: Hashable, Sendable, Codable {
        /// Days after the renewal failed, from 0 to 59.
        public let day: Int
        /// How the message comes.
        public let channel: OutreachChannel
    }

    /// The messages in the order in which they come.
    public let steps: [Step]

    /// A plan; days outside 0 to 59 are left out.
    public init(bannerDays: [Int] = [0], emailDays: [Int], pushDays: [Int]) {
        let all = [(bannerDays, OutreachChannel.banner), (emailDays, .email), (pushDays, .push)]
        steps = all.flatMap { days, channel in days.map { Step(day: $0, channel: channel) } }
            .filter { 0..<60 ~= $0.day }
            .sorted { ($0.day, $0.channel.rawValue) < ($1.day, $1.channel.rawValue) }
    }

    /// A banner and an e-mail at the start, then a push or an e-mail every week or so: our own choice of days.
    public static let standard = OutreachPlan(emailDays: [0, 7, 21, 45], pushDays: [3, 14, 30])
    /// Nobody is written to.
    public static let none = OutreachPlan(bannerDays: [], emailDays: [], pushDays: [])
}

/// What is known of a failed renewal while the store goes on trying.
struct RetryRecord: Hashable, Sendable, Codable {
    /// When the renewal failed.
    let since: Instant
    /// How many messages the customer got.
    var sent = 0
    /// When the next attempt is due; nil when nothing is planned (C-55).
    var attemptDue: Instant?
}

extension StoreState {
    /// The next message to a subscriber whose renewal failed, and when it is due.
    func nextOutreach(of subscription: SubscriptionIndex) -> (due: Instant, channel: OutreachChannel)? {
        guard let record = retries[subscription], record.sent < rules.outreach.steps.count else { return nil }
        let step = rules.outreach.steps[record.sent]
        return (record.since.adding(milliseconds: retryDays(step.day)), step.channel)
    }

    /// So many days of billing retry, in milliseconds: a day is a sixtieth of it, whatever the pace.
    func retryDays(_ days: Int) -> Int64 {
        let days = Int64(min(max(days, 0), 60))
        return pace.billingRetry / 60 * days + pace.billingRetry % 60 * days / 60
    }
}
