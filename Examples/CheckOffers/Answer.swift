import Foundation
import OfferKit

/// One line of output: the verdict, and for a refusal the error, the causes by name, and the explanation for people.
struct Answer: Encodable {
    var verdict: String
    var error: String?
    var causes: [String]?
    var text: String?
    /// What was signed.
    var jws: String?

    init(toLine line: String, number: Int) {
        do {
            if let order = try JSONDecoder().decode(SigningLine.self, from: Data(line.utf8)).sign {
                verdict = "signed"
                jws = try order.jws()
                return
            }
            let question = try JSONDecoder().decode(Question.self, from: Data(line.utf8))
            guard let refusal = try Bench(question).refusal() else {
                verdict = "accepted"
                return
            }
            verdict = "refused"
            text = "\(refusal)"
            (error, causes) = Answer.names(of: refusal)
        } catch {
            verdict = "unreadable"
            text = "Line \(number): \(error)"
        }
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    private static func names(of refusal: PurchaseRefusal) -> (error: String, causes: [String]) {
        switch refusal {
        case .missingOfferParams(let missing): ("missingOfferParams", missing.map(\.rawValue))
        case .invalidSignature(let diagnosis): ("invalidSignature", diagnosis.causes.map(name))
        default: ("other", [])
        }
    }

    private static func name(_ cause: SignatureCause) -> String {
        switch cause {
        case .keyUnknown: "keyUnknown"
        case .keyRevoked: "keyRevoked"
        case .nonceNotVersion4: "nonceNotVersion4"
        case .nonceNotUUID: "nonceNotUUID"
        case .nonceSpent: "nonceSpent"
        case .timestampInSeconds: "timestampInSeconds"
        case .issuedAtInMilliseconds: "issuedAtInMilliseconds"
        case .timestampTooOld: "timestampTooOld"
        case .timestampInFuture: "timestampInFuture"
        case .signature(let mistake): mistake.kind.rawValue
        }
    }
}
