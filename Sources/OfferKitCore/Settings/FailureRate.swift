/// Renewals whose charges fail as chance has it, by a seed (B7).
public struct FailureRate: Hashable, Sendable, Codable {
    /// The share of renewals that fail, from 0 to 1.
    public let share: Double
    /// Where chance comes from: the same seed lets the same renewals fail.
    public let seed: UInt64
    /// How many days after a failed renewal the customer repairs the payment method by themselves; nil for never.
    public let recoversAfterDays: Int?

    /// A failure rate.
    ///
    /// - Parameters:
    ///   - share: The share of renewals that fail; held between 0 and 1.
    ///   - seed: Where chance comes from.
    ///   - recoversAfterDays: How many days after a failed renewal the customer repairs the payment method; nil for
    ///     never. Under another pace than real time, a sixtieth of billing retry stands for a day.
    public init(share: Double, seed: UInt64, recoversAfterDays: Int? = nil) {
        self.share = share.isNaN ? 0 : min(max(share, 0), 1)
        self.seed = seed
        self.recoversAfterDays = recoversAfterDays
    }

    func fails(customer: CustomerID, at instant: Instant) -> Bool {
        // Chance without a state: each customer and instant has its own number, however often it is asked for. Mixed
        // twice, so that no two customers share a sequence that is only shifted in time.
        var ofCustomer = SplitMix64(seed: seed ^ UInt64(customer.rawValue))
        var chance = SplitMix64(seed: ofCustomer.next() ^ UInt64(bitPattern: instant.millisecondsSince1970))
        return Double(chance.next() >> 11) * 0x1p-53 < share
    }
}
