/// A cycle of periods counted from an anchor, so that the anchor's day comes back: 31 January, 28 February, 31 March
/// (C-19).
package struct Cycle: Hashable, Sendable, Codable {
    /// The instant from which periods are counted.
    var anchor: Instant
    /// The number of periods of the product that have begun since.
    var count: UInt32 = 0
}

/// The conclusions about a period that its transaction brings to the subscription.
///
/// They were drawn when the transaction was decided, so that recording it takes no calendar and no rule.
package struct PeriodStart: Hashable, Sendable, Codable {
    /// The further effects of the period.
    struct Effects: OptionSet, Hashable, Sendable, Codable {
        /// The effects as bits.
        let rawValue: UInt8
        /// The effects with these bits.
        init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Service was missing for so long that a new series begins (B14-1, C-28).
        static let startsSeries = Effects(rawValue: 1)
        /// The subscriber's own price is settled: a rise was charged, or the product is another one (B9).
        static let settlesPrice = Effects(rawValue: 2)
        /// An offer that waits for the one that runs goes on waiting (C-50, C-56).
        static let keepsQueuedOffer = Effects(rawValue: 4)
        /// The period uses up the group's introductory offer (B4-1).
        static let usesIntroductoryOffer = Effects(rawValue: 8)
        /// The run of paid service begins anew with it, because the one before lapsed (C-34).
        static let startsRun = Effects(rawValue: 16)
    }

    /// The period's place in its cycle (C-19, C-51).
    let cycle: Cycle
    /// Whole months of paid service in the stretches of the run that are closed now (C-34, C-52).
    let closedMonths: Int32
    /// The further effects of the period.
    let effects: Effects
    /// The end of the code or win-back offer that was redeemed with it (B4-11, B15-8); nil where none was.
    let redemptionEnds: Instant?

    var keepsQueuedOffer: Bool { effects.has(.keepsQueuedOffer) }
}
