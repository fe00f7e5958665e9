/// A country or region the App Store sells in, named by its ISO 3166-1 alpha-3 code: `USA`, `JPN` (B0-7).
///
/// Prices and offers are configured for territories; a customer's storefront is the store of one
/// territory. Any text can be written as a literal; a code that the App Store does not know is reported
/// when it is used in a ``Catalog``, and nothing is for sale there.
public struct Territory: Hashable, Sendable {
    /// The three-letter code, as given.
    public let code: String

    /// The territory with that code, or nil when the App Store has no storefront for it.
    public init?(code: String) {
        self.code = code
        guard facts != nil else { return nil }
    }

    /// A territory with a code that the App Store may not know.
    package init(unchecked code: String) {
        self.code = code
    }

    /// Apple's number for the territory's storefront, such as 143441 for the USA; nil for an unknown code.
    public var storefrontID: Int32? { facts?.storefrontID }

    /// ISO 4217 code of the currency that customers there are charged in; nil for an unknown code.
    public var currency: String? { facts?.currency }

    /// Every territory with a storefront, in the order of their codes.
    public static let all: [Territory] = table.map { Territory(unchecked: $0.code) }

    /// The territory that is most likely meant by a code that no territory has, such as one with two letters, in lower
    /// case or misspelt; nil where none is near (C-234).
    package static func nearest(to code: String) -> Territory? {
        let found = twoLetterCodes[code.utf8.count == 2 ? code.uppercased() : ""]
        return (found ?? Spelling.nearest(to: code, among: table.map(\.code))).map(Territory.init(unchecked:))
    }

    /// The sentences that say what to write in place of this code, which is that of no territory.
    package var advice: String {
        let meant = Territory.nearest(to: code).map { "Did you mean \(VisibleText.quoted($0.code))? " } ?? ""
        return meant
            + "Write one of the \(Territory.table.count) codes of Territory.all, three capital letters such as USA."
    }

    private var facts: Facts? { place.map { Territory.table[Int($0)] } }

    /// The row of the table; nil for an unknown code.
    fileprivate var place: UInt8? { Territory.number(of: code).flatMap { Territory.places[$0] } }

    /// The row of each code by the code's number, because every price asks for it.
    private static let places: [UInt8?] = {
        var places = [UInt8?](repeating: nil, count: 26 * 26 * 26)
        for (place, facts) in table.enumerated().reversed() {
            if let number = number(of: facts.code) { places[number] = UInt8(clamping: place) }
        }
        return places
    }()

    /// A code of three capital letters as a number; nil for any other text.
    private static func number(of code: String) -> Int? {
        var code = code
        // Reads bytes in memory, because the UTF-8 view looks up each of its bytes anew.
        return code.withUTF8 { bytes in
            guard bytes.count == 3 else { return nil }
            // Written out, because every price asks: without the optimiser, a closure for each letter would be the
            // greater cost.
            let (first, second, third) = (Int(bytes[0]) - 65, Int(bytes[1]) - 65, Int(bytes[2]) - 65)
            guard first >= 0, first < 26, second >= 0, second < 26, third >= 0, third < 26 else { return nil }
            return (first * 26 + second) * 26 + third
        }
    }
}

extension Territory: ExpressibleByStringLiteral {
    /// The territory with that code, known or not.
    public init(stringLiteral code: String) {
        self.init(unchecked: code)
    }
}

extension Territory: Codable {
    /// Reads the code, known or not.
    public init(from decoder: any Decoder) throws { self.init(unchecked: try String(from: decoder)) }

    /// Writes the code.
    public func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}

extension Territory: Comparable, CustomStringConvertible {
    /// Territories are ordered by code.
    public static func < (a: Territory, b: Territory) -> Bool { a.code < b.code }
    /// The three-letter code.
    public var description: String { code }
}

extension Territory: StablyOrdered {}

/// The storefront of a territory that has one, as its row in the table of storefronts.
///
/// It is saved as Apple's number of the storefront less 143,000, which does not depend on the rows.
package struct StorefrontIndex: Hashable, Sendable, Codable {
    private let place: UInt8

    /// The storefront of a territory; nil for an unknown code.
    package init?(of territory: Territory) {
        guard let place = territory.place else { return nil }
        self.place = place
    }

    /// The territory.
    package var territory: Territory { Territory.all[Int(place)] }

    private static let firstNumber: Int32 = 143_000
    private static let places = Dictionary(
        Territory.table.enumerated().map { ($1.storefrontID - firstNumber, UInt8(clamping: $0)) },
        uniquingKeysWith: { first, _ in first })

    /// Reads the number, which is that of a storefront.
    package init(from decoder: any Decoder) throws {
        let number = Int32(try UInt16(from: decoder))
        guard let place = StorefrontIndex.places[number] ?? (decoder.isJudging ? nil : 0) else {
            throw decoder.corrupted("No storefront has the number \(number + StorefrontIndex.firstNumber).")
        }
        self.place = place
    }

    /// Writes the number.
    package func encode(to encoder: any Encoder) throws {
        let number = Territory.table[Int(place)].storefrontID - StorefrontIndex.firstNumber
        try UInt16(clamping: number).encode(to: encoder)
    }
}
