import OfferKitCore
import OfferKitEssentials

/// The names of a date's three members in a receipt: `x`, `x_ms` and `x_pst` (B13, C-135).
///
/// For 1 January 2026, 00:00 UTC they are `2026-01-01 00:00:00 Etc/GMT`, `1767225600000` and
/// `2025-12-31 16:00:00 America/Los_Angeles`. All three are text.
struct ReceiptDate: Sendable {
    /// The name of the member with the date in UTC.
    let name: String
    /// The name of the member with milliseconds since 1970.
    let milliseconds: String
    /// The name of the member with the date in California.
    let pacific: String

    init(_ name: String) {
        self.name = name
        milliseconds = name + "_ms"
        pacific = name + "_pst"
    }

    static let autoRenewStatusChange = ReceiptDate("auto_renew_status_change_date")
    static let cancellation = ReceiptDate("cancellation_date")
    static let expires = ReceiptDate("expires_date")
    static let gracePeriodExpires = ReceiptDate("grace_period_expires_date")
    static let originalPurchase = ReceiptDate("original_purchase_date")
    static let preorder = ReceiptDate("preorder_date")
    static let purchase = ReceiptDate("purchase_date")
    static let receiptCreation = ReceiptDate("receipt_creation_date")
    static let receiptExpiration = ReceiptDate("expiration_date")
    static let request = ReceiptDate("request_date")

    fileprivate static let universalZone: StaticString = " Etc/GMT"
    fileprivate static let pacificZone: StaticString = " America/Los_Angeles"
}

extension JSONWriter {
    /// Adds a date in its three forms; nothing for nil.
    ///
    /// A receipt of a thousand purchases has fifteen thousand dates, so they are written without intermediate texts.
    mutating func add(_ date: ReceiptDate, _ moment: Date?) {
        guard let moment else { return }
        let instant = Instant(moment)
        add(date.name, WallTime(instant), ReceiptDate.universalZone)
        add(date.milliseconds, plainText: JSONCursor.longestNumber) { $0.putDigits(instant.millisecondsSince1970) }
        let moved = instant.adding(milliseconds: -PacificTime.hoursBehind(at: instant) * WallTime.hour)
        add(date.pacific, WallTime(moved), ReceiptDate.pacificZone)
    }

    private mutating func add(_ name: String, _ time: WallTime, _ zone: StaticString) {
        add(name, plainText: WallTime.longestText + zone.utf8CodeUnitCount) { cursor in
            time.put(to: &cursor)
            cursor.put(UnsafeBufferPointer(start: zone.utf8Start, count: zone.utf8CodeUnitCount))
        }
    }
}
