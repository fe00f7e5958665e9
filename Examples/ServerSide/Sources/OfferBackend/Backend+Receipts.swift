import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import OfferKit

/// What a receipt came to (S0-84…90, S2-12, S2-23): the client shows it, and decides nothing.
struct ReceiptDecision: Encodable {
    /// `valid`, `tryLater`, `malformed`, `unreachable`, `refused`, `noReceipt` or another.
    let verdict: String
    /// What `verifyReceipt` said of the receipt that was sent, such as 21002; nil where it said nothing.
    let status: Int?
    /// What the app says to its user; nil where there is nothing to say.
    let message: String?
    /// `goOn`, `tryLater` or `refreshReceipt`.
    let action: String
    let features: [String]
    let products: [String]
    let isLegacy: Bool
    /// The reference name of the code that was redeemed last (S1-48, S1-49), also of one from before the app was installed (S1-51).
    let redeemedCode: String?
    /// Whether the user has service now, by everything that is known (S0-89).
    let isEntitled: Bool
    /// When a receipt was last verified; nil for never yet.
    let verifiedAt: Int64?
}

extension Backend {
    /// Verifies a receipt, and keeps what it unlocks and what it says of each subscription.
    ///
    /// - Parameters:
    ///   - receipt: The receipt.
    ///   - id: The user.
    /// - Returns: What to show. In an outage of `verifyReceipt` it is what was known before (S2-33), and the receipt is kept until it can be
    ///   verified.
    /// - Throws: ``BackendError``: 409 for the receipt of another app, or one with a purchase of another user (S2-36).
    func decide(receipt: Data, of id: String) async throws -> ReceiptDecision {
        _ = try await askingUser(id)
        let verdict = try await verify(receipt, of: id, until: .now + .seconds(30))
        let isKnown = try await receipts(of: id).contains { $0.receipt == receipt }
        guard isKnown || verdict != .tryLater(.malformed) else {
            // One that was verified before is whole, and the App Store has a problem; this one is broken, as far as anybody knows.
            return try await decision(
                for: id, ReceiptVerdict.malformedName, status: verdict.status,
                "The App Store cannot read the receipt of this app. Please restore your purchases.", .refreshReceipt)
        }
        let message = verdict.clientMessage
        return try await decision(for: id, verdict.name, status: verdict.status, message.text, message.action)
    }

    /// What the receipts unlock that a user sent, together (S2-3, S2-29, S2-30).
    ///
    /// The App Store is asked for a receipt at most once an hour, or every ten seconds in an outage, and not waited for longer than
    /// three seconds for all of them: what is known is served.
    ///
    /// - Parameter id: The user.
    /// - Returns: What to show.
    /// - Throws: ``BackendError``.
    func decide(of id: String) async throws -> ReceiptDecision {
        _ = try await askingUser(id)
        let end = ContinuousClock.now + .seconds(3)
        let storeTime = setup.clock == .notifications ? try await now().milliseconds : nil
        for known in try await receipts(of: id) {
            let isDue = known.isDue(
                at: wallTime.milliseconds, storeTime: storeTime, judgedAt: judgedAt.withLockedValue { $0 })
            guard isDue else { continue }
            do {
                guard try await verify(known.receipt, of: id, until: end) != .unreachable else { break }
            } catch let error as BackendError {
                // What was sent before turned out to be somebody else's.
                logger.warning("receipt refused", metadata: ["code": "\(error.code)"])
                try await note(.refused(.notAuthenticated), of: known.receipt, id, told: known.told)
            }
        }
        let names = try await receipts(of: id).map(\.verdict)
        guard let worst = names.max(by: { ReceiptVerdict.rank(ofName: $0) < ReceiptVerdict.rank(ofName: $1) }) else {
            let message = ReceiptVerdict.noReceipt.clientMessage
            return try await decision(for: id, ReceiptVerdict.noReceipt.name, message.text, message.action)
        }
        let message = ReceiptVerdict.message(named: worst)
        return try await decision(for: id, worst, message?.text, message?.action ?? .goOn)
    }

    private func receipts(of id: String) async throws -> [KnownReceipt] {
        try await database.pool.read { try KnownReceipt.filter(Column("userId") == id).fetchAll($0) }
    }

