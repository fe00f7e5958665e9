public import Foundation
public import OfferKitCore

// The types of the Advanced Commerce API, so that code that asks for its values compiles. A store here sells what is in its
// catalogue, so every such value is nil and nothing makes one.

extension Transaction {
    /// What an app of the Advanced Commerce API sold in a transaction.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things sold.
        public struct Item: Equatable, Hashable, Sendable {
            /// What it is.
            public let details: Details
            /// What came back of it; nil for nothing.
            public let refunds: [Refund]?
            /// When it was taken back; nil while it counts.
            public let revocationDate: Date?
        }

        /// An offer on one of the things sold.
        public struct Offer: Equatable, Hashable, Sendable {
            /// What it costs.
            public let price: Decimal
            /// The length of a period.
            public let period: Product.SubscriptionPeriod
            /// How many periods.
            public let periodCount: Int
            /// What it is for.
            public let reason: Reason
        }

        /// A refund of one of the things sold.
        public struct Refund: Equatable, Hashable, Sendable {
            /// Why.
            public let reason: Reason
            /// How much of it.
            public let type: RefundType
            /// When.
            public let date: Date
            /// What came back.
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
        /// The length of a period; nil for what does not renew.
        public let period: Product.SubscriptionPeriod?
        /// The things sold.
        public let items: [Item]
    }
}

extension Transaction.AdvancedCommerceInfo.Item {
    /// What a thing sold is.
    public struct Details: Equatable, Hashable, Sendable {
        /// Its identifier in the app's own catalogue.
        public let sku: String
        /// Its name.
        public let displayName: String
        /// Its description.
        public let description: String
        /// The offer it was sold with; nil for none.
        public let offer: Transaction.AdvancedCommerceInfo.Offer?
        /// Its price.
        public let price: Decimal
    }
}

extension Transaction.AdvancedCommerceInfo.Offer {
    /// What an offer is for.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The reason with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// To win a customer.
        public static let acquisition = Reason(rawValue: "ACQUISITION")
        /// To keep one.
        public static let retention = Reason(rawValue: "RETENTION")
        /// To win one back.
        public static let winBack = Reason(rawValue: "WIN_BACK")
    }
}

extension Transaction.AdvancedCommerceInfo.Refund {
    /// Why something was refunded.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The reason with that text, known or not.
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

    /// How much of something was refunded.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RefundType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The type with that text, known or not.
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
    /// What an app of the Advanced Commerce API will renew.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// One of the things that will renew.
        public struct Item: Equatable, Hashable, Sendable {
            /// StoreKit's name for what a thing is.
            public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

            /// What it is.
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
