import Foundation
import LineProtocol
import OfferKit

/// A reason of the program, not of the store, for not carrying a line out.
enum ProtocolError: Error {
    case unknownCommand(String, known: [String])
    case noStore
    case unknownCustomer(Int, count: Int)
    /// The transaction is unknown, for the customer where one was named, and else in the store.
    case unknownTransaction(UInt64, customer: Int?)
    case unknownProduct(String, known: [String])
    case unknownGroup(String, known: [String])
    /// The offer-code offer is unknown; with those of the product.
    case unknownOffer(String, product: String, known: [String])
    /// The offer is unknown; with those of the product.
    case noSuchOffer(String, product: String, known: [String])
    /// Nothing can be signed with the certificates or the key.
    case unusableChain(SigningChainError)
    /// A file cannot be read.
    case unreadable(at: String, String)
    case unwritable(at: String, String)
    case noPrivateKey(String, held: [String])
    case tooMuchDue(limit: Int, now: Date)
    /// The App Store Server API answered a command with an error.
    case serverError(AppStoreServerError)
    /// The app is not on the customer's device.
    case notInstalled(Int)
}

extension ProtocolError {
    /// Makes the error for a refusal that would name a customer where the command has none; nil for others.
    init?(_ refusal: RefundRefusal) {
        guard case .unknownTransaction(let id, _) = refusal else { return nil }
        self = .unknownTransaction(id, customer: nil)
    }

    /// The name of the error for programs.
    var kind: String {
        switch self {
        case .unknownCommand: "unknownCommand"
        case .noStore: "noStore"
        case .unknownCustomer: "unknownCustomer"
        case .unknownTransaction: "unknownTransaction"
        case .unknownProduct: "unknownProduct"
        case .unknownGroup: "unknownGroup"
        case .unknownOffer, .noSuchOffer: "unknownOffer"
        case .unusableChain(.chain(let fault)): Failure.name(of: fault)
        case .unusableChain(.malformedKey): "malformedKey"
        case .unusableChain(.malformedIntermediateKey): "malformedIntermediateKey"
        case .unusableChain(.intermediateKeyMismatch): "intermediateKeyMismatch"
        case .unusableChain(.keyMismatch): "keyMismatch"
        case .unreadable: "unreadable"
        case .unwritable: "unwritable"
        case .noPrivateKey: "noPrivateKey"
        case .tooMuchDue: "tooMuchDue"
        case .serverError: "serverError"
        case .notInstalled: "notInstalled"
        }
    }

    /// The values allowed in place of the unknown one.
    var known: [String]? {
        switch self {
        case .unknownCommand(_, let known), .noPrivateKey(_, let known), .unknownProduct(_, let known),
            .unknownGroup(_, let known), .unknownOffer(_, _, let known), .noSuchOffer(_, _, let known):
            known
        default: nil
        }
    }

    /// The text for people.
    var text: String {
        switch self {
        case .unknownCommand(let name, _): "There is no command \"\(name)\"."
        case .noStore: "There is no store yet: begin with makeStore."
        case .unknownCustomer(let number, let count): "There is no customer \(number) among \(count)."
        case .unknownTransaction(let id, let customer?): "Customer \(customer) has no transaction \(id)."
        case .unknownTransaction(let id, nil):
            "The store keeps no transaction \(id). The command transactions lists those of a customer."
        case .unknownProduct(let id, _): "The store sells no product \"\(id)\"."
        case .unknownGroup(let id, _): "The store has no subscription group \"\(id)\"."
        case .unknownOffer(let name, let product, _):
            "The product \"\(product)\" has no offer-code offer with the reference name \"\(name)\"."
        case .noSuchOffer(let name, let product, _): "The product \"\(product)\" has no offer \"\(name)\" of that kind."
        case .unusableChain(let error): "\(error)"
        case .unreadable(_, let path): "The file \"\(path)\" cannot be read."
        case .unwritable(_, let path): "The file \"\(path)\" cannot be written."
        case .noPrivateKey(let id, let held):
            "Of the key \"\(id)\" no private half is here, only of: \(held.joined(separator: ", "))."
        case .tooMuchDue(let limit, let now):
            "More than \(limit) things happened on the way. The clock stands at \(now.utcText); ask again to go on."
        case .serverError(let error): error.message
        case .notInstalled(let customer):
            "The app is not on the device of customer \(customer): install it with setInstalled."
        }
    }
}

/// An error, as it is answered.
struct Failure: Encodable {
    let kind: String
    private(set) var text: String
    let line: Int
    /// The member that is wrong.
    var at: String?
    /// The number of the App Store Server API's error.
    var code: Int?
    /// The allowed values.
    var known: [String]?
    /// The allowed value that was most likely meant.
    var didYouMean: String?
    /// The proved causes of a refused signature.
    var causes: [String]?
    /// The causes, each with its values and its sentence.
    var details: [CauseRow]?
    /// The missing parts of an offer.
    var missing: [String]?
    /// The members of a line for the missing parts.
    var members: [String]?

    init(_ error: any Error, line: Int) {
        self.line = line
        if let error = error as? LineError ?? (error as? DecodingError).map({ LineError($0) }) {
            kind = error.kind
            text = "\(error)"
            (at, known, didYouMean) = (error.place, error.known, error.suggestion)
            return
        }
        guard let error = error as? ProtocolError else {
            (kind, text) = Failure.words(for: error)
            switch error as? PurchaseRefusal {
            case .invalidSignature(let diagnosis):
                let rows = diagnosis.causes.map(CauseRow.init)
                causes = rows.map(\.name)
                details = rows
            case .missingOfferParams(let parameters):
                missing = parameters.map(\.rawValue)
                members = parameters.flatMap(Purchase.members)
                text += " In a line of this program: \(Purchase.advice(parameters))"
            default: break
            }
            return
        }
        kind = error.kind
        text = error.text
        known = error.known
        switch error {
        case .unknownCommand(let name, let known):
            didYouMean = NearestName.of(name, among: known)
            if let didYouMean { text += " Did you mean \"\(didYouMean)\"?" }
        case .unreadable(let place, _), .unwritable(let place, _): at = place
        case .serverError(let error): code = error.code.rawValue
        case .unusableChain(.chain): at = MakeStore.CodingKeys.certificatesPEM.rawValue
        case .unusableChain: at = MakeStore.CodingKeys.privateKeyPEM.rawValue
        default: break
        }
    }

    /// Returns name and sentence of a refusal of the store, whose text begins with its name.
    private static func words(for error: any Error) -> (kind: String, text: String) {
        let text = "\(error)"
        let name = name(of: error)
        return (name, text.hasPrefix("\(name): ") ? String(text.dropFirst(name.count + 2)) : text)
    }

    /// Returns the name of an error's case.
    ///
    /// The language gives that of a case with data. The texts of most others begin with it; the rest are listed here.
    static func name(of error: any Error) -> String {
        switch error {
        case JWSFormatError.empty, StoreKitConfigurationError.empty: "empty"
        case JWSFormatError.signedByServer: "signedByServer"
        case SigningChainFault.reversed: "reversed"
        case AppStoreServerKeyError.emptyIdentifier: "emptyIdentifier"
        case AppStoreServerTokenRefusal.noAuthorization: "noAuthorization"
        case AppStoreServerTokenRefusal.criticalHeader: "criticalHeader"
        case AppStoreServerTokenRefusal.derSignature: "derSignature"
        default: Mirror(reflecting: error).children.first?.label ?? String("\(error)".prefix { $0.isLetter })
        }
    }
}
