package import OfferKitCore

/// A notification with the attempts to deliver it, as the history and the status of a test notification show it.
package struct NotificationHistoryItem: Sendable {
    private let signedPayload: String
    private let attempts: [(date: Instant, result: SendAttemptResult)]

    /// A notification with its attempts, the oldest first.
    package init(signedPayload: String, attempts: [(date: Instant, result: SendAttemptResult)]) {
        self.signedPayload = signedPayload
        self.attempts = attempts
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.add("signedPayload", signedPayload)
        writer.add("sendAttempts", objects: attempts) { attempt, writer in
            writer.add("attemptDate", attempt.date.millisecondsSince1970)
            writer.add("sendAttemptResult", attempt.result.rawValue)
        }
    }

    /// The JSON of Get Test Notification Status: the notification by itself.
    package var json: [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        write(to: &writer)
        return writer.bytes
    }

    /// The most notifications on a page of the history.
    package static let pageSize = 20

    /// Returns the JSON of Get Notification History: a page, the oldest first, and the token of the next one.
    package static func page(_ items: [NotificationHistoryItem], paginationToken: String?) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add("paginationToken", ifAny: paginationToken)
        writer.add("hasMore", paginationToken != nil)
        writer.add("notificationHistory", objects: items) { $0.write(to: &$1) }
        return writer.bytes
    }
}

extension NotificationHistoryRequest {
    /// Returns the number of notifications before the page that is asked for.
    ///
    /// - Parameter bundleID: The app.
    /// - Returns: The number of notifications; 0 for the first page.
    /// - Throws: ``AppStoreServerErrorCode/invalidPaginationToken`` for a token that does not belong to the same query.
    package func place(in bundleID: String) throws(AppStoreServerError) -> Int {
        guard let paginationToken else { return 0 }
        guard let numbers = seal(in: bundleID).numbers(in: paginationToken), numbers.count == 1,
            let place = Int(exactly: numbers[0])
        else {
            throw AppStoreServerError(
                .invalidPaginationToken,
                "The pagination token is none of this query. Send the one of the answer before, with the same body; leave it out of the first call."
            )
        }
        return place
    }

    /// Returns the token of the page that begins after this many notifications; it is valid for the same query.
    package func token(of place: Int, in bundleID: String) -> String {
        seal(in: bundleID).text(of: [UInt64(clamping: place)])
    }

    private func seal(in bundleID: String) -> SealedNumbers {
        let filters = [type ?? "", subtype ?? "", transactionID.map { String($0) } ?? "", "\(onlyFailures)"]
        let dates = [start, end].map { String($0.millisecondsSince1970) }
        let label = (["OfferKit notifications", bundleID] + dates + filters).joined(separator: "\u{0}")
        return SealedNumbers(label: label)
    }
}

extension TestNotificationToken {
    /// Returns the token of a test notification: its identifier, an underscore, and the date it was made.
    package static func text(of uuid: String, at date: Instant) -> String {
        "\(uuid)_\(date.millisecondsSince1970)"
    }
}
