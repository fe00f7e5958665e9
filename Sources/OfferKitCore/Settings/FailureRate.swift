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

    func fails(customer: CustomerID, at instant: Instant) -> Bool {
        // The chance has no state: each customer and instant has its own number, however often it is asked for. It is
        // mixed twice, so that no two customers share a sequence that is only shifted in time.
        var ofCustomer = SplitMix64(seed: seed ^ UInt64(customer.rawValue))
        var chance = SplitMix64(seed: ofCustomer.next() ^ UInt64(bitPattern: instant.millisecondsSince1970))
        return Double(chance.next() >> 11) * 0x1p-53 < share
    }
}
