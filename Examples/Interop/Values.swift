import Foundation
import LineProtocol
import OfferKit

/// A sum of money as text, such as `9.99`.
struct SumText: Decodable {
    let amount: Decimal

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let amount = Amount(decimal: text) else {
            throw LineError.wrongForm(at: decoder.path(), text, expected: "a sum such as 9.99, as text")
        }
        self.amount = Decimal(amount)
    }
}

/// The code of a storefront, such as `USA`.
struct StorefrontCode: Decodable {
    let territory: Territory

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let territory = Territory(code: text) else {
            throw LineError.wrongForm(
                at: decoder.path(), text, expected: "the three letters of a country or region with an App Store")
        }
        self.territory = territory
    }
}

/// The number of a transaction, as text, in which answers have it, or as a number.
struct TransactionNumber: Decodable {
    let id: UInt64

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let id = try? container.decode(UInt64.self) {
            self.id = id
            return
        }
        let text = try container.decode(String.self)
        guard let id = UInt64(text), String(id).hasBytes(of: text) else {
            throw LineError.wrongForm(at: decoder.path(), text, expected: "the number of a transaction")
        }
        self.id = id
    }
}
