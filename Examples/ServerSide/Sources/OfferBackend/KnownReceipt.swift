import Foundation
import GRDB
import OfferKit

/// A receipt of a user, one for each Apple ID that bought (S2-29, S2-30), and what the last valid answer to it came to.
struct KnownReceipt: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "receiptOfPurchase"
    /// The purchase of a receipt that was sent while nobody could verify it.
    static let unverified = ""

    var userId: String
    /// What the buyer is told from others by (S2-37, S2-38).
    var purchase: String
    var receipt: Data
    /// The identifiers of the features that it unlocks, as JSON.
    var features: Data
    var isLegacy: Bool
    /// When it was last valid; nil for never yet.
    var verifiedAt: Int64?
    /// The App Store's date of that answer; nil for never yet.
    var requestDate: Int64?
    /// What the last answer came to.
    var verdict: String
    /// When it was last asked for.
    var askedAt: Int64

    /// Whether the App Store has to be asked anew: after an hour, or a minute after an outage.
    func isDue(at now: Int64) -> Bool {
        guard verdict == "valid", let verifiedAt else { return now - askedAt >= 60_000 || now < askedAt }
        return now - verifiedAt >= 3_600_000 || now < verifiedAt
    }
}

extension PurchaserKey {
    /// The key as it stands in the table.
    var text: String {
        switch self {
        case .transaction(let number): "transaction \(number)"
        case .firstDownload(let date): "download \(date.milliseconds)"
        }
    }
}

extension ReceiptVerdict {
    /// The verdict's name, for programs and the log: nothing of the receipt is in it.
    var name: String {
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

    /// What to tell a client of a verdict that is known by its name alone; nil where there is nothing to say.
    static func message(named name: String) -> ClientMessage? {
        switch name {
        case "valid": nil
        case "refused": ReceiptVerdict.refused(.notAuthenticated).clientMessage
        case "noReceipt": ReceiptVerdict.noReceipt.clientMessage
        default: ReceiptVerdict.unreachable.clientMessage
        }
    }
}
