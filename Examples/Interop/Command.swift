import Foundation
import OfferKit

/// A JSON object whose members are known, so that others are refused.
protocol ClosedObject: Decodable, Sendable {
    associatedtype CodingKeys: CodingKey, CaseIterable
}

extension ClosedObject {
    /// The names of the members.
    static var members: [String] { CodingKeys.allCases.map(\.stringValue) }
}

/// A command: its members, and what it does.
protocol Command: ClosedObject {
    associatedtype Answer: Encodable

    /// What `command` says.
    static var name: String { get }

    /// Carries it out.
    func run(in session: inout Session) async throws -> Answer
}

/// The answer of a command that has nothing to say.
struct Done: Encodable {}

/// A line: some command, by its name.
struct AnyCommand: Decodable {
    let command: any Command

    /// Every command there is, in the alphabetical order of the names.
    static let all: [any Command.Type] = [
        AddCustomer.self, Advance.self, AnswerPriceRise.self, CreateCodes.self, ExtendRenewal.self,
        FailNextCharges.self, Finish.self, Help.self, JoinFamily.self, LeaveFamily.self, MakeKey.self, MakeStore.self,
        Purchase.self, ReadAppTransaction.self, ReadLog.self, ReadRenewalInfos.self, ReadTransactions.self,
        RedeemCode.self, Refund.self, RegisterKey.self, ReverseRefund.self, RevokeKey.self, RootCertificate.self,
        SetAutoRenew.self, SetPaymentMethod.self, SetPrice.self, SetSale.self, SetStorefront.self,
        SignIntroductoryEligibility.self, SignOffer.self, Verify.self, WriteSnapshot.self,
    ].sorted { $0.name < $1.name }

    private static let byName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: MemberName.self)
            .decode(String.self, forKey: MemberName(stringValue: "command"))
        guard let type = AnyCommand.byName[name] else {
            throw ProtocolError.unknownCommand(name, known: AnyCommand.all.map { $0.name })
        }
        try decoder.refuseMembers(besides: type.members, and: "command")
        command = try type.init(from: decoder)
    }
}

/// An object inside a command.
struct Closed<Object: ClosedObject>: Decodable {
    let value: Object

    init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(besides: Object.members)
        value = try Object(from: decoder)
    }
}

/// Any name a member may have.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// Refuses an object with members that nobody would read.
    fileprivate func refuseMembers(besides known: [String], and own: String? = nil) throws {
        let members = try container(keyedBy: MemberName.self)
        let names = try members.allKeys.filter { try !members.decodeNil(forKey: $0) }.map(\.stringValue)
        let strangers = Set(names).subtracting(known + [own].compactMap { $0 })
        guard let first = strangers.min() else { return }
        throw ProtocolError.unknownMember(at: path(to: first), known: known)
    }

    /// The place of a member, such as `offer.nonce`.
    func path(to member: String? = nil) -> String {
        (codingPath.map(\.stringValue) + [member].compactMap { $0 }).joined(separator: ".")
    }
}
