public import Foundation
import OfferKitCore
import OfferKitServer

extension Product {
    /// The customer's latest transaction of this product, as the app reads it; nil when there is none.
    public var latestTransaction: VerificationResult<Transaction>? {
        get async { await device.app.latestTransaction(for: id) }
    }

    /// The transaction that entitles the customer to this product now; nil when there is none.
    ///
    /// StoreKit prefers ``currentEntitlements``: who shares a subscription in a family may have two.
    public var currentEntitlement: VerificationResult<Transaction>? {
        get async { device.currentEntitlementResult(for: id) }
    }

    /// The transactions that entitle the customer to this product, read when a loop begins.
    public var currentEntitlements: Transaction.Transactions {
        device.app.transactions(.currentEntitlements, for: id, askedAt: .outside(within: 1))
    }

    /// The style in which periods are written for this product, in the device's language.
    public var subscriptionPeriodFormatStyle: SubscriptionPeriodFormatStyle {
        SubscriptionPeriodFormatStyle(locale: priceFormatStyle.locale)
    }

    /// The style in which units of periods are written for this product, in the device's language.
    public var subscriptionPeriodUnitFormatStyle: SubscriptionPeriod.Unit.FormatStyle {
        SubscriptionPeriod.Unit.FormatStyle(locale: priceFormatStyle.locale)
    }
}

extension Product: CustomDebugStringConvertible, CustomReflectable {
    /// The product as JSON; see ``jsonRepresentation``.
    public var debugDescription: String { String(decoding: jsonRepresentation, as: UTF8.self) }

    /// The product's own values; not the device and its store, which everything hangs on.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "type": type.rawValue, "displayName": displayName, "description": description,
                "displayPrice": displayPrice,
            ], displayStyle: .struct)
    }

    /// The product as JSON, with the names that StoreKit uses.
    ///
    /// Where StoreKit has the App Store's own number, this has the product identifier again.
    public var jsonRepresentation: Data {
        let locale = priceFormatStyle.locale.identifier
        let currency = priceFormatStyle.currencyCode
        var offer: [String: JSONValue] = [
            "currencyCode": .string(currency), "price": .string("\(price)"), "priceFormatted": .string(displayPrice),
        ]
        var attributes: [String: JSONValue] = [
            "description": .object(["standard": .string(description)]),
            "icuLocale": .string("\(locale.prefix { $0 != "@" })@currency=\(currency)"),
            "isFamilyShareable": .number(isFamilyShareable ? "1" : "0"), "kind": .string(type.rawValue),
            "name": .string(displayName), "offerName": .string(id),
        ]
        if let subscription {
            offer["recurringSubscriptionPeriod"] = .string(subscription.subscriptionPeriod.iso8601)
            offer["discounts"] = .array(subscription.offers.map(\.json))
            attributes["subscriptionFamilyId"] = .string(subscription.subscriptionGroupID)
            attributes["subscriptionFamilyName"] = .string(subscription.groupDisplayName)
            attributes["subscriptionFamilyRank"] = .number("\(subscription.groupLevel)")
        }
        attributes["offers"] = .array([.object(offer)])
        let json = JSONValue.object([
            "attributes": .object(attributes), "id": .string(id), "type": .string("in-apps"),
            "href": .string("/v1/catalog/\(territory.code.lowercased())/in-apps/\(id)"),
        ])
        return Data(JSONText(json).text.utf8)
    }
}

extension ProductDiscount {
    /// The offer as StoreKit writes introductory ones; the names of the other kinds are OfferKit's own.
    fileprivate var json: JSONValue {
        let kind =
            switch type {
            case .introductory: "IntroOffer"
            case .winBack: "WinBackOffer"
            default: "PromotionalOffer"
            }
        var members: [String: JSONValue] = [
            "type": .string(kind), "modeType": .string(paymentMode.rawValue), "price": .string("\(price)"),
            "priceFormatted": .string(displayPrice), "numOfPeriods": .number("\(periodCount)"),
            "recurringSubscriptionPeriod": .string(period.iso8601),
        ]
        if let id { members["offerId"] = .string(id) }
        return .object(members)
    }
}
