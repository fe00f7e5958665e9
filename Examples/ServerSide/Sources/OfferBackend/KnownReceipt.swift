import Crypto
import Foundation
import GRDB
import OfferKit

/// A receipt of a user, one for each Apple ID that bought (S2-29, S2-30), and what the last valid answer to it came to.
struct KnownReceipt: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "receiptOfPurchase"
    /// So many receipts that nobody could verify yet are kept of a user: the latest.
    static let mostUnverified = 10
    /// And so many bytes of them, unless one alone has more.
    static let mostUnverifiedBytes = 2_097_152

    /// The purchase of a receipt that was sent while nobody could verify it; in files of earlier versions an empty text.
    static func unverified(_ receipt: Data) -> String {
        "unverified \(SHA256.hash(data: receipt).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())"
    }

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
    /// How often the App Store told of a purchase that it holds.
    var told: Int64 = 0
    /// How often it had told of one when the last question was sent.
    var toldWhenAsked: Int64 = 0

    /// Whether the App Store has to be asked anew: at once when it told of the user's purchases since; an hour after it found the
    /// receipt valid, a minute after it refused it; after an outage as soon as it judged another receipt, and every ten seconds until
    /// then.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - storeTime: What time it is for the App Store, where its clock is moved; that hour goes by it, too.
    ///   - judged: When the App Store last judged a receipt.
    /// - Returns: Whether it has to be asked.
    func isDue(at now: Int64, storeTime: Int64? = nil, judgedAt judged: Int64) -> Bool {
        let hour: Int64 = 3_600_000
        guard told == toldWhenAsked else { return true }
        if verdict == "valid", let verifiedAt {
            if let storeTime, let requestDate, storeTime - requestDate >= hour { return true }
            return now - verifiedAt >= hour || now < verifiedAt
        }
        if verdict == ReceiptVerdict.refusedName { return now - askedAt >= 60_000 || now < askedAt }
        return now - askedAt >= 10_000 || now < askedAt || askedAt <= judged
    }
}

extension KnownReceipt {
    /// Makes receipts due at once, because the App Store told of a purchase that they hold.
    ///
    /// - Parameters:
    ///   - users: Whose it is.
    ///   - originalTransaction: The purchase, which may be known by the receipt alone.
    ///   - database: Where they are.
    /// - Throws: GRDB's errors.
    static func makeDue(_ users: Set<String>, _ originalTransaction: String?, _ database: Database) throws {
        let told = "UPDATE receiptOfPurchase SET told = told + 1 WHERE verifiedAt IS NOT NULL AND"
        for user in users { try database.execute(sql: "\(told) userId = ?", arguments: [user]) }
        guard let purchase = originalTransaction.map({ PurchaserKey.text(ofTransaction: $0) }) else { return }
        try database.execute(sql: "\(told) purchase = ?", arguments: [purchase])
    }
}

extension PurchaserKey {
    static func text(ofTransaction number: String) -> String { "transaction \(number)" }

    /// The key as it stands in the table.
    var text: String {
        switch self {
        case .transaction(let number): PurchaserKey.text(ofTransaction: "\(number)")
        case .firstDownload(let date): "download \(date.milliseconds)"
        }
    }
}

extension ReceiptVerdict {
    /// What `verifyReceipt` said; nil where it said nothing that can be read.
    var status: Int? {
        switch self {
        case .valid: ReceiptStatus.valid.rawValue
        case .tryLater(let status), .refused(let status): status.rawValue
        case .noReceipt, .sendTo, .unreachable, .unreadable: nil
        }
    }

    /// Whether the App Store judged the receipt, so that it is not out.
    var isJudgement: Bool {
        switch self {
        case .valid, .refused: true
        case .noReceipt, .sendTo, .tryLater, .unreachable, .unreadable: false
        }
    }

    /// The verdict's name, for programs and the log: nothing of the receipt is in it.
    var name: String {
        switch self {
        case .valid: "valid"
        case .noReceipt: "noReceipt"
        case .refused: ReceiptVerdict.refusedName
        case .sendTo: "sendTo"
        case .tryLater: "tryLater"
        case .unreachable: "unreachable"
        case .unreadable: "unreadable"
        }
    }

    static let refusedName = "refused"
    /// Of a receipt that is new here and that the App Store cannot read.
    static let malformedName = "malformed"

    /// How bad a verdict is: what the app can do something about is worse than what passes by itself.
    static func rank(ofName name: String) -> Int {
        switch name {
        case "valid": 0
        case refusedName: 2
        default: 1
        }
    }

    /// What to tell a client of a verdict that is known by its name alone; nil where there is nothing to say.
    static func message(named name: String) -> ClientMessage? {
        switch name {
        case "valid": nil
        case refusedName: ReceiptVerdict.refused(.notAuthenticated).clientMessage
        case "noReceipt": ReceiptVerdict.noReceipt.clientMessage
        default: ReceiptVerdict.unreachable.clientMessage
        }
    }
}
