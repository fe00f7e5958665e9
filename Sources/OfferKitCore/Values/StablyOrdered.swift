package import OfferKitEssentials

/// A key of a dictionary, or an element of a set, that has a fixed order for writing.
///
/// Sets and dictionaries have another order in every process, but equal stores must give equal bytes in all of them. So
/// saved values are held in a ``SideTable``, or in a set or dictionary of these: nothing else compiles.
package protocol StablyOrdered: Hashable {
    /// Returns whether one is written before another.
    static func precedes(_ a: Self, _ b: Self) -> Bool
}

extension StablyOrdered where Self: Comparable {
    /// Orders values as `<` does.
    package static func precedes(_ a: Self, _ b: Self) -> Bool { a < b }
}

extension Int: StablyOrdered {}
extension Int64: StablyOrdered {}
extension UInt64: StablyOrdered {}
extension CustomerID: StablyOrdered {}
extension AttemptID: StablyOrdered {}
extension Index: StablyOrdered {}

extension UUID: StablyOrdered {
    /// Orders identifiers by their digits.
    package static func precedes(_ a: UUID, _ b: UUID) -> Bool { a.uuidString < b.uuidString }
}

// The `Codable` code that the compiler generates in this module finds these before the standard library's own. The
// format stays the same, an array of elements, or of keys and values in alternation, so that the standard library reads
// it. Sets and dictionaries of types without an order do not compile.
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

    @available(*, unavailable, message: "The elements of a set that is saved need an order: StablyOrdered.")
    mutating func encode<Element: Encodable>(_ set: Set<Element>, forKey key: Key) throws {}

    @available(*, unavailable, message: "The keys of a dictionary that is saved need an order: StablyOrdered.")
    mutating func encode<Name: Encodable, Value: Encodable>(_ dictionary: [Name: Value], forKey key: Key) throws {}
}
