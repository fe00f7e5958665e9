import Foundation
import OfferKit
import OfferKitCore
import Testing

/// Files for the tests of the reader: the sample shop, and small ones made on the spot.
enum ConfigurationFiles {
    /// The file that guides and tests share.
    static let sampleShop = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/OfferKitSamples/SampleShop.storekit")

    /// Reads JSON text.
    static func read(_ text: String) throws(StoreKitConfigurationError) -> StoreKitConfiguration {
        try StoreKitConfiguration(data: Data(text.utf8))
    }

    /// Returns the error of reading JSON text; nil for a success.
    static func error(_ text: String) -> StoreKitConfigurationError? {
        error(Data(text.utf8))
    }

    /// Returns the error of reading; nil for a success.
    static func error(_ data: Data) -> StoreKitConfigurationError? {
        do throws(StoreKitConfigurationError) {
            _ = try StoreKitConfiguration(data: data)
            return nil
        } catch {
            return error
        }
    }

    /// Returns a file of version 4.0 with these members at the top level.
    static func file(_ members: String) -> String {
        #"{ "version": { "major": 4, "minor": 0 }"# + (members.isEmpty ? "" : ", ") + members + " }"
    }

    /// Returns a file with one group `g` and in it these subscriptions.
    static func group(_ subscriptions: String) -> String {
        file(#""subscriptionGroups": [{ "id": "g", "name": "Premium", "subscriptions": [\#(subscriptions)] }]"#)
    }

    /// Returns a file with one monthly subscription `pro` at 9.99 that has these members too.
    static func subscription(_ members: String = "") -> String {
        group(
            #"{ "type": "RecurringSubscription", "productID": "pro", "displayPrice": "9.99", "#
                + #""recurringSubscriptionPeriod": "P1M""# + (members.isEmpty ? "" : ", ") + members + " }")
    }

    /// Returns a file with one promotional offer `half` that has these members too.
    static func promotional(_ members: String) -> String {
        subscription(#""adHocOffers": [{ "offerID": "half", \#(members) }]"#)
    }

    /// Returns the offers of the first subscription.
    static func offers(_ text: String) throws -> [Catalog.Offer] {
        try #require(try read(text).catalog.groups.first?.subscriptions.first?.subscription).offers
    }
}

extension StoreKitConfiguration {
    /// The warnings, except those for missing keys: files written by hand for a test lack most of them.
    var noticed: [Warning] {
        warnings.filter { if case .missingKeys = $0.kind { false } else { true } }
    }
}
