import Foundation
import LineProtocol
import OfferKit

/// A reason why a signed value is to fail its check.
enum Flaw: String, Choice {
    case revokedCertificate, invalidCertificateChain, invalidDeviceVerification, invalidEncoding, invalidSignature
    case missingRequiredProperties

    var error: VerificationResult<Any>.VerificationError {
        switch self {
        case .revokedCertificate: .revokedCertificate
        case .invalidCertificateChain: .invalidCertificateChain
        case .invalidDeviceVerification: .invalidDeviceVerification
        case .invalidEncoding: .invalidEncoding
        case .invalidSignature: .invalidSignature
        case .missingRequiredProperties: .missingRequiredProperties
        }
    }
}

/// `transactions`: lists the transactions of a customer.
struct ReadTransactions: Command {
    static let name = "transactions"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, list, failing }

    var customer: Whole<Int>
    var list: List?
    var failing: Flaw?

    enum List: String, Choice {
        case all, unfinished, currentEntitlements
    }

    func run(in session: inout Session) throws -> [String: [Signed<TransactionModel>]] {
        let device = try session.currentBench().device(customer.value)
        let transactions =
            switch list ?? .all {
            case .all: device.transactions
            case .unfinished: device.unfinished
            case .currentEntitlements: device.currentEntitlements
            }
        return ["transactions": transactions.map { Signed($0, failing: failing) }]
    }
}

/// `renewalInfos`: lists the renewal info of the customer's subscriptions.
struct ReadRenewalInfos: Command {
    static let name = "renewalInfos"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, failing }

    var customer: Whole<Int>
    var failing: Flaw?

    struct Answer: Encodable {
        struct Row: Encodable {
            let group: String
            let status: String
            let jws: String
            let model: RenewalInfoModel
            let transaction: Signed<TransactionModel>
        }

        let renewalInfos: [Row]
    }

    func run(in session: inout Session) async throws -> Answer {
        let device = try session.currentBench().device(customer.value)
        var groups: [String] = []
        for group in device.transactions.compactMap(\.subscriptionGroupID) where !groups.contains(group) {
            groups.append(group)
        }
        var rows: [Answer.Row] = []
        for group in groups {
            for status in try await device.app.subscriptionStatuses(inGroup: group) {
                let info = Signed(status.renewalInfo.unsafePayloadValue, failing: failing)
                rows.append(
                    Answer.Row(
                        group: group, status: status.state.words, jws: info.jws, model: info.model,
                        transaction: Signed(status.transaction.unsafePayloadValue, failing: failing)))
            }
        }
        return Answer(renewalInfos: rows)
    }
}

/// `appTransaction`: shows the customer's app transaction.
struct ReadAppTransaction: Command {
    static let name = "appTransaction"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, failing }

    var customer: Whole<Int>
    var failing: Flaw?

    func run(in session: inout Session) async throws -> [String: Signed<AppTransactionModel>] {
        let result = try await session.currentBench().device(customer.value).app.appTransaction()
        return ["appTransaction": Signed(result.unsafePayloadValue, failing: failing)]
    }
}
