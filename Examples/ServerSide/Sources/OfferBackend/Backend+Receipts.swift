import Foundation
import GRDB
import Logging
import OfferKit

/// What a receipt came to (S0-84…90, S2-12, S2-23): the client shows it, and decides nothing.
struct ReceiptDecision: Encodable {
    /// `valid`, `tryLater`, `unreachable`, `refused`, `noReceipt` or another.
    let verdict: String
    /// What the app says to its user; nil where there is nothing to say.
    let message: String?
    /// `goOn`, `tryLater` or `refreshReceipt`.
    let action: String
    let features: [String]
    let products: [String]
    let isLegacy: Bool
    /// When this was verified; nil for never.
    let verifiedAt: Int64?
}

extension Backend {
    /// Verifies a receipt, and keeps what it unlocks.
    ///
    /// - Parameters:
    ///   - receipt: The receipt, or nil for that which the user sent last.
    ///   - id: The user.
    /// - Returns: What to show. In an outage of `verifyReceipt` it is what was known before (S2-33).
    /// - Throws: ``BackendError``.
    func decide(receipt: Data?, of id: String) async throws -> ReceiptDecision {
        try limits.count(id, at: wallTime)
        let known = try await database.pool.read { database in
            guard try Activity.exists(database, key: id) else { throw BackendError.unknownUser(id) }
            return try KnownReceipt.fetchOne(database, key: id)
        }
        let verdict: ReceiptVerdict
        let asked = receipt ?? known?.receipt
        do {
            let request = asked.map { ReceiptRequest(receipt: $0, password: setup.sharedSecret) }
            verdict = try await ReceiptVerdict.asking(request) { endpoint, body in
                let url = endpoint == .production ? setup.receipts.production : setup.receipts.sandbox
                let (status, data) = try await send("POST", url.absoluteString, Data(body))
                return ReceiptResponse(httpStatus: status, body: Array(data))
            }
        } catch let error as BackendError where error.code == "appStore" {
            verdict = .unreachable
        }
        var kept = known
        if case .valid(let answer) = verdict, let asked {
            let access = try setup.timeline.access(for: answer)
            let products = setup.updates?.offered(to: access) ?? []
            let fresh = KnownReceipt(
                userId: id, receipt: asked, features: try JSONEncoder().encode(access.unlocked.map(\.id)),
                products: try JSONEncoder().encode(products), isLegacy: access.isLegacy,
                verifiedAt: wallTime.milliseconds)
            try await database.pool.write { try fresh.save($0) }
            kept = fresh
        }
        let message = verdict.clientMessage
        let last = message.keepsAccess ? kept : nil
        logger.info("receipt", metadata: ["verdict": "\(verdict.name)"])
        return ReceiptDecision(
            verdict: verdict.name, message: message.text, action: "\(message.action)",
            features: try last.map { try JSONDecoder().decode([String].self, from: $0.features) } ?? [],
            products: try last.map { try JSONDecoder().decode([String].self, from: $0.products) }
                ?? setup.updates?.offered(isLegacy: false) ?? [],
            isLegacy: last?.isLegacy ?? false, verifiedAt: last?.verifiedAt)
    }
}

extension ReceiptVerdict {
    /// The verdict's name, for programs and the log: nothing of the receipt is in it.
    fileprivate var name: String {
        switch self {
        case .valid: "valid"
        case .noReceipt: "noReceipt"
        case .refused: "refused"
        case .sendTo: "sendTo"
        case .tryLater: "tryLater"
        case .unreachable: "unreachable"
        case .unreadable: "unreadable"
        }
    }
}
