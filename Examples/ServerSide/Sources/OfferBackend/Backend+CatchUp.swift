import Foundation
import GRDB
import Logging

/// What catching up brought.
public struct CaughtUp: Codable, Sendable {
    /// Notifications that had not arrived.
    public var notifications = 0
    /// Subscriptions of which the App Store said how they stand.
    public var statuses = 0
    /// Entries of the history, and statuses, that are not signed for the app, or of another store than the table; they were passed over.
    public var unverified = 0
    /// Subscriptions that the App Store does not know.
    public var unknown = 0
}

/// How far catching up came, in case that it stops.
private struct CatchUpProgress: Codable {
    /// The row of the last subscription that was asked for; whatever comes meanwhile has a later one.
    var row: Int64?
    /// Where the history begins, in milliseconds since 1970, and its next page.
    var start: Int64?
    var page: String?
}

extension Backend {
    private static let progressMark = "catchUp"
    private static let day: Int64 = 86_400_000

    /// Asks the App Store for what was missed: how every subscription stands, and then the history of notifications.
    ///
    /// The history is asked for whole, 180 days of it, because what failed long ago can be older than what has arrived since; what is
    /// known already counts once. What cannot be verified, and a subscription that the App Store does not know, are passed over and
    /// counted. Where it stops for another reason, the next run goes on from there.
    ///
    /// - Parameter end: Until when there is time; nil for no end.
    /// - Returns: What it brought.
    /// - Throws: ``BackendError`` where the App Store does not answer or the time is over; what was taken until then stays.
    public func catchUp(until end: ContinuousClock.Instant? = nil) async throws -> CaughtUp {
        var patience = Patience.long
        patience.end = end
        var caught = CaughtUp()
        var progress = CatchUpProgress()
        if let text = try await database.mark(Backend.progressMark) {
            progress = (try? JSONDecoder().decode(CatchUpProgress.self, from: Data(text.utf8))) ?? progress
        }
        do {
            let signed = try await askStatuses(&progress, &caught, patience, lastAgain: true)
            try await readHistory(&progress, signed, &caught, patience)
            // The history may have told of subscriptions that nobody knew, and left open what was last.
            _ = try await askStatuses(&progress, &caught, patience)
            let unsure = try await database.pool.read {
                try String.fetchAll($0, sql: "SELECT originalTransactionId FROM user WHERE isUnsure")
            }
            for id in unsure {
                _ = try patience.left()
                await settle(id)
            }
        } catch {
            // Without it the next run asks some again, no more.
            try? await save(progress)
            throw Task.isCancelled ? BackendError.notFinished("The server ends.") : error
        }
        try await database.setMark(Backend.progressMark, nil)
        try await database.prune()
        logger.notice(
            "caught up",
            metadata: [
                "notifications": "\(caught.notifications)", "statuses": "\(caught.statuses)",
                "unverified": "\(caught.unverified)", "unknown": "\(caught.unknown)",
            ])
        return caught
    }

    // Asks for every subscription that was not asked for yet, also one that is over: it may have been bought anew. The last one that was
    // asked for is asked for again where its status has to say what time it is for the App Store, because an older run asked for all. The
    // result is when a status was signed last; 0 where there is none.
    private func askStatuses(
        _ progress: inout CatchUpProgress, _ caught: inout CaughtUp, _ patience: Patience, lastAgain: Bool = false
    ) async throws -> Int64 {
        let last = (progress.row ?? 0) - (lastAgain ? 1 : 0)
        let subscriptions = try await database.pool.read { database in
            try Row.fetchAll(
                database, sql: "SELECT rowid, originalTransactionId FROM user WHERE rowid > ? ORDER BY rowid",
                arguments: [last]
            ).map { (row: $0[0] as Int64, id: $0[1] as String) }
        }
        var signed: Int64 = 0
        for (number, subscription) in subscriptions.enumerated() {
            var brought = caught
            signed = max(signed, try await takeStatuses(of: subscription.id, &brought, patience))
            // One that an older run asked for was counted then.
            if subscription.row != progress.row { caught = brought }
            progress.row = subscription.row
            // To ask some again costs less than to write after each.
            if number % 20 == 19 { try await save(progress) }
        }
        return signed
    }

