import Foundation
import OfferKit

/// Why a line was not carried out, for reasons of the protocol and not of the store.
enum ProtocolError: Error {
    case lineTooLong(limit: Int)
    case notUTF8
    case notJSON
    case unknownCommand(String, known: [String])
    case unknownMember(at: String, known: [String])
    case missingMember(at: String)
    case wrongType(at: String, expected: String)
    /// A text that is none of a few.
    case wrongValue(at: String, String, known: [String])
    /// A value of the right type that does not read as it must.
    case wrongForm(at: String, String, expected: String)
    /// Members of which one has to be there, and no other beside it.
    case notOneOf([String], given: [String])
    case noStore
    case unknownCustomer(Int, count: Int)
    /// Of a customer where one was named, and else of the store.
    case unknownTransaction(UInt64, customer: Int?)
    case unknownProduct(String, known: [String])
    case unknownGroup(String, known: [String])
    /// An offer-code offer; with those of the product.
    case unknownOffer(String, product: String, known: [String])
    /// Certificates or a key that nothing can be signed with.
    case unusableChain(SigningChainError)
    /// A file.
    case unreadable(at: String, String)
    case unwritable(at: String, String)
    case noPrivateKey(String, held: [String])
    case tooMuchDue(limit: Int, now: Date)
}

extension ProtocolError {
    /// The same of what Foundation says of a line that it cannot read.
    init(_ error: DecodingError) {
        func path(_ context: DecodingError.Context, _ key: (any CodingKey)? = nil) -> String {
            (context.codingPath + [key].compactMap { $0 }).map(\.stringValue).joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context): self = .missingMember(at: path(context, key))
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            self =
                context.codingPath.isEmpty
                ? .notJSON : .wrongType(at: path(context), expected: ProtocolError.words(for: type))
        default: self = .notJSON
        }
    }

    /// The same of a refusal that would name a customer where the command has none; nil for others.
    init?(_ refusal: RefundRefusal) {
        guard case .unknownTransaction(let id) = refusal else { return nil }
        self = .unknownTransaction(id, customer: nil)
    }

    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        default: "an object"
        }
    }

    /// What programs tell it by.
    var kind: String {
        switch self {
        case .lineTooLong: "lineTooLong"
        case .notUTF8: "notUTF8"
        case .notJSON: "notJSON"
        case .unknownCommand: "unknownCommand"
        case .unknownMember: "unknownMember"
        case .missingMember: "missingMember"
        case .wrongType: "wrongType"
        case .wrongValue, .wrongForm, .notOneOf: "wrongValue"
        case .noStore: "noStore"
        case .unknownCustomer: "unknownCustomer"
        case .unknownTransaction: "unknownTransaction"
        case .unknownProduct: "unknownProduct"
        case .unknownGroup: "unknownGroup"
        case .unknownOffer: "unknownOffer"
        case .unusableChain(.chain(let fault)): Failure.name(of: fault)
        case .unusableChain(.malformedKey): "malformedKey"
        case .unusableChain(.malformedIntermediateKey): "malformedIntermediateKey"
        case .unusableChain(.intermediateKeyMismatch): "intermediateKeyMismatch"
        case .unusableChain(.keyMismatch): "keyMismatch"
        case .unreadable: "unreadable"
        case .unwritable: "unwritable"
        case .noPrivateKey: "noPrivateKey"
        case .tooMuchDue: "tooMuchDue"
        }
    }

    /// What people read.
    var text: String {
        switch self {
        case .lineTooLong(let limit): "The line is longer than \(limit) bytes."
        case .notUTF8: "The line is not UTF-8."
        case .notJSON: "The line is not one JSON object."
        case .unknownCommand(let name, _): "There is no command \"\(name)\"."
        case .unknownMember(let place, _): "There is no member \"\(place)\" here."
        case .missingMember(let place): "The member \"\(place)\" is missing."
        case .wrongType(let place, let expected): "\"\(place)\" must be \(expected)."
        case .wrongValue(let place, let text, _): "\"\(place)\" cannot be \"\(text)\"."
        case .wrongForm(let place, let text, let expected): "\"\(place)\" must be \(expected), and not \"\(text)\"."
        case .notOneOf(let names, let given):
            "One of \(names.joined(separator: ", ")) must be there, "
                + (given.isEmpty ? "and none is." : "and not \(given.joined(separator: " and ")) together.")
        case .noStore: "There is no store yet: begin with makeStore."
        case .unknownCustomer(let number, let count): "There is no customer \(number) among \(count)."
        case .unknownTransaction(let id, let customer?): "Customer \(customer) has no transaction \(id)."
        case .unknownTransaction(let id, nil):
            "The store keeps no transaction \(id). The command transactions lists those of a customer."
        case .unknownProduct(let id, _): "The store sells no product \"\(id)\"."
        case .unknownGroup(let id, _): "The store has no subscription group \"\(id)\"."
        case .unknownOffer(let name, let product, _):
            "The product \"\(product)\" has no offer-code offer with the reference name \"\(name)\"."
        case .unusableChain(let error): "\(error)"
        case .unreadable(_, let path): "The file \"\(path)\" cannot be read."
        case .unwritable(_, let path): "The file \"\(path)\" cannot be written."
        case .noPrivateKey(let id, let held):
            "Of the key \"\(id)\" no private half is here, only of: \(held.joined(separator: ", "))."
        case .tooMuchDue(let limit, let now):
            "More than \(limit) things happened on the way. The clock stands at \(Instant(now)); ask again to go on."
        }
    }
}

