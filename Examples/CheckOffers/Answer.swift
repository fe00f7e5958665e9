import Foundation
import OfferKitCore
import OfferKitServer

/// One line of output: the verdict, and for a refusal the error, the causes by name, and the explanation for people.
struct Answer: Encodable {
    var verdict: String
    var error: String?
    var causes: [String]?
    var text: String?

    init(toLine line: String, number: Int) {
        do {
            let question = try JSONDecoder().decode(Question.self, from: Data(line.utf8))
            let claim = try question.claim()
            self = Answer(claim, try question.knowledge(claim))
        } catch {
            self.init(verdict: "unreadable", error: "unreadable", causes: nil, text: "Line \(number): \(error)")
        }
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    private init(verdict: String, error: String?, causes: [String]?, text: String?) {
        self.verdict = verdict
        self.error = error
        self.causes = causes
        self.text = text
    }

    /// Steps 4 and 6 of the store's checks: what is missing, then key, nonce, time and signature.
    private init(_ claim: OfferClaim, _ knowledge: OfferVerifier.Knowledge) {
        var missing = claim.discount.missingParameters
        if claim.account == .notSet { missing.append(.applicationUsername) }
        guard missing.isEmpty else {
            self = Answer(refusal: .missingOfferParams(missing), "missingOfferParams", missing.map(\.rawValue))
            return
        }
        let key = knowledge.keys.first { $0.id == claim.discount.keyIdentifier }
        let evidence = OfferVerifier().evidence(for: claim, key: key?.publicKey, knowledge: knowledge)
        var causes = Answer.causes(claim.discount, key, knowledge)
        var findings = SignatureFindings()
        if case .fails(let found) = evidence {
            findings = found
            causes += found.mistakes.map(SignatureCause.signature)
        } else if causes.isEmpty {
            self.init(verdict: "accepted", error: nil, causes: nil, text: nil)
            return
        }
        let diagnosis = SignatureDiagnosis(
            causes: causes, ruledOut: findings.ruledOut, partlyTried: findings.partlyTried,
            expected: OfferPayload(claim)?.parts ?? [], signature: claim.discount.signature ?? "",
            warnings: claim.account.warnings)
        self = Answer(refusal: .invalidSignature(diagnosis), "invalidSignature", causes.map(Answer.name))
    }

    private init(refusal: PurchaseRefusal, _ error: String, _ causes: [String]) {
        self.init(verdict: "refused", error: error, causes: causes, text: "\(refusal)")
    }

    private static func causes(
        _ discount: PaymentDiscount, _ key: OfferVerifier.Knowledge.Key?, _ knowledge: OfferVerifier.Knowledge
    ) -> [SignatureCause] {
        var causes: [SignatureCause] = []
        if key == nil {
            causes.append(.keyUnknown(discount.keyIdentifier ?? "", registered: knowledge.keys.map(\.id)))
        } else if let key, key.isRevoked {
            causes.append(.keyRevoked(key.id, on: knowledge.now))
        }
        if let nonce = discount.nonce {
            if let fault = NonceForm().judge(nonce) { causes.append(fault) }
            if knowledge.seen.contains(where: { $0.nonce == nonce }) { causes.append(.nonceSpent(nonce)) }
        }
        if let timestamp = discount.timestamp,
            let fault = SignatureWindow(allowedClockSkew: 0).judge(timestamp: timestamp, storeClock: knowledge.now)
        {
            causes.append(fault)
        }
        return causes
    }

    private static func name(_ cause: SignatureCause) -> String {
        switch cause {
        case .keyUnknown: "keyUnknown"
        case .keyRevoked: "keyRevoked"
        case .nonceNotVersion4: "nonceNotVersion4"
        case .nonceSpent: "nonceSpent"
        case .timestampInSeconds: "timestampInSeconds"
        case .timestampTooOld: "timestampTooOld"
        case .timestampInFuture: "timestampInFuture"
        case .signature(let mistake): mistake.kind.rawValue
        }
    }
}