    private func save(_ progress: CatchUpProgress) async throws {
        let text = String(decoding: try JSONEncoder().encode(progress), as: UTF8.self)
        try await database.setMark(Backend.progressMark, text)
    }

    /// Takes what the App Store says of a customer's subscriptions, all of them.
    ///
    /// - Returns: When it was signed last; 0 where there is nothing.
    private func takeStatuses(
        of id: String, _ caught: inout CaughtUp, _ patience: Patience
    ) async throws -> Int64 {
        var signed: Int64 = 0
        do {
            for last in try await statuses(of: id, patience) {
                guard let date = try await unlessUnverified({ try await take(last) }) else {
                    caught.unverified += 1
                    continue
                }
                signed = max(signed, date)
                caught.statuses += last.originalTransactionId == id ? 1 : 0
            }
        } catch let error as BackendError where error.code == "appStoreKnowsNone" {
            caught.unknown += 1
            logger.warning("unknown to the App Store", metadata: ["subscription": "\(id)"])
        }
        return signed
    }

    /// What something brings; nil where it is not signed for the app.
    ///
    /// What another store signed ends the run, so that nobody takes the table for complete.
    private func unlessUnverified<Value>(_ body: () async throws -> Value) async throws -> Value? {
        do {
            return try await body()
        } catch let error as BackendError where error.code == "notSigned" {
            logger.warning("passed over", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func readHistory(
        _ progress: inout CatchUpProgress, _ signed: Int64, _ caught: inout CaughtUp, _ patience: Patience
    ) async throws {
        let (now, test) = try await storeTime(signed, patience)
        let start = now - 179 * Backend.day
        if let begun = progress.start, abs(start - begun) > Backend.day / 2 {
            // The pages of an older run may reach too far back by now.
            (progress.start, progress.page) = (nil, nil)
        }
        var hasOldToken = progress.page != nil
        while true {
            let begun = progress.start ?? start
            var path = "/inApps/v1/notifications/history"
            if let page = progress.page {
                path += "?paginationToken=\(page.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? page)"
            }
            let history: NotificationHistory
            do {
                history = try await ask(
                    "POST", path, ["startDate": begun, "endDate": begun + 365 * Backend.day],
                    patience: patience)
            } catch let error as BackendError where error.code == "appStoreRefused" && hasOldToken {
                // The token of an older run; the history is read from the beginning, once.
                (progress.start, progress.page, hasOldToken) = (nil, nil, false)
                continue
            }
            hasOldToken = false
            for entry in history.notificationHistory {
                guard let taken = try await unlessUnverified({ try await take(signedPayload: entry.signedPayload) })
                else {
                    caught.unverified += 1
                    continue
                }
                caught.notifications += taken.isNew && taken.uuid != test ? 1 : 0
            }
            guard history.hasMore, let page = history.paginationToken else { return }
            (progress.start, progress.page) = (begun, page)
            try await save(progress)
        }
    }

    /// What time it is for the App Store, in milliseconds since 1970, and the UUID of the notification that was asked for to know it.
    ///
    /// A store whose clock is moved may be far from the system's. What it signed last tells; where nothing did, the token of a test
    /// notification, which ends in the time of the request.
    private func storeTime(
        _ signed: Int64, _ patience: Patience
    ) async throws -> (now: Int64, test: String?) {
        guard setup.clock == .notifications else { return (wallTime.milliseconds, nil) }
        let latest = max(signed, try await database.latestSignature() ?? 0)
        guard latest == 0 else { return (latest, nil) }
        struct Test: Decodable { let testNotificationToken: String }
        let test: Test = try await ask("POST", "/inApps/v1/notifications/test", patience: patience)
        let parts = test.testNotificationToken.lowercased().split(separator: "_")
        return (parts.last.flatMap { Int64($0) } ?? wallTime.milliseconds, parts.first.map { String($0) })
    }

    private struct NotificationHistory: Decodable {
        struct Entry: Decodable { let signedPayload: String }

        let notificationHistory: [Entry]
        let hasMore: Bool
        let paginationToken: String?
    }
}
