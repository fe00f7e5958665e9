/// The store's decisions where the documents are silent or contradict one another, all in one value.
///
/// Each field is named for what it decides and cites the decision in `Documentation/Rules.md`. Start
/// from a preset and change what you need:
///
/// ```swift
/// var rules = StoreRules.documents
/// rules.emptyUserName = .missing
/// ```
public struct StoreRules: Hashable, Sendable, Codable {
    /// The meaning of an application user name that is set to the empty string on purpose.
    public enum EmptyUserName: Hashable, Sendable, Codable {
        /// The signature is checked with an empty part, as S1-35 shows.
        case accepted
        /// A part of the payload is missing, as S0-72 says to the letter.
        case missing
    }

    /// Decides C-1: what a user name set to the empty string means.
    ///
    /// A user name that was never set is missing under both.
    public var emptyUserName: EmptyUserName = .accepted
    /// Decides C-2: whether a signature over the user name in lower case is good for the name as it was sent.
    ///
    /// Apple's server library makes such signatures. If not, the signed name and the one sent are the same letter by
    /// letter (S0-65, S0-71).
    public var acceptsLowercasedUserName = true
    /// The most that a signature's timestamp may be ahead of the store's clock (C-5).
    ///
    /// Zero unless changed.
    public var allowedClockSkew: TimeStep = .zero
    /// Whether access that the family shared counts as a subscription for promotional offers (C-9).
    ///
    /// False unless changed: only a customer who bought a subscription has subscribed (S0-75).
    public var familySharedCountsForPromotionalOffers = false
    /// The lead of the store's calendar days over UTC, a day at most (C-19, C-98).
    ///
    /// Zero unless changed. The months and years of periods are counted on that calendar: a month from 30 January 2026,
    /// 20:00 UTC, ends on 28 February; where days begin six hours earlier it begins on the 31st and ends on 27
    /// February, 20:00 UTC. The offset is the same all year.
    public var calendarOffset: TimeStep = .zero
    /// The number of code redemptions that one app may create in a calendar quarter (C-14).
    public var codesPerQuarter = 150_000
    /// Decides C-38: whether offer codes can be redeemed outside production, which S1-54 denies.
    public var redeemsCodesOutsideProduction = true
    /// Decides C-36: whether a subscription may have several introductory offers that do not overlap in a storefront.
    ///
    /// If not, it has no more than one (S1-7).
    public var allowsSeveralIntroductoryOffers = true
    /// Decides C-20: whether grace of a weekly product is at most six days.
    ///
    /// If not, it lasts as long as the setting says (S3-22).
    public var capsWeeklyGrace = true
    /// Whether an offer's length must be one that its payment mode allows (B1-24, C-32).
    public var enforcesOfferDurations = true
    /// Decides C-17: whether a subscription whose product is not for sale at the renewal ends at once (B6), instead of
    /// going into billing retry, from which it recovers when the product is back (S3-45).
    public var expiresAtOnceWhenRemovedFromSale = false
    /// Decides S4-37: whether StoreKit adds the win-back offer of a purchase intent that the app forgot, on the systems
    /// that do so.
    public var addsForgottenIntentOffer = true
    /// Decides C-25: whether a promotional offer or a code that is redeemed by a customer without a subscription sends
    /// `OFFER_REDEEMED` instead of `SUBSCRIBED`, as before January 2024.
    public var offerRedeemedWhenInactive = true
    /// The days on which the App Store writes to customers whose renewal failed (S3-15).
    public var outreach: OutreachPlan = .standard
    /// Decides C-220: whether a promotional offer on a product that can have none is passed over.
    ///
    /// Such a product, a consumable for instance, is then bought at its price. If not, the purchase is refused as
    /// `invalidOfferIdentifier` (S0-67).
    public var passesOverOffersOnOtherProducts = false
    /// Decides C-221: whether apps see transactions numbered from 0, and from 0 again once a test erased everything.
    ///
    /// If not, the numbers begin where the store says (C-155), and none is used twice (C-124). The store's log and
    /// reports use the latter numbers in any case; calls that take a transaction's number mean the one that apps see.
    public var numbersFromZero = false

    /// The rules as the five documents behind this library state them (`Documentation/Rules.md`): the default.
    public static let documents = StoreRules()

    /// The rules as Apple's present documentation states them wherever it differs from the older documents.
    public static let today: StoreRules = {
        var rules = StoreRules.documents
        rules.codesPerQuarter = 1_000_000
        rules.expiresAtOnceWhenRemovedFromSale = true
        rules.offerRedeemedWhenInactive = false
        return rules
    }()

    /// The rules of `SKTestSession`: the documents, except where Apple's test environment has been seen to differ.
    public static let testEnvironment: StoreRules = {
        var rules = StoreRules.documents
        rules.passesOverOffersOnOtherProducts = true
        rules.numbersFromZero = true
        return rules
    }()
}