    private func decision(
        for id: String, _ verdict: String, status: Int? = nil, _ message: String?,
        _ action: ReceiptVerdict.ClientMessage.Action
    ) async throws -> ReceiptDecision {
        logger.info("receipt", metadata: ["verdict": "\(verdict)"])
        let now = try await now().milliseconds
        let user = try await database.user(id)
        var receipts = try await receipts(of: id).filter { $0.verifiedAt != nil }
        // What is refused proves nothing (C-166), and takes nothing away that others unlocked (S2-3).
        receipts.removeAll { $0.verdict == ReceiptVerdict.refusedName }
        let unlocked = try Set(receipts.flatMap { try JSONDecoder().decode([String].self, from: $0.features) })
        let isLegacy = receipts.contains(where: \.isLegacy)
        return ReceiptDecision(
            verdict: verdict, status: status, message: message, action: action.rawValue,
            features: setup.timeline.features.map(\.id).filter(unlocked.contains),
            products: setup.updates?.offered(isLegacy: isLegacy) ?? [], isLegacy: isLegacy,
            redeemedCode: user.rows.lazy.compactMap(\.offerCodeName).first,
            isEntitled: user.rows.contains { $0.isEntitled(at: now) },
            verifiedAt: receipts.compactMap(\.verifiedAt).max())
    }

    // MARK: - Verifying

    /// Asks the App Store, and keeps what it answers.
    private func verify(
        _ receipt: Data, of id: String, until end: ContinuousClock.Instant
    ) async throws -> ReceiptVerdict {
        var verdict: ReceiptVerdict
        // What is told from here on may not be in the answer.
        let told = try await receipts(of: id).first { $0.receipt == receipt }?.told ?? 0
        do {
            let request = ReceiptRequest(receipt: receipt, password: setup.sharedSecret)
            verdict = try await ReceiptVerdict.asking(request) { endpoint, body in
                let url = endpoint == .production ? setup.receipts.production : setup.receipts.sandbox
                let left = TimeAmount(ContinuousClock.now.duration(to: end))
                guard left > .zero else { throw BackendError.noAnswer }
                let answer = try await send("POST", url.absoluteString, Data(body), within: left)
                return ReceiptResponse(httpStatus: answer.status, body: Array(answer.body))
            }
        } catch let error as BackendError where error.code == BackendError.noAnswer.code {
            verdict = .unreachable
        }
        if verdict == .refused(.wrongSharedSecret) {
            // That says nothing of the customer: it is the server that has to be set right.
            logger.error("shared secret", metadata: ["error": "\(Backend.wrongSecret)"])
            secretIsWrong.withLockedValue { $0 = true }
            verdict = .tryLater(.wrongSharedSecret)
        }
        if verdict.isJudgement { judgedAt.withLockedValue { $0 = wallTime.milliseconds } }
        if case .valid(let answer) = verdict {
            secretIsWrong.withLockedValue { $0 = false }
            try await keep(answer, receipt, of: id, told: told)
            return verdict
        }
        let isBroken = verdict == .tryLater(.malformed)
        if isBroken { try await forgetUnverified(receipt, of: id) }
        if try await !note(verdict, of: receipt, id, told: told), verdict.clientMessage.keepsAccess, !isBroken {
            try await keepUnverified(receipt, verdict, of: id)
        }
        return verdict
    }

    /// What is wrong when the App Store answers 21004.
    static let wrongSecret =
        "The App Store does not take the app's shared secret (21004). The file of sharedSecretFile has to hold the one of App Store Connect."

    /// Forgets a receipt that nobody could verify, and that the App Store cannot read now that it answers.
    private func forgetUnverified(_ receipt: Data, of id: String) async throws {
        try await database.write { database in
            try database.execute(
                sql: "DELETE FROM receiptOfPurchase WHERE userId = ? AND receipt = ? AND verifiedAt IS NULL",
                arguments: [id, receipt])
        }
    }

    /// Keeps a receipt that nobody could verify yet, a few of each user: the latest, as many as there may be of them and of their bytes.
    private func keepUnverified(_ receipt: Data, _ verdict: ReceiptVerdict, of id: String) async throws {
        let unverified = KnownReceipt(
            userId: id, purchase: KnownReceipt.unverified(receipt), receipt: receipt, features: Data("[]".utf8),
            isLegacy: false, verdict: verdict.name, askedAt: wallTime.milliseconds)
        try await database.write { database in
            try unverified.save(database)
            try database.execute(
                sql: """
                    DELETE FROM receiptOfPurchase WHERE rowid IN (
                        SELECT rowid FROM (
                            SELECT rowid, ROW_NUMBER() OVER latest AS number, SUM(LENGTH(receipt)) OVER latest AS bytes
                            FROM receiptOfPurchase WHERE userId = ?1 AND purchase LIKE 'unverified %'
                            WINDOW latest AS (ORDER BY askedAt DESC, rowid DESC ROWS UNBOUNDED PRECEDING))
                        WHERE number > ?2 OR (bytes > ?3 AND number > 1))
                    """, arguments: [id, KnownReceipt.mostUnverified, KnownReceipt.mostUnverifiedBytes])
        }
    }

