import Foundation
import LineProtocol
import OfferKit

/// `verify`: verifies signed data as a developer's server does.
struct Verify: Command {
    static let name = "verify"
    enum CodingKeys: String, CodingKey, CaseIterable { case kind, jws, customer }

    var kind: Kind
    var jws: String
    /// The customer whose device the data must be for.
    var customer: Whole<Int>?

    enum Kind: String, Choice {
        case transaction, renewalInfo, appTransaction
    }

    struct Answer: Encodable {
        var verdict: String
        var reason: String?
        var storeKitReason: String?
        var text: String?
    }

    func run(in session: inout Session) throws -> Answer {
        let bench = try session.currentBench()
        var verifier = bench.store.verifier
        if let customer { verifier.deviceVerificationID = try bench.device(customer.value).verificationID }
        do throws(SignedDataRefusal) {
            switch kind {
            case .transaction: _ = try verifier.transaction(jws)
            case .renewalInfo: _ = try verifier.renewalInfo(jws)
            case .appTransaction: _ = try verifier.appTransaction(jws)
            }
            return Answer(verdict: "verified")
        } catch {
            let names = error.names
            return Answer(verdict: "refused", reason: names.own, storeKitReason: names.storeKit, text: "\(error)")
        }
    }
}

extension SignedDataRefusal {
    /// The innermost name, `revoked` for a chain refused for a revoked certificate, and StoreKit's name.
    package var names: (own: String, storeKit: String) {
        let own =
            switch self {
            case .format(let error): Failure.name(of: error)
            case .chain(let fault): Failure.name(of: fault)
            case .payload(let error): Failure.name(of: error)
            case .signature: "signature"
            default: Failure.name(of: self)
            }
        return (own, "\(reason)")
    }
}
