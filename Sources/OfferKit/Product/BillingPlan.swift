public import Foundation
public import OfferKitCore

// Billing plans of the 26.4 SDK, as far as a store here has any: every subscription is paid for in advance, period by
// period, and none commits the customer to more than the period.

extension Product.SubscriptionInfo {
    /// StoreKit's name for the time that one charge pays for.
    public typealias BillingPeriod = Product.SubscriptionPeriod

    /// A way in which a subscription is charged.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct BillingPlanType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The plan's name.
        public let rawValue: String

        /// Creates the plan of that name, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// In monthly instalments of a longer commitment; no subscription here has it.
        public static let monthly = BillingPlanType(rawValue: "monthly")
        /// In advance, for the whole period: as every subscription here.
        public static let upFront = BillingPlanType(rawValue: "upFront")
    }

    /// The commitment of a customer under a billing plan.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The price of the whole commitment.
        public let price: Decimal
        /// The price as text.
        public let displayPrice: String
        /// The length of the commitment.
        public let period: Product.SubscriptionPeriod
    }

    /// The terms of one billing plan.
    public struct PricingTerms: Equatable, Hashable, Sendable {
        /// The plan.
        public let billingPlanType: BillingPlanType
        /// The time that one charge pays for.
        public let billingPeriod: BillingPeriod
        /// The price of one charge.
        public let billingPrice: Decimal
        /// The price as text.
        public let billingDisplayPrice: String
        /// The customer's commitment.
        public let commitmentInfo: CommitmentInfo
        /// The offers of this plan.
        public let subscriptionOffers: [Product.SubscriptionOffer]

        /// Returns the offers of a kind.
        public subscript(offers type: Product.SubscriptionOffer.OfferType) -> [Product.SubscriptionOffer] {
            subscriptionOffers.filter { $0.type == type }
        }
    }

    /// The terms of each billing plan: one, charged in advance, without a commitment beyond the period.
    public var pricingTerms: [PricingTerms] {
        [
            PricingTerms(
                billingPlanType: .upFront, billingPeriod: subscriptionPeriod, billingPrice: price,
                billingDisplayPrice: displayPrice,
                commitmentInfo: CommitmentInfo(price: price, displayPrice: displayPrice, period: subscriptionPeriod),
                subscriptionOffers: offers)
        ]
    }

    /// Every offer: introductory, promotional, win-back.
    var offers: [Product.SubscriptionOffer] {
        (introductoryOffer.map { [$0] } ?? []) + promotionalOffers + winBackOffers
    }
}

extension Product.PurchaseOption {
    /// Makes an option for the billing plan to buy; any but `upFront` is refused as `StoreKitError.unsupported`.
    public static func billingPlanType(_ type: Product.SubscriptionInfo.BillingPlanType) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .billingPlan(type))
    }

    /// Whether the option asks for a billing plan that no store here sells.
    var isUnsupported: Bool { if case .billingPlan(let type) = kind { type != .upFront } else { false } }
}

extension Transaction {
    /// A commitment that a transaction is one instalment of.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The number of the instalment.
        public let billingPeriodNumber: UInt64
        /// The number of all instalments.
        public let totalBillingPeriods: UInt64
        /// The end of the commitment.
        public let expirationDate: Date
        /// The price of the whole commitment.
        public let price: Decimal
    }

    /// The billing plan it was bought with; nil, because no subscription here has more than one.
    public var billingPlanType: Product.SubscriptionInfo.BillingPlanType? { nil }
    /// The commitment it is an instalment of; nil, because no subscription here is paid in instalments.
    public var commitmentInfo: CommitmentInfo? { nil }
}

extension RenewalInfo {
    /// The renewal of a commitment at its end.
    public struct CommitmentInfo: Equatable, Hashable, Sendable {
        /// The product that follows; nil when nothing will renew.
        public let autoRenewPreference: String?
        /// The billing plan that follows.
        public let renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType
        /// The date on which the commitment renews.
        public let renewalDate: Date
        /// The price of the renewal.
        public let renewalPrice: Decimal
        /// Whether the commitment renews.
        public let willAutoRenew: Bool
    }

    /// The renewal of a commitment at its end; nil, because no subscription here is paid in instalments.
    public var commitmentInfo: CommitmentInfo? { nil }
    /// The billing plan that follows; nil, because no subscription here has more than one.
    public var renewalBillingPlanType: Product.SubscriptionInfo.BillingPlanType? { nil }
}
