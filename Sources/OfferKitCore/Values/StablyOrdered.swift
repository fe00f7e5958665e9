#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An element of sets, or a key of dictionaries, that are written in this order.
///
/// Sets and dictionaries have another order in every process. Equal stores give equal bytes in all of them, so whatever is
/// saved needs an order of its own.
protocol StablyOrdered: Hashable {
    static func precedes(_ a: Self, _ b: Self) -> Bool
}

extension StablyOrdered where Self: Comparable {
    static func precedes(_ a: Self, _ b: Self) -> Bool { a < b }
}

extension Int: StablyOrdered {}
extension Int64: StablyOrdered {}
extension UInt64: StablyOrdered {}
extension CustomerID: StablyOrdered {}
extension AttemptID: StablyOrdered {}
extension SubscriptionIndex: StablyOrdered {}

extension ProductIndex: StablyOrdered {
    static func precedes(_ a: ProductIndex, _ b: ProductIndex) -> Bool { a.rawValue < b.rawValue }
}

extension UUID: StablyOrdered {
    static func precedes(_ a: UUID, _ b: UUID) -> Bool { a.uuidString < b.uuidString }
}

// What the compiler writes for `Codable` in this module finds these before the standard library's own: the format stays the
// same, an array of elements, or of keys and values by turns, so that the standard library reads it.
extension KeyedEncodingContainer {
    mutating func encode<Element: StablyOrdered & Encodable>(_ set: Set<Element>, forKey key: Key) throws {
        try encode(set.sorted(by: Element.precedes), forKey: key)
    }

    mutating func encodeIfPresent<Element: StablyOrdered & Encodable>(_ set: Set<Element>?, forKey key: Key) throws {
        if let set { try encode(set, forKey: key) }
    }

    mutating func encode<Name: StablyOrdered & Encodable, Value: Encodable>(
        _ dictionary: [Name: Value], forKey key: Key
    ) throws {
        var pairs = nestedUnkeyedContainer(forKey: key)
        for (name, value) in dictionary.sorted(by: { Name.precedes($0.key, $1.key) }) {
            try pairs.encode(name)
            try pairs.encode(value)
        }
    }
}
