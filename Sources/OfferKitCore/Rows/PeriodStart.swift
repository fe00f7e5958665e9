/// A cycle of periods counted from an anchor, so that the anchor's day comes back: 31 January, 28 February, 31 March
/// (C-19).
package struct Cycle: Hashable, Sendable, Codable {
    /// The instant from which periods are counted.
    package var anchor: Instant
    /// How many periods of the product have begun since.
    package var count: UInt32 = 0
}

/// What a transaction brings to its subscription besides itself: all that was concluded when it was decided, so that
/// recording it takes no calendar and no rule.
package struct PeriodStart: Hashable, Sendable, Codable {
    /// What else the period does.
    package struct Effects: OptionSet, Hashable, Sendable, Codable {
        /// The effects as bits.
        package let rawValue: UInt8
        /// The effects with these bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Service was missing for so long that a new series begins (B14-1, C-28).
        static let startsSeries = Effects(rawValue: 1)
        /// It settles what the subscriber's own price was: a rise was charged, or the product is another one (B9).
        static let settlesPrice = Effects(rawValue: 2)
        /// An offer that waits for the one that runs goes on waiting (C-50, C-56).
        static let keepsQueuedOffer = Effects(rawValue: 4)
        /// It uses up the group's introductory offer (B4-1).
        static let usesIntroductoryOffer = Effects(rawValue: 8)
        /// The run of paid service begins anew with it, because the one before lapsed (C-34).
        static let startsRun = Effects(rawValue: 16)
    }

    /// Where the period stands in its cycle (C-19, C-51).
    package let cycle: Cycle
    /// Whole months of paid service in the stretches of the run that are closed now (C-34, C-52).
    package let closedMonths: Int32
    /// What else the period does.
    package let effects: Effects
    /// When the offer ends that was redeemed with it, code or win-back (B4-11, B15-8); nil where none was.
    package let redemptionEnds: Instant?

    var keepsQueuedOffer: Bool { effects.contains(.keepsQueuedOffer) }
}
