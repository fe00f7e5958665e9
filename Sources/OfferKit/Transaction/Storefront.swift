public import Foundation
package import OfferKitCore

/// The App Store of one country or region, as transactions name it (B0-7).
public struct Storefront: Identifiable, Sendable {
    /// The type of ``id``.
    public typealias ID = String

    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    public let countryCode: String
    /// Apple's number for the storefront, such as `143441`.
    public let id: String
    /// The currency customers are charged in there.
    public let currency: Locale.Currency?

    init(countryCode: String, id: String, currencyCode: String?) {
        self.countryCode = countryCode
        self.id = id
        currency = currencyCode.map { Locale.Currency($0) }
    }

    /// The storefront of a territory; its identifier is empty where the territory has none.
    package init(_ territory: Territory) {
        self.init(
            countryCode: territory.code, id: territory.storefrontID.map { String($0) } ?? "",
            currencyCode: territory.currency)
    }
}
