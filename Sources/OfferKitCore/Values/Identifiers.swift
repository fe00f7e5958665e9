/// An Apple account in the store, numbered in the order in which accounts were added.
public struct CustomerID: Hashable, Comparable, Sendable {
    /// The number, 0 for the first customer of a store.
    public let rawValue: UInt32

    /// The customer of that number.
    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Customers are ordered as they were added.
    public static func < (a: CustomerID, b: CustomerID) -> Bool { a.rawValue < b.rawValue }
}

extension CustomerID: CustomStringConvertible {
    /// The number, as in `customer 0`.
    public var description: String { "customer \(rawValue)" }
}

/// One attempt to buy: from the opening of the payment sheet to its answer.
public struct AttemptID: Hashable, Comparable, Sendable {
    /// The number, 1 for the first attempt of a store.
    public let rawValue: UInt64

    /// The attempt of that number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Attempts are ordered as they were opened.
    public static func < (a: AttemptID, b: AttemptID) -> Bool { a.rawValue < b.rawValue }
}

extension AttemptID: CustomStringConvertible {
    /// The number, as in `attempt 1`.
    public var description: String { "attempt \(rawValue)" }
}

/// The place of a row in a table, kept compact because rows hold the places of other rows.
package struct Index<Kind>: Hashable, Comparable, Sendable {
    /// The place as a number, from 0.
    package let rawValue: UInt32

    /// The place of that number.
    package init(_ place: Int) {
        // As `clamping` does for places, which are never negative; `clamping` takes a debug build ten times as long.
        rawValue = UInt(bitPattern: place) > UInt(UInt32.max) ? .max : UInt32(truncatingIfNeeded: place)
    }

    private init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The place as an index of a list.
    package var index: Int { Int(rawValue) }

    /// Places are ordered by their numbers.
    package static func < (a: Index, b: Index) -> Bool { a.rawValue < b.rawValue }

    /// A place or none, in as many bytes as a place.
    package struct Optional: Hashable, Sendable {
        private let rawValue: UInt32

        /// A place, or none.
        package init(_ index: Index?) { rawValue = index?.rawValue ?? .max }
        /// The place; nil for none.
        package var value: Index? { rawValue == .max ? nil : Index(rawValue: rawValue) }
    }
}

extension Index: Codable {
    /// Reads the number.
    package init(from decoder: any Decoder) throws { self.init(Int(try UInt32(from: decoder))) }

    /// Writes the number.
    package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension Index.Optional: Codable {
    /// Reads the number, or nothing.
    package init(from decoder: any Decoder) throws { self.init(try Index?(from: decoder)) }

    /// Writes the number, or nothing.
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// The kinds of rows whose places an `Index` can hold.
package enum Row {
    /// A product of the shop.
    package enum Product {}
    /// A subscription group.
    package enum Group {}
    /// A subscription of the ledger.
    package enum Subscription {}
    /// The terms of a redeemed offer.
    package enum Terms {}
    /// An account token.
    package enum Token {}
}

/// A product's place in the shop's list.
package typealias ProductIndex = Index<Row.Product>
/// A subscription group's place in the shop's list.
package typealias GroupIndex = Index<Row.Group>
/// A subscription's place in the state: one chain for each customer and group (C-22).
package typealias SubscriptionIndex = Index<Row.Subscription>
/// The place of captured offer terms in the state's list.
package typealias TermsIndex = Index<Row.Terms>
/// The place of an account token in the state's list.
package typealias TokenIndex = Index<Row.Token>

/// A transaction's number: the store chooses the first (``StoreSetup/firstTransactionID``), others follow in order.
package typealias TransactionID = UInt64

extension CustomerID {
    /// The first `appTransactionId` of a store whose transactions begin with 1.
    ///
    /// Its 18 digits are far from the numbers of transactions, so the two cannot be mistaken for one another.
    package static let firstAppTransaction: UInt64 = 700_000_000_000_000_001
}
