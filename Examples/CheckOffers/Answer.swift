import Foundation
import LineProtocol
import OfferKit

/// One line of output: the verdict, and for a refusal the error, the causes, and the explanation for people.
struct Answer: Encodable {
    var verdict: String
    var error: String?
    /// The names of the causes, or of the missing parts.
    var causes: [String]?
    /// Each cause with its values and its sentence.
    var details: [CauseRow]?
    /// The members of a line for the missing parts.
    var members: [String]?
    var text: String?
    /// The signed request.
    var jws: String?
    /// The member that cannot be read, and the value found there.
    var at: String?
    var known: [String]?
    var didYouMean: String?
    var line: Int?

    private init(verdict: String) {
        self.verdict = verdict
    }

    static let accepted = Answer(verdict: "accepted")

    init(signed text: String) {
        self.init(verdict: "signed")
        jws = text
    }

    init(_ refusal: PurchaseRefusal) {
        self.init(verdict: "refused")
        text = "\(refusal)"
        switch refusal {
        case .missingOfferParams(let missing):
            error = "missingOfferParams"
            causes = missing.map(\.rawValue)
            members = missing.flatMap(Question.members)
            text = "\(refusal) In a line of this program: \(Question.advice(missing))"
        case .invalidSignature(let diagnosis):
            error = "invalidSignature"
            let rows = diagnosis.causes.map(CauseRow.init)
            causes = rows.map(\.name)
            details = rows
        default:
            error = "other"
            causes = []
        }
    }

    /// The answer to a line that cannot be read, or from whose parts no store can be made.
    init(unreadable fault: any Error, line number: Int) {
        self.init(verdict: "unreadable")
        line = number
        guard let fault = fault as? LineError ?? (fault as? DecodingError).map({ LineError($0) }) else {
            error = FailureName.of(fault)
            text = "Line \(number): \(fault)"
            return
        }
        error = fault.kind
        at = fault.place
        known = fault.known
        didYouMean = fault.suggestion
        text = "Line \(number): \(fault)"
    }
}
