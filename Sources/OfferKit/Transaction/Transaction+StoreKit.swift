public import Foundation
import OfferKitServer

// StoreKit's older and newer names for what a transaction says. None is marked as deprecated (C-114): StoreKit marks by
// system version, and there is none here to go by.

extension Transaction {
    /// StoreKit's name for the extent to which a transaction was taken back.
    public typealias RevocationType = TransactionPayload.RevocationType

    /// The extent to which it was taken back (B10-10); nil while it counts.
    public var revocationType: RevocationType? { content.revocationType }
    /// The text of ``revocationType``, for older systems.
    public var revocationTypeStringRepresentation: String? { revocationType?.rawValue }
    /// The share of the price that came back, from 0 to 100 (B10-10, C-107); nil while nothing did.
    public var revocationPercentage: Decimal? { content.revocationPercentage.map { Decimal($0) / 1000 } }

    /// The kind of the offer; the older name of `offer?.type`, without StoreKit's mark (C-114).
    public var offerType: OfferType? { offer?.type }
    /// The offer's identifier; the older name of `offer?.id`.
    public var offerID: String? { offer?.id }
    /// The way in which the offer is paid for, such as `FREE_TRIAL`; the older name of `offer?.paymentMode?.rawValue`.
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }
    /// The length of the whole offer as an ISO 8601 duration, such as `P1W`; the older name of `offer?.period`.
    public var offerPeriodStringRepresentation: String? { offer?.period?.iso8601 }
    /// The text of ``environment``, for older systems.
    public var environmentStringRepresentation: String { environment.rawValue }
    /// The text of ``reason``, for older systems.
    public var reasonStringRepresentation: String { reason.rawValue }
    /// The ISO 3166-1 alpha-3 code of the App Store it was bought in; the older name of `storefront.countryCode`.
    public var storefrontCountryCode: String { storefront.countryCode }
    /// The things that an app of the Advanced Commerce API sold; nil, because a store here sells what is in its
    /// catalogue.
    public var advancedCommerceInfo: AdvancedCommerceInfo? { nil }
}

extension TransactionPayload.RevocationType {
    /// StoreKit's name for ``familyRevoke``.
    public static let familyRevocation = TransactionPayload.RevocationType.familyRevoke
    /// The end of an assignment to the customer; no store here makes it.
    public static let assignmentRevocation = TransactionPayload.RevocationType(rawValue: "ASSIGNMENT_REVOKE")
}

extension TransactionPayload.OwnershipType {
    /// An organisation assigned it to the customer; no store here makes it.
    public static let assigned = TransactionPayload.OwnershipType(rawValue: "ASSIGNED")
}

extension TransactionPayload.OfferDiscountType {
    /// A one-time product at a reduced price; no store here makes it.
    public static let oneTime = TransactionPayload.OfferDiscountType(rawValue: "ONE_TIME")
}

extension RenewalInfo {
    /// The kind of the offer that applies at the next renewal; the older name of `offer?.type`.
    public var offerType: Transaction.OfferType? { offer?.type }
    /// The identifier of that offer; the older name of `offer?.id`.
    public var offerID: String? { offer?.id }
    /// The way in which that offer is paid for; the older name of `offer?.paymentMode?.rawValue`.
    public var offerPaymentModeStringRepresentation: String? { offer?.paymentMode?.rawValue }
    /// The length of that whole offer as an ISO 8601 duration; the older name of `offer?.period`.
    public var offerPeriodStringRepresentation: String? { offer?.period?.iso8601 }
    /// The text of ``environment``, for older systems.
    public var environmentStringRepresentation: String { environment.rawValue }
    /// The things that an app of the Advanced Commerce API sold; nil, because a store here sells what is in its
    /// catalogue.
    public var advancedCommerceInfo: AdvancedCommerceInfo? { nil }
}
