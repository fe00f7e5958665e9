public import Foundation
public import OfferKitCore

// The types of the Advanced Commerce API, so that code that asks for its values compiles. A store here sells what is in
// its catalogue, so every such value is nil and nothing makes one.

extension Transaction {
    /// The things that an app of the Advanced Commerce API sold in a transaction.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things sold.
        public struct Item: Equatable, Hashable, Sendable {
            /// The details of the thing.
            public let details: Details
            /// The refunds; nil for none.
            public let refunds: [Refund]?
            /// The date on which it was taken back; nil while it counts.
            public let revocationDate: Date?
        }

        /// An offer on one of the things sold.
        public struct Offer: Equatable, Hashable, Sendable {
            /// The price under the offer.
            public let price: Decimal
            /// The length of a period.
            public let period: Product.SubscriptionPeriod
            /// The number of periods.
            public let periodCount: Int
            /// The purpose of the offer.
            public let reason: Reason
        }

        /// A refund of one of the things sold.
        public struct Refund: Equatable, Hashable, Sendable {
            /// The reason for the refund.
            public let reason: Reason
            /// The extent of the refund.
            public let type: RefundType
            /// The date of the refund.
            public let date: Date
            /// The amount that was refunded.
            public let amount: Decimal
        }

        /// The identifier of the app's request.
        public let requestReferenceID: String
        /// The tax that was estimated.
        public let estimatedTax: Decimal
        /// The rate of the tax.
        public let taxRate: Decimal
        /// The price without tax.
        public let taxExclusivePrice: Decimal
        /// The kind of tax.
        public let taxCode: String
        /// A description.
        public let description: String?
        /// A name.
        public let displayName: String?
        /// The length of a period; nil for a thing that does not renew.
        public let period: Product.SubscriptionPeriod?
        /// The things sold.
        public let items: [Item]
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    /// The details of a thing sold.
    public struct Details: Equatable, Hashable, Sendable {
        /// The identifier in the app's own catalogue.
        public let sku: String
        /// The name.
        public let displayName: String
        /// The description.
        public let description: String
        /// The offer it was sold with; nil for none.
        public let offer: Transaction.AdvancedCommerceInfo.Offer?
        /// The price.
        public let price: Decimal
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    /// The purposes of an offer.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// Creates the reason with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// To win a customer.
        public static let acquisition = Reason(rawValue: "ACQUISITION")
        /// To keep a customer.
        public static let retention = Reason(rawValue: "RETENTION")
        /// To win a customer back.
        public static let winBack = Reason(rawValue: "WIN_BACK")
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    /// The reasons why something was refunded.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// Creates the reason with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The law asks for it.
        public static let legal = Reason(rawValue: "LEGAL")
        /// The things sold were changed.
        public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")
        /// It was bought by mistake.
        public static let unintended = Reason(rawValue: "UNINTENDED_PURCHASE")
        /// It was not delivered.
        public static let unfulfilled = Reason(rawValue: "FULFILLMENT_ISSUE")
        /// The customer was not content.
        public static let unsatisfied = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")
        /// Another reason.
        public static let other = Reason(rawValue: "OTHER")
    }

    /// The extent of a refund.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RefundType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// Creates the type with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// An amount of the app's choice.
        public static let custom = RefundType(rawValue: "CUSTOM")
        /// For the time that was left.
        public static let proRated = RefundType(rawValue: "PRORATED")
        /// All of it.
        public static let full = RefundType(rawValue: "FULL")
    }
}

extension RenewalInfo {
    /// The things that an app of the Advanced Commerce API will renew.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things that will renew.
        public struct Item: Equatable, Hashable, Sendable {
            /// StoreKit's name for the details of a thing.
            public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

            /// The details of the thing.
            public let details: Details
        }

        /// A token of the app's request.
        public let consistencyToken: String
        /// The identifier of the app's request.
        public let requestReferenceID: String
        /// The kind of tax.
        public let taxCode: String
        /// A description.
        public let description: String
        /// A name.
        public let displayName: String
        /// The length of a period.
        public let period: Product.SubscriptionPeriod
        /// The things that will renew.
        public let items: [Item]
    }
}
