import Foundation
import LineProtocol
import OfferKit

/// `purchase`: buys, with an offer or without one.
struct Purchase: Command {
    static let name = "purchase"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, product, quantity, token, userName, offer }

    var customer: Whole<Int>
    var product: String
    var quantity: Whole<Int>?
    var token: UUIDText?
    var userName: String?
    var offer: Closed<Offer>?

    /// The offer of a purchase, whose members depend on its kind.
    struct Offer: ClosedObject {
        enum CodingKeys: String, CodingKey, CaseIterable {
            case kind, id, keyID, nonce, signature, timestamp, jws, offer
        }

        enum Kind: String, Choice {
            case promotional, promotionalJWS, introductoryEligibility, winBack

            var members: [CodingKeys] {
                switch self {
                // A caller that spreads out the answer of `signOffer` also sends its `offer`, which says the same.
                case .promotional: [.kind, .id, .keyID, .nonce, .signature, .timestamp, .offer]
                case .promotionalJWS: [.kind, .id, .jws, .offer]
                case .introductoryEligibility: [.kind, .jws]
                case .winBack: [.kind, .id]
                }
            }
        }

        let value: PurchaseOffer
        /// The signed decision on the introductory offer.
        var decision: String?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let kind = try members.decode(Kind.self, forKey: .kind)
            let strangers = try members.allKeys.filter {
                try !kind.members.contains($0) && !members.decodeNil(forKey: $0)
            }
            if let stranger = strangers.map(\.stringValue).min() {
                throw LineError.unknownMember(
                    at: decoder.path(to: stranger), known: kind.members.map(\.stringValue))
            }
            func text(_ key: CodingKeys) throws -> String { try members.decode(String.self, forKey: key) }
            switch kind {
            case .promotional:
                func part(_ key: CodingKeys) throws -> String? {
                    try members.decodeIfPresent(String.self, forKey: key)
                }
                let nonce = try members.decodeIfPresent(NonceText.self, forKey: .nonce)
                let timestamp = try members.decodeIfPresent(TimestampText.self, forKey: .timestamp)
                value = .promotional(
                    try PaymentDiscount(
                        offer: part(.id), keyIdentifier: part(.keyID), nonce: nonce?.text, signature: part(.signature),
                        timestamp: timestamp?.digits))
            case .promotionalJWS: value = .promotionalJWS(offerID: try text(.id), compactJWS: try text(.jws))
            case .introductoryEligibility: (value, decision) = (.automatic, try text(.jws))
            case .winBack: value = .winBack(try text(.id))
            }
        }
    }

    func run(in session: inout Session) throws -> TransactionAnswer {
        let device = try session.currentBench().device(customer.value)
        let transaction = try device.purchase(
            product, quantity: quantity?.value ?? 1, offer: offer?.value.value ?? .automatic,
            account: try AppAccount(token: token, userName: userName),
            introductoryEligibility: offer?.value.decision)
        return TransactionAnswer(transaction: Signed(transaction))
    }
}

/// The answer with one transaction.
struct TransactionAnswer: Encodable {
    let transaction: Signed<TransactionModel>
}

/// `redeemCode`: redeems an offer code that the customer types in.
struct RedeemCode: Command {
    static let name = "redeemCode"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, code }

    var customer: Whole<Int>
    var code: String

    func run(in session: inout Session) throws -> TransactionAnswer {
        let device = try session.currentBench().device(customer.value)
        return TransactionAnswer(transaction: Signed(try device.redeem(code: code)))
    }
}

/// `finish`: finishes a transaction whose product the app has delivered.
struct Finish: Command {
    static let name = "finish"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, transaction }

    var customer: Whole<Int>
    var transaction: TransactionNumber

    func run(in session: inout Session) throws -> Done {
        let device = try session.currentBench().device(customer.value)
        guard let transaction = device.transactions.first(where: { $0.id == transaction.id }) else {
            throw ProtocolError.unknownTransaction(transaction.id, customer: customer.value)
        }
        device.finish(transaction)
        return Done()
    }
}

/// `refund`: refunds a transaction.
struct Refund: Command {
    static let name = "refund"
    enum CodingKeys: String, CodingKey, CaseIterable { case transaction, reason }

    var transaction: TransactionNumber
    var reason: Reason?

    enum Reason: String, Choice {
        case other, developerIssue
    }

    func run(in session: inout Session) throws -> Done {
        let store = try session.currentBench().store
        do throws(RefundRefusal) {
            try store.refund(transaction.id, reason: reason == .developerIssue ? .developerIssue : .other)
        } catch {
            throw ProtocolError(error) ?? error
        }
        return Done()
    }
}

/// `reverseRefund`: reverses a refund.
struct ReverseRefund: Command {
    static let name = "reverseRefund"
    enum CodingKeys: String, CodingKey, CaseIterable { case transaction }

    var transaction: TransactionNumber

    func run(in session: inout Session) throws -> Done {
        let store = try session.currentBench().store
        do throws(RefundRefusal) {
            try store.reverseRefund(of: transaction.id)
        } catch {
            throw ProtocolError(error) ?? error
        }
        return Done()
    }
}

/// `extendRenewal`: extends the renewal date.
struct ExtendRenewal: Command {
    static let name = "extendRenewal"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, group, days }

    var customer: Whole<Int>
    var group: String
    var days: Whole<Int>

    func run(in session: inout Session) throws -> [String: DateText] {
        let bench = try session.currentBench()
        try bench.requireGroup(group)
        let end = try bench.customer(customer.value).extendRenewalDate(inGroup: group, byDays: days.value)
        return ["renewalDate": DateText(end)]
    }
}

extension AppAccount {
    /// Makes the account of a command, which has a token, a user name or neither.
    init(token: UUIDText?, userName: String?) throws {
        switch (token, userName) {
        case (nil, nil): self = .notSet
        case (let token?, nil): self = .token(token.uuid)
        case (nil, let name?): self = .userName(name)
        case (_?, _?): throw LineError.notTogether(["token", "userName"])
        }
    }
}
