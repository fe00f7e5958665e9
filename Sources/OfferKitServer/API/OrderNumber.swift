package import OfferKitCore
import OfferKitCrypto

/// The order id of a transaction, as on the customer's invoice (B12-6, C-142).
///
/// Ten letters and digits, the first an M: the transaction's number and thirteen bits of a check, so that a mistyped id
/// is not another order's. Every charge is an order of its own, renewals included; a family member who only shares has
/// none.
package enum OrderNumber {
    private static let alphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    private static let checkBits: UInt64 = 13

    /// Returns the order id of a transaction.
    package static func text(of id: TransactionID) -> String {
        let number = (id & 0xFFFF_FFFF) << checkBits | check(id)
        let digits = (0..<9).reversed().map { alphabet[Int(number >> (UInt64($0) * 5) & 31)] }
        return "M" + String(decoding: digits, as: UTF8.self)
    }

    /// Returns the transaction of an order id; nil for a text that is no order id.
    package static func transaction(of text: String) -> TransactionID? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[0] == UInt8(ascii: "M") else { return nil }
        var number: UInt64 = 0
        for byte in bytes.dropFirst() {
            guard let digit = alphabet.firstIndex(of: byte) else { return nil }
            number = number << 5 | UInt64(digit)
        }
        let id = number >> checkBits
        return OrderNumber.text(of: id) == text ? id : nil
    }

    /// Returns the transaction of an order id in a store's ledger; nil where the store has no such order.
    static func record(of text: String, in ledger: __shared Ledger) -> TransactionRecord? {
        transaction(of: text).flatMap { ledger[$0] }.flatMap { $0.hasOrder ? $0 : nil }
    }

    private static func check(_ id: TransactionID) -> UInt64 {
        let hash = SHA256.hash(Array("OfferKit order \(id)".utf8))
        return (UInt64(hash[0]) << 8 | UInt64(hash[1])) >> 3
    }
}

extension TransactionRecord {
    /// Whether the transaction has an order: it was not erased, and is not only shared.
    package var hasOrder: Bool { !isErased && !isFamilyShared }
}
