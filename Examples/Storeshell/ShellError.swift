import LineProtocol
import OfferKit

/// A reason of the shell, not of the store, for not carrying a line out.
enum ShellError: Error {
    case lineTooLong(Int)
    case notUTF8
    case openQuote
    /// A name is unknown; with the known ones, and with short forms of them.
    case unknown(String, String, known: [String], shortForms: [String] = [])
    /// A name is ambiguous.
    case ambiguous(String, String, known: [String])
    /// A command was called with the wrong words.
    case misused(ShellCommand, String)
    /// Another error, in a sentence.
    case impossible(String)
}

extension ShellError: CustomStringConvertible {
    /// The most names in a message; more are of no help.
    private static let mostNames = 30

    var description: String {
        switch self {
        case .lineTooLong(let longest): return "The line is longer than \(longest) bytes."
        case .notUTF8: return "The line is not UTF-8."
        case .openQuote: return "A quotation mark is opened and not closed."
        case .unknown(let noun, let text, let known, let shortForms):
            let nearest = NearestName.of(text, among: shortForms) ?? NearestName.of(text, among: known)
            let question = nearest.map { " Did you mean \(VisibleText.quoted($0))?" } ?? ""
            return "There is no \(noun) \(VisibleText.quoted(text)).\(question) \(ShellError.list(known))"
        case .ambiguous(let noun, let text, let known):
            return "\(VisibleText.quoted(text)) is more than one \(noun). \(ShellError.list(known))"
        case .misused(let command, let text): return "\(text) Usage: \(command.usage)"
        case .impossible(let text): return text
        }
    }

    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "There are none." }
        let more = names.count > mostNames ? " and \(names.count - mostNames) more" : ""
        return "There \(names.count == 1 ? "is" : "are"): \(names.prefix(mostNames).joined(separator: ", "))\(more)."
    }
}