/// An error as it is answered.
struct Failure: Encodable {
    let kind: String
    let text: String
    let line: Int
    /// The member that is wrong.
    var at: String?
    /// What there is.
    var known: [String]?
    /// The proved causes of a refused signature.
    var causes: [String]?
    /// The parts that an offer lacks.
    var missing: [String]?

    init(_ error: any Error, line: Int) {
        self.line = line
        guard let error = error as? ProtocolError ?? (error as? DecodingError).map({ ProtocolError($0) }) else {
            (kind, text) = Failure.words(for: error)
            switch error as? PurchaseRefusal {
            case .invalidSignature(let diagnosis): causes = diagnosis.causes.map(Failure.name)
            case .missingOfferParams(let parameters): missing = parameters.map(\.rawValue)
            default: break
            }
            return
        }
        kind = error.kind
        text = error.text
        switch error {
        case .unknownCommand(_, let known), .notOneOf(let known, _): self.known = known
        case .unknownMember(let place, let known), .wrongValue(let place, _, let known):
            (at, self.known) = (place, known)
        case .missingMember(let place), .wrongType(let place, _), .wrongForm(let place, _, _),
            .unreadable(let place, _), .unwritable(let place, _):
            at = place
        case .unusableChain(.chain): at = MakeStore.CodingKeys.certificatesPEM.rawValue
        case .unusableChain: at = MakeStore.CodingKeys.privateKeyPEM.rawValue
        case .noPrivateKey(_, let known), .unknownProduct(_, let known), .unknownGroup(_, let known),
            .unknownOffer(_, _, let known):
            self.known = known
        default: break
        }
    }

    /// Name and sentence of a refusal of the store, whose text begins with its name.
    private static func words(for error: any Error) -> (kind: String, text: String) {
        let text = "\(error)"
        let name = name(of: error)
        return (name, text.hasPrefix("\(name): ") ? String(text.dropFirst(name.count + 2)) : text)
    }

    /// The name of an error's case.
    ///
    /// The language tells that of a case with data. Most others begin their text with it; those that do not stand here.
    static func name(of error: any Error) -> String {
        switch error {
        case JWSFormatError.empty, StoreKitConfigurationError.empty: "empty"
        case JWSFormatError.signedByServer: "signedByServer"
        case SigningChainFault.reversed: "reversed"
        default: Mirror(reflecting: error).children.first?.label ?? String("\(error)".prefix { $0.isLetter })
        }
    }

    private static func name(_ cause: SignatureCause) -> String {
        if case .signature(let mistake) = cause { return mistake.kind.rawValue }
        return Mirror(reflecting: cause).children.first?.label ?? "\(cause)"
    }
}
