import Foundation
import LineProtocol
import OfferKit

/// An entry of the log as data: the event's name, and all its values by name.
struct EventRow: Encodable {
    private let entry: LogEntry
    private let event: String
    private let members: [(name: String, value: LineValue)]

    init(_ entry: LogEntry) {
        self.entry = entry
        let mirror = Mirror(reflecting: entry.event)
        event = mirror.children.first?.label ?? "\(entry.event)"
        members = EventRow.members(of: mirror.children.first?.value)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for (name, value) in members { try container.encode(value, forKey: MemberName(stringValue: name)) }
        try container.encode(entry.number, forKey: MemberName(stringValue: "number"))
        try container.encode(DateText(entry.date), forKey: MemberName(stringValue: "date"))
        try container.encode(event, forKey: MemberName(stringValue: "event"))
        try container.encode(entry.text, forKey: MemberName(stringValue: "text"))
    }

    /// Returns an event's values by label, those without one by type; absent ones are left out.
    private static func members(of data: Any?) -> [(name: String, value: LineValue)] {
        guard let data else { return [] }
        let mirror = Mirror(reflecting: data)
        let children: [(label: String?, value: Any)] =
            mirror.displayStyle == .tuple ? mirror.children.map { ($0.label, $0.value) } : [(nil, data)]
        return children.compactMap { child in
            guard let value = unwrapped(child.value) else { return nil }
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
            return (name(label, of: value), line(value))
        }
    }

    private static func name(_ label: String?, of value: Any) -> String {
        switch label {
        case "id"?: return "transaction"
        case "ids"?: return "transactions"
        case let label?: return label
        case nil: break
        }
        return switch value {
        case is CustomerID: "customer"
        case is AttemptID: "attempt"
        case is OfferType: "kind"
        case is PurchaseRefusal, is CodeRefusal: "refusal"
        case is RenewalFailure: "failure"
        case is PaymentMethod: "paymentMethod"
        case is String: "keyID"
        case is LapseReason, is RevocationReason, is Message.Reason: "reason"
        case is OutreachChannel: "channel"
        case is Pace: "pace"
        case is BillingGracePeriod: "gracePeriod"
        default: "value"
        }
    }

    private static func line(_ value: Any) -> LineValue {
        switch value {
        case let id as CustomerID: .number(Int64(id.rawValue))
        case let id as AttemptID: .text("\(id.rawValue)")
        // The numbers of transactions are text, as in all answers.
        case let id as UInt64: .text("\(id)")
        case let ids as [UInt64]: .list(ids.map { .text("\($0)") })
        case let type as OfferType: .text(type.words)
        case let refusal as PurchaseRefusal:
            .object(refusalMembers(refusal))
        case let refusal as CodeRefusal:
            .object(["kind": .text(Failure.name(of: refusal)), "text": .text("\(refusal)")])
        default: LineValue(value)
        }
    }

    private static func refusalMembers(_ refusal: PurchaseRefusal) -> [String: LineValue] {
        var members: [String: LineValue] = ["kind": .text(Failure.name(of: refusal)), "text": .text("\(refusal)")]
        if case .invalidSignature(let diagnosis) = refusal {
            members["causes"] = .list(diagnosis.causes.map { .text(CauseRow($0).name) })
        }
        return members
    }

    /// Returns the content of an optional value; nil for an empty one.
    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}
