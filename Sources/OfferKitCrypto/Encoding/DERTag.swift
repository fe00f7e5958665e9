/// The first byte of a DER element: its kind, and whether it contains others.
package struct DERTag: RawRepresentable, Sendable, Hashable {
    /// The byte: two bits of class, one for "constructed", five for the number.
    package let rawValue: UInt8

    /// The tag with this byte.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A truth value.
    package static let boolean = DERTag(rawValue: 0x01)
    /// An integer of any size.
    package static let integer = DERTag(rawValue: 0x02)
    /// A string of bits.
    package static let bitString = DERTag(rawValue: 0x03)
    /// A string of bytes.
    package static let octetString = DERTag(rawValue: 0x04)
    /// A null.
    package static let null = DERTag(rawValue: 0x05)
    /// An object identifier: the registered name of something, such as a curve.
    package static let objectIdentifier = DERTag(rawValue: 0x06)
    /// Text in UTF-8.
    package static let utf8String = DERTag(rawValue: 0x0c)
    /// Text in a part of ASCII.
    package static let printableString = DERTag(rawValue: 0x13)
    /// Text in ASCII.
    package static let ia5String = DERTag(rawValue: 0x16)
    /// An instant with a year of two digits.
    package static let utcTime = DERTag(rawValue: 0x17)
    /// An instant with a year of four digits.
    package static let generalizedTime = DERTag(rawValue: 0x18)
    /// Elements in an order that matters.
    package static let sequence = DERTag(rawValue: 0x30)
    /// Elements in an order that does not matter.
    package static let set = DERTag(rawValue: 0x31)

    /// Returns the tag `[number]`, whose meaning depends on the element around it; `number` is taken modulo 31.
    package static func context(_ number: UInt8, constructed: Bool = true) -> DERTag {
        DERTag(rawValue: (constructed ? 0xa0 : 0x80) | (number % 31))
    }

    /// Whether the element contains other elements.
    package var isConstructed: Bool { rawValue & 0x20 != 0 }
}
