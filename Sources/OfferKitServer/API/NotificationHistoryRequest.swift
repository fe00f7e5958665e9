package import OfferKitCore

/// A call of Get Notification History: its query parameter and its body (B12-6).
package struct NotificationHistoryRequest: Hashable, Sendable {
    /// The first date of the notifications asked for.
    package let start: Instant
    /// The date before which they end.
    package let end: Instant
    /// The type asked for; nil for all.
    package let type: String?
    /// The subtype asked for; nil for all.
    package let subtype: String?
    /// The customer's transaction; nil for all customers.
    package let transactionID: TransactionID?
    /// Whether only notifications that did not arrive are asked for.
    package let onlyFailures: Bool
    /// The token of the page before; nil for the first.
    let paginationToken: String?

    /// The age of the oldest notification in the history, in milliseconds: 180 days.
    static let reach: Int64 = 180 * Instant.millisecondsPerDay

    /// Reads a call.
    ///
    /// - Parameters:
    ///   - query: The parameters.
    ///   - body: The body.
    ///   - now: The store's clock, by which the notifications are dated.
    /// - Throws: The error of the first part that is missing or invalid.
    package init(
        _ query: QueryString, _ body: ServerRequestBody, at now: Instant
    ) throws(AppStoreServerError) {
        let advice = "Write whole milliseconds since 1970."
        let start = try body.milliseconds("startDate", .invalidStartDate)
        let end = try body.milliseconds("endDate", .invalidEndDate)
        self.start = Instant(
            millisecondsSince1970: try body.required(start, "startDate", advice, .invalidStartDate))
        self.end = Instant(millisecondsSince1970: try body.required(end, "endDate", advice, .invalidEndDate))
        guard self.start < self.end else {
            throw AppStoreServerError(
                .startDateAfterEndDate,
                "\"startDate\" is \(self.start), and \"endDate\" \(self.end). Let the start be first.")
        }
        guard now.milliseconds(since: self.start) <= NotificationHistoryRequest.reach else {
            throw AppStoreServerError(
                .startDateTooFarInPast,
                "\"startDate\" is \(self.start), and the store's clock says \(now). The history goes back 180 days.")
        }
        type = try body.text("notificationType", longest: 64, .invalidNotificationType)
        subtype = try body.text("notificationSubtype", longest: 64, .invalidNotificationType)
        if let type, !NotificationType.known.contains(NotificationType(rawValue: type)) {
            throw AppStoreServerError(
                .invalidNotificationType,
                "\"notificationType\" is \(VisibleText.quoted(type)), which is no type of notification. Write one such as DID_RENEW."
            )
        }
        let transaction = try body.text("transactionId", longest: 20, .invalidTransactionID)
        guard transaction == nil || type == nil else {
            throw AppStoreServerError(
                .multipleFiltersSupplied,
                "The body has both \"transactionId\" and \"notificationType\". Write one of them.")
        }
        transactionID = try transaction.map { text throws(AppStoreServerError) in
            guard let id = UInt64(canonical: text), id > 0 else {
                throw AppStoreServerError(
                    .invalidTransactionID, "\"transactionId\" is \(VisibleText.quoted(text)). Write its digits.")
            }
            return id
        }
        onlyFailures = try body.flag("onlyFailures", .generalBadRequest) ?? false
        paginationToken = try query.one("paginationToken", .invalidPaginationToken)
    }
}

/// The token of a test notification, as the App Store writes it: a UUID, an underscore, and milliseconds since 1970.
package enum TestNotificationToken {
    /// Checks the form of a token.
    ///
    /// - Throws: ``AppStoreServerErrorCode/invalidTestNotificationToken``.
    package static func check(_ text: String) throws(AppStoreServerError) {
        let parts = text.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count == 2, UUIDText.uuid(String(parts[0])) != nil, UInt64(canonical: parts[1]) != nil else {
            throw AppStoreServerError(
                .invalidTestNotificationToken,
                "The token of a test notification in the path is \(VisibleText.quoted(text.beginning)). Send the one of the answer that began the test."
            )
        }
    }
}
