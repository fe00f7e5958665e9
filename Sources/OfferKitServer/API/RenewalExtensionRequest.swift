package import OfferKitCore

/// The body of Extend a Subscription Renewal Date (B10-9).
package struct RenewalExtensionRequest: Hashable, Sendable {
    /// By how many days, from 1 to 90.
    package let days: Int
    /// Why: 0 undeclared, 1 to satisfy the customer, 2 other, 3 an outage.
    ///
    /// The store does nothing with it.
    package let reason: Int
    /// The developer's name for the request, at most 128 bytes.
    ///
    /// The store does nothing with it.
    package let identifier: String

    /// Reads a body.
    ///
    /// - Throws: The error of the first member that is missing or cannot be taken.
    package init(_ body: ServerRequestBody) throws(AppStoreServerError) {
        let days = try body.integer("extendByDays", 1...90, .invalidExtendByDays)
        self.days = Int(try body.required(days, "extendByDays", "Write a number from 1 to 90.", .invalidExtendByDays))
        let reason = try body.integer("extendReasonCode", 0...3, .invalidExtendReasonCode)
        self.reason = Int(
            try body.required(reason, "extendReasonCode", "Write a number from 0 to 3.", .invalidExtendReasonCode))
        let identifier = try body.text("requestIdentifier", longest: 128, .invalidRequestIdentifier)
        self.identifier = try body.required(
            identifier, "requestIdentifier", "Write a text of your own, such as a UUID.", .invalidRequestIdentifier)
    }
}

extension AppStoreServerError {
    /// The error of a renewal date that is not extended (B10-12).
    package init(_ refusal: ExtensionRefusal) {
        switch refusal {
        case .tooManyExtensions: self.init(.subscriptionMaxExtension, "\(refusal)")
        case .daysNotAllowed: self.init(.invalidExtendByDays, "\(refusal)")
        case .notRecorded: self.init(.generalInternal, "\(refusal)")
        case .notSubscribed, .expired, .inBillingRetry, .inFreePeriod, .neverPaid:
            self.init(.subscriptionExtensionIneligible, "\(refusal)")
        }
    }
}

extension StoreState {
    /// Whose subscription a path names, and in which group: what ``decideExtension(of:in:byDays:)`` takes.
    ///
    /// - Throws: ``AppStoreServerErrorCode/familySharedSubscriptionExtensionIneligible`` for what the family shares, and
    ///   ``AppStoreServerErrorCode/subscriptionExtensionIneligible`` for what does not renew.
    package func extensible(
        _ original: String
    ) throws(AppStoreServerError) -> (customer: CustomerID, group: String, index: SubscriptionIndex, id: TransactionID)
    {
        let record = try serverOriginalTransaction(original)
        guard !record.isFamilyShared else {
            throw AppStoreServerError(
                .familySharedSubscriptionExtensionIneligible,
                "The family shares transaction \(record.id). Extend the subscription of the member who bought it.")
        }
        guard let index = record.subscription else {
            throw AppStoreServerError(
                .subscriptionExtensionIneligible,
                "Transaction \(record.id) is of a product that does not renew. Extend an auto-renewable subscription.")
        }
        return (record.customer, shop.groupID(group(of: index)), index, record.id)
    }
}
