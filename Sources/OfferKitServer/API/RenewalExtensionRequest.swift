package import OfferKitCore

/// The body of Extend a Subscription Renewal Date (B10-9), which the call for all subscribers has in common with it.
package struct RenewalExtensionRequest: Hashable, Sendable {
    /// The number of days, from 1 to 90.
    package let days: Int
    /// The reason: 0 undeclared, 1 to satisfy the customer, 2 other, 3 an outage.
    ///
    /// The store ignores it.
    let reason: Int
    /// The developer's name for the request, at most 128 bytes, by which a request for all subscribers is known later.
    package let identifier: String

    /// Reads a body.
    ///
    /// - Throws: The error of the first member that is missing or invalid.
    package init(_ body: ServerRequestBody) throws(AppStoreServerError) {
        let allowed = StoreState.extensionDays
        days = try body.required(
            body.integer("extendByDays", allowed, .invalidExtendByDays), "extendByDays",
            "Write a number from \(allowed.lowerBound) to \(allowed.upperBound).", .invalidExtendByDays)
        reason = try body.required(
            body.integer("extendReasonCode", 0...3, .invalidExtendReasonCode), "extendReasonCode",
            "Write a number from 0 to 3.", .invalidExtendReasonCode)
        let identifier = try body.text(
            "requestIdentifier", longest: MassExtension.identifierLength.upperBound, .invalidRequestIdentifier)
        self.identifier = try body.required(
            identifier, "requestIdentifier", "Write a text of your own, such as a UUID.", .invalidRequestIdentifier)
    }
}

/// The body of Extend Subscription Renewal Dates for All Active Subscribers (C-146).
package struct MassExtensionRequest: Hashable, Sendable {
    /// The members that it shares with the extension of one date.
    package let terms: RenewalExtensionRequest
    /// The product.
    package let productID: String
    /// The storefronts it is limited to, known or not; nil for all.
    package let storefronts: [Territory]?

    /// Reads a body.
    ///
    /// - Throws: The error of the first member that is missing or invalid.
    package init(_ body: ServerRequestBody) throws(AppStoreServerError) {
        terms = try RenewalExtensionRequest(body)
        let product = try body.text("productId", longest: AppStoreServerRequest.longestBody, .invalidProductID)
        productID = try body.required(
            product, "productId", "Write the identifier of an auto-renewable subscription.", .invalidProductID)
        storefronts = try body.texts("storefrontCountryCodes", .invalidStorefrontCountryCode)?.map {
            Territory(unchecked: $0)
        }
    }
}

extension ServerAnswer {
    /// The answer of Get Status of Subscription Renewal Date Extensions: the result of the request that a path names by
    /// product and identifier (C-146).
    init(
        massExtension call: RoutedCall, _ shop: __shared Shop, _ adjustments: __shared Adjustments
    ) throws(AppStoreServerError) {
        let (productID, identifier) = (call.arguments.first ?? "", call.arguments.last ?? "")
        guard let product = shop.place(of: productID), shop.renews(product) else {
            throw AppStoreServerError(MassExtensionRefusal.unknownProduct(shop.unknownProduct(productID)))
        }
        let length = identifier.utf8.count
        guard MassExtension.identifierLength ~= length else {
            throw AppStoreServerError(
                MassExtensionRefusal.identifierNotAllowed(byteCount: length, allowed: MassExtension.identifierLength))
        }
        guard let done = adjustments.massExtension(of: product, identifier) else {
            throw AppStoreServerError(
                .statusRequestNotFound,
                "There was no request \(VisibleText.quoted(identifier)) to extend the dates of everybody who has \(VisibleText.quoted(productID))."
            )
        }
        self.init { writer, _ in
            writer.add("requestIdentifier", done.identifier)
            writer.add("complete", true)
            writer.add("completeDate", done.date.millisecondsSince1970)
            writer.add("succeededCount", Int64(done.succeeded))
            writer.add("failedCount", Int64(done.failed))
        }
    }
}

extension AppStoreServerError {
    /// The error of renewal dates that are not extended (C-146).
    package init(_ refusal: MassExtensionRefusal) {
        switch refusal {
        case .unknownProduct: self.init(.invalidProductID, "\(refusal)")
        case .daysNotAllowed: self.init(.invalidExtendByDays, "\(refusal)")
        case .identifierNotAllowed: self.init(.invalidRequestIdentifier, "\(refusal)")
        case .noStorefront: self.init(.invalidEmptyStorefrontCountryCodeList, "\(refusal)")
        case .unknownStorefront: self.init(.invalidStorefrontCountryCode, "\(refusal)")
        case .notRecorded: self.init(.generalInternal, "\(refusal)")
        }
    }

    /// The error of a renewal date that is not extended (B10-12).
    package init(_ refusal: ExtensionRefusal) {
        switch refusal {
        case .tooManyExtensions: self.init(.subscriptionMaxExtension, "\(refusal)")
        case .daysNotAllowed: self.init(.invalidExtendByDays, "\(refusal)")
        case .notRecorded, .internalFault: self.init(.generalInternal, "\(refusal)")
        case .unknownGroup, .notSubscribed, .expired, .inBillingRetry, .inFreePeriod, .neverPaid:
            self.init(.subscriptionExtensionIneligible, "\(refusal)")
        }
    }
}
