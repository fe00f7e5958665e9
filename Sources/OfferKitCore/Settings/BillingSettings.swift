/// The app's billing grace period, as App Store Connect configures it (S3-49).
///
/// It is fixed for a customer at the moment a renewal fails: a later change does not touch that subscription (B7-6).
public struct BillingGracePeriod: Hashable, Sendable, Codable {
    /// The length of the grace period, in which service goes on while the charge fails (B7-5).
    public enum Duration: Hashable, Sendable, Codable {
        /// Three days, for weekly products too.
        case threeDays
        /// Sixteen days; six for weekly products (C-20).
        case sixteenDays
        /// Twenty-eight days; six for weekly products (C-20).
        case twentyEightDays

        func days(weekly: Bool) -> Int64 {
            switch self {
            case .threeDays: 3
            case .sixteenDays: weekly ? 6 : 16
            case .twentyEightDays: weekly ? 6 : 28
            }
        }
    }

    /// The failed renewals that get a grace period (B7-7).
    public enum Eligibility: Hashable, Sendable, Codable {
        /// Every failed renewal.
        case allRenewals
        /// Failed renewals after a paid period: none for a free period that fails to turn into a paid one.
        case paidToPaidOnly
    }

    /// The environments in which the grace period applies (S3-49).
    public enum Environments: Hashable, Sendable, Codable {
        /// In test environments only: ``StoreEnvironment/sandbox`` and ``StoreEnvironment/xcode``.
        case sandboxOnly
        /// Everywhere.
        case sandboxAndProduction
    }

    /// The length.
    public var duration: Duration
    /// The failed renewals that get it.
    public var eligibility: Eligibility
    /// The environments in which it applies.
    public var environments: Environments

    /// A grace period of that length; for every failed renewal, everywhere, unless told otherwise.
    public init(
        _ duration: Duration, eligibility: Eligibility = .allRenewals,
        environments: Environments = .sandboxAndProduction
    ) {
        self.duration = duration
        self.eligibility = eligibility
        self.environments = environments
    }

    /// Three days, for every failed renewal, everywhere.
    public static let threeDays = BillingGracePeriod(.threeDays)
    /// Sixteen days, for every failed renewal, everywhere; six for weekly products (C-20).
    public static let sixteenDays = BillingGracePeriod(.sixteenDays)
    /// Twenty-eight days, for every failed renewal, everywhere; six for weekly products (C-20).
    public static let twentyEightDays = BillingGracePeriod(.twentyEightDays)
}

/// The share of renewals whose charges fail by chance, which a seed decides (B7).
public struct FailureRate: Hashable, Sendable, Codable {
    /// The share of renewals that fail, from 0 to 1.
    public let share: Double
    /// The seed of the chance: the same seed lets the same renewals fail.
    public let seed: UInt64
    /// The days from a failed renewal until the customer repairs the payment method by themselves; nil for never.
    public let recoversAfterDays: Int?

    /// A failure rate.
    ///
    /// - Parameters:
    ///   - share: The share of renewals that fail; held between 0 and 1.
    ///   - seed: The seed of the chance.
    ///   - recoversAfterDays: The days from a failed renewal until the customer repairs the payment method; nil for
    ///     never. Under another pace than real time, a sixtieth of billing retry stands for a day.
    public init(share: Double, seed: UInt64, recoversAfterDays: Int? = nil) {
        self.share = share.isNaN ? 0 : min(max(share, 0), 1)
        self.seed = seed
        self.recoversAfterDays = recoversAfterDays
    }

    /// Whether the share is from 0 to 1; the initializer holds it there, and saved values do not pass through that.
    var isPossible: Bool { 0...1 ~= share }

    func fails(customer: CustomerID, at instant: Instant) -> Bool {
        // The chance has no state: each customer and instant has its own number, however often it is asked for. It is
        // mixed twice, so that no two customers share a sequence that is only shifted in time.
        var ofCustomer = SplitMix64(seed: seed ^ UInt64(customer.rawValue))
        var chance = SplitMix64(seed: ofCustomer.next() ^ UInt64(bitPattern: instant.millisecondsSince1970))
        return Double(chance.next() >> 11) * 0x1p-53 < share
    }
}

/// A way in which the App Store reaches a customer whose renewal failed (S3-14).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OutreachChannel: UInt8, Hashable, Sendable, Codable {
    /// A banner in the App Store.
    case banner
    /// An e-mail.
    case email
    /// A push notification.
    case push
}

/// The days on which the App Store writes to customers whose renewal failed (S3-15).
///
/// The banner appears at the start; e-mails and pushes come at several points that no document names, so the days are
/// yours to set. Under another pace than real time a sixtieth of billing retry stands for a day.
public struct OutreachPlan: Hashable, Sendable, Codable {
    /// One message.
    struct Step: Hashable, Sendable, Codable {
        /// Days after the renewal failed, from 0 to 59.
        let day: Int
        /// The way in which the message comes.
        let channel: OutreachChannel
    }

    /// The messages in the order in which they come.
    let steps: [Step]

    /// A plan; days outside 0 to 59 are left out.
    public init(bannerDays: [Int] = [0], emailDays: [Int], pushDays: [Int]) {
        let all = [(bannerDays, OutreachChannel.banner), (emailDays, .email), (pushDays, .push)]
        steps = all.flatMap { days, channel in days.map { Step(day: $0, channel: channel) } }
            .filter { 0..<60 ~= $0.day }
            .sorted(by: OutreachPlan.precedes)
    }

    /// Reads the messages, which have days from 0 to 59 and stand in their order.
    public init(from decoder: any Decoder) throws {
        steps = try decoder.container(keyedBy: CodingKeys.self).decode([Step].self, forKey: .steps)
        for (place, step) in steps.enumerated() {
            guard 0..<60 ~= step.day else {
                throw decoder.corrupted("Message \(place) of outreach has day \(step.day), outside 0 to 59.")
            }
            guard place == 0 || !OutreachPlan.precedes(step, steps[place - 1]) else {
                throw decoder.corrupted("Message \(place) of outreach stands behind one that comes later.")
            }
        }
    }

    private static func precedes(_ a: Step, _ b: Step) -> Bool {
        (a.day, a.channel.rawValue) < (b.day, b.channel.rawValue)
    }

    /// A banner and an e-mail at the start, then a push or an e-mail every week or so: our own choice of days (C-86).
    public static let standard = OutreachPlan(emailDays: [0, 7, 21, 45], pushDays: [3, 14, 30])
    /// No messages.
    public static let none = OutreachPlan(bannerDays: [], emailDays: [], pushDays: [])
}

/// The days of billing retry on which the message about a billing problem comes (B7-15).
///
/// Days are counted from 1, the day of the failure: every day on days 1 to 3, every third on days 4 to 16, every fourth
/// on days 17 to 30, every fifth on days 31 to 60.
enum BillingMessageSchedule {
    /// Whole days after the failure.
    static let days: [Int] =
        [0, 1, 2] + stride(from: 3, through: 15, by: 3) + stride(from: 16, through: 29, by: 4)
        + stride(from: 30, through: 59, by: 5)
}
