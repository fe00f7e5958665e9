import Foundation
import LineProtocol
import OfferKit

/// A command: its members, and its action.
protocol Command: ClosedObject {
    associatedtype Answer: Encodable

    /// The value of `command`.
    static var name: String { get }

    /// Carries the command out.
    func run(in session: inout Session) async throws -> Answer
}

/// The answer of a command without a result.
struct Done: Encodable {}

/// A line: a command, found by its name.
struct AnyCommand: Decodable {
    let command: any Command

    /// All commands, in the alphabetical order of their names.
    static let all: [any Command.Type] = [
        AddCustomer.self, Advance.self, AnswerPriceRise.self, CreateCodes.self, DeliverNotifications.self,
        ExtendRenewal.self, FailNextCharges.self, Finish.self, Help.self, JoinFamily.self, KeepNotifications.self,
        LeaveFamily.self, MakeKey.self, MakeStore.self, Purchase.self, ReadAppTransaction.self, ReadEligibility.self,
        ReadHistory.self, ReadLog.self, ReadNotifications.self, ReadProducts.self, ReadReceipt.self,
        ReadRenewalInfos.self, ReadRules.self, ReadSchema.self, ReadStatuses.self, ReadTransactions.self,
        RedeemCode.self, RefreshReceipt.self, Refund.self, RegisterKey.self, RegisterServerKey.self,
        ResendNotification.self, ReverseRefund.self, RevokeKey.self, RootCertificate.self, SendServerRequest.self,
        SetAutoRenew.self, SetInstalled.self, SetPaymentMethod.self, SetPrice.self, SetSale.self, SetStorefront.self,
        SignIn.self, SignIntroductoryEligibility.self, SignOffer.self, TriggerNotification.self, Verify.self,
        VerifyReceipt.self, WriteSnapshot.self,
    ].sorted { $0.name < $1.name }

    private static let byName = Dictionary(all.map { (ByteText($0.name), $0) }, uniquingKeysWith: { first, _ in first })

    init(from decoder: any Decoder) throws {
        let name = try decoder.container(keyedBy: MemberName.self)
            .decode(String.self, forKey: MemberName(stringValue: "command"))
        guard let type = AnyCommand.byName[ByteText(name)] else {
            throw ProtocolError.unknownCommand(name, known: AnyCommand.all.map { $0.name })
        }
        try decoder.refuseMembers(besides: type.members, and: ["command", "id"])
        command = try type.init(from: decoder)
    }
}
