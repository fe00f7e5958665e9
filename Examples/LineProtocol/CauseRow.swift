import Foundation
package import OfferKit

/// A cause of a refused signature as JSON: its name, its values by name, and the sentence about it.
package struct CauseRow: Encodable, Sendable {
    /// The name for programs: that of the cause, or of the mistake in the signature.
    package let name: String
    private let text: String
    private let values: [String: LineValue]

    /// A row about a cause.
    package init(_ cause: SignatureCause) {
        text = "\(cause)"
        switch cause {
        case .signature(.jws(let mistake)): (name, values) = (mistake.kind.rawValue, CauseRow.values(of: mistake))
        case .signature(let mistake): (name, values) = (mistake.kind.rawValue, CauseRow.values(of: mistake))
        default: (name, values) = (CauseRow.caseName(of: cause), CauseRow.values(of: cause))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        for (name, value) in values { try members.encode(value, forKey: MemberName(stringValue: name)) }
        try members.encode(name, forKey: MemberName(stringValue: "cause"))
        try members.encode(text, forKey: MemberName(stringValue: "text"))
    }

    /// Returns the name of a case with data, which the language gives.
    static func caseName(of value: Any) -> String {
        Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }

    /// Returns the data of a case: each value by its label, and the first one without a label as `value`.
    private static func values(of value: Any) -> [String: LineValue] {
        guard let data = Mirror(reflecting: value).children.first?.value else { return [:] }
        let mirror = Mirror(reflecting: data)
        guard mirror.displayStyle == .tuple else { return ["value": LineValue(data)] }
        var values: [String: LineValue] = [:]
        for child in mirror.children {
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? "value"
            // Of two values without a label, the second is the unit of the first.
            values[values[label] == nil ? label : "\(label)2"] = LineValue(child.value)
        }
        return values
    }
}

/// A value of the model as JSON: numbers and texts as they are, dates and identifiers as text, cases by their names.
package indirect enum LineValue: Encodable, Hashable, Sendable {
    case text(String)
    case number(Int64)
    case natural(UInt64)
    case flag(Bool)
    case list([LineValue])
    case object([String: LineValue])
    case null

    /// Makes the value of anything; for an unknown type, its description.
    package init(_ value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let flag as Bool: self = .flag(flag)
        case let number as any BinaryInteger: self = Int64(exactly: number).map(LineValue.number) ?? .text("\(number)")
        case let date as Date: self = .text(date.utcText)
        case let price as Decimal: self = .text(price.priceText)
        case let uuid as UUID: self = .text(uuid.uuidString.lowercased())
        case let list as [Any]: self = .list(list.map { LineValue($0) })
        case let word as any RawRepresentable<String>: self = .text(word.rawValue)
        default: self = .text("\(value)")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .natural(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .object(let members): try container.encode(members)
        case .null: try container.encodeNil()
        }
    }
}
