public import OfferKitCore

extension SubscriberFacts {
    /// The status of a subscription, as a number of the App Store Server API.
    public enum Status: Int, Hashable, Sendable, CaseIterable, Codable {
        /// There never was a subscription.
        case neverSubscribed = 0
        /// The subscription runs.
        case active = 1
        /// The subscription is over.
        case expired = 2
        /// A renewal failed, and the customer has no access while the App Store tries again.
        case inBillingRetry = 3
        /// A renewal failed, and the customer keeps access while the App Store tries again.
        case inGracePeriod = 4
        /// The subscription was refunded, or access was taken back.
        case revoked = 5
    }

    /// A plan of the subscription group: a product with its level of service and its length.
    public struct Plan: Hashable, Sendable {
        /// The product's identifier.
        public var productID: String
        /// The level of service, 1 the highest.
        public var level: Int
        /// The length of a period.
        public var period: SubscriptionPeriod

        /// A plan.
        public init(_ productID: String, level: Int, period: SubscriptionPeriod) {
            self.productID = productID
            self.level = level
            self.period = period
        }

        /// Returns whether this plan is lower: a lower level of service, or on the same level a shorter period.
        ///
        /// The talk calls both a yearly plan and one with more content the higher one (S0-100, S0-126, C-161). For the
        /// comparison of lengths a month has 30 days and a year 365.
        public func isBelow(_ other: Plan) -> Bool {
            level != other.level ? level > other.level : Plan.days(period) < Plan.days(other.period)
        }

        /// Whether a higher plan can exist: this one is not of the first level, or is shorter than a year (C-161).
        public var isLow: Bool { level > 1 || Plan.days(period) < 360 }

        /// Returns the days of a period, which has at most 10,000 units, so that the result stays small.
        private static func days(_ period: SubscriptionPeriod) -> Int {
            switch period.unit {
            case .day: period.value
            case .week: period.value * 7
            case .month: period.value * 30
            case .year: period.value * 365
            }
        }
    }

    /// A share of a whole, from 0 to 1: of the content, of certainty, of a price.
    ///
    /// ```swift
    /// facts.contentShare = .init(watched / all)   // 0 of 0 is nil
    /// let threshold: SubscriberFacts.Share = 0.1
    /// ```
    public struct Share: Hashable, Comparable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
        /// The share, from 0 to 1; never a NaN.
        public let value: Double

        /// The share nearest to a number, or nil for a NaN (C-164).
        public init?(_ value: Double) {
            guard !value.isNaN else { return nil }
            self.value = min(max(value, 0), 1)
        }

        /// The share nearest to a literal such as `0.1`.
        public init(floatLiteral value: Double) { self.value = Share(value)?.value ?? 0 }

        /// The share nearest to a whole number: 0 or 1.
        public init(integerLiteral value: Int) { self.value = value > 0 ? 1 : 0 }

        /// Returns whether a share is smaller than another.
        public static func < (a: Share, b: Share) -> Bool { a.value < b.value }
    }
}

extension SubscriberFacts.Status: CustomStringConvertible {
    /// The status with its number: `expired (2)`.
    public var description: String {
        switch self {
        case .neverSubscribed: "never subscribed"
        case .active: "active (1)"
        case .expired: "expired (2)"
        case .inBillingRetry: "in billing retry (3)"
        case .inGracePeriod: "in the grace period (4)"
        case .revoked: "revoked (5)"
        }
    }
}

extension SubscriberFacts.Share: CustomStringConvertible {
    /// The share in per cent, to a tenth: `12.5 %`.
    public var description: String {
        let tenths = Int((value * 1_000).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
    }
}