    /// Notes what the last answer to a receipt came to, wherever it is kept.
    ///
    /// - Returns: Whether it is.
    @discardableResult
    private func note(
        _ verdict: ReceiptVerdict, of receipt: Data, _ id: String, told: Int64
    ) async throws -> Bool {
        let now = wallTime.milliseconds
        return try await database.write { database in
            try database.execute(
                sql: """
                    UPDATE receiptOfPurchase SET verdict = ?, askedAt = ?, toldWhenAsked = ?
                    WHERE userId = ? AND receipt = ?
                    """, arguments: [verdict.name, now, told, id, receipt])
            return database.changesCount > 0
        }
    }

    private func keep(
        _ answer: ReceiptAnswer, _ receipt: Data, of id: String, told: Int64
    ) async throws {
        guard let contents = answer.receipt, contents.bundleID == setup.bundleID else {
            throw BackendError(409, "otherApp", "The receipt is of another app than \(setup.bundleID).", at: "receipt")
        }
        // In the sandbox everybody downloaded the app in 2013, and its build is 1.0 (S2-16).
        let download = answer.download.flatMap { $0.environment == .production || setup.legacyInSandbox ? $0 : nil }
        let access = try setup.timeline.access(for: answer.paidPeriods(), download: download)
        let requested = (contents.requestDate ?? wallTime).milliseconds
        let key = answer.purchaserKey
        let wallTime = wallTime
        let answered = KnownReceipt(
            userId: id, purchase: key?.text ?? "none", receipt: receipt,
            features: try JSONEncoder().encode(access.unlocked.map(\.id)), isLegacy: access.isLegacy,
            verifiedAt: wallTime.milliseconds, requestDate: requested, verdict: ReceiptVerdict.valid(answer).name,
            askedAt: wallTime.milliseconds)
        let subscriptions = SubscriptionInReceipt.all(of: answer, at: requested)
        try await database.write { [database] connection in
            try Backend.requireOwn(answer, key, id, connection)
            try connection.execute(
                sql: "DELETE FROM receiptOfPurchase WHERE userId = ? AND purchase IN ('', ?) AND receipt = ?",
                arguments: [id, KnownReceipt.unverified(receipt), receipt])
            // Two requests at once may be answered in the other order.
            var fresh = answered
            let known = try KnownReceipt.fetchOne(connection, key: ["userId": id, "purchase": fresh.purchase])
            (fresh.told, fresh.toldWhenAsked) = (known?.told ?? told, told)
            if known?.requestDate ?? .min <= requested {
                try fresh.save(connection)
            } else if var known, known.verdict != ReceiptVerdict.refusedName {
                // What it unlocks is known from a later answer, as after the store's clock was set back; that it is valid is news after an
                // outage.
                (known.verdict, known.verifiedAt) = (fresh.verdict, fresh.verifiedAt)
                (known.askedAt, known.toldWhenAsked) = (fresh.askedAt, told)
                try known.update(connection)
            }
            for subscription in subscriptions {
                _ = try database.take(subscription.statement(of: id), subscription.periods, connection)
            }
        }
    }

    /// Checks that nothing in a receipt belongs to somebody else (S2-36).
    ///
    /// A first download is only a rough key, which two buyers may share (S2-37): nobody is refused by it.
    private static func requireOwn(
        _ answer: ReceiptAnswer, _ key: PurchaserKey?, _ id: String, _ database: Database
    ) throws {
        let own = answer.purchases.filter { $0.inAppOwnershipType != .familyShared }
        var owners = Set(own.compactMap { $0.appAccountToken?.uuidString.lowercased() })
        for number in Set(answer.purchases.map(\.originalTransactionID)) {
            if let owner = try UserRow.fetchOne(database, key: "\(number)")?.userId { owners.insert(owner) }
        }
        if let key, key.isUnique {
            owners.formUnion(
                try String.fetchAll(
                    database, sql: "SELECT userId FROM receiptOfPurchase WHERE purchase = ?", arguments: [key.text]))
        }
        guard owners.isSubset(of: [id]) else {
            throw BackendError(
                409, "otherUser", "A purchase in the receipt belongs to another user. Sign in as that user.",
                at: "receipt")
        }
    }
}
