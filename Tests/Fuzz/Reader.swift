import OfferKitCore

/// A reader in the library of data that comes from outside.
struct Reader: Sendable {
    let name: String
    /// The weight of its share of the inputs: large for a quick reader.
    let weight: Int
    let form: Form
    /// Whether another process does the work, so that only the clock on the wall can time it.
    var isElsewhere = false
    /// Prepares the reader for a run.
    let make: @Sendable () throws -> Subject

    /// The form of its inputs, which decides how they are changed.
    enum Form: String, Sendable {
        /// Any bytes, texts among them.
        case bytes
        case json
        /// Lines of JSON.
        case lines
        case der
        /// Three parts of Base64URL, the first two of which are JSON.
        case jws
    }
}

/// A prepared reader, with the seeds of its inputs.
struct Subject {
    /// The library's own output, and known awkward cases of this form.
    var seeds: [[UInt8]]
    /// Words of the form.
    var dictionary: [String] = []
    /// Corrects the protection of a changed input, such as a checksum or a signature; nil for a form without one.
    ///
    /// Without that, nothing behind the protection would ever be read.
    var mend: ((_ input: [UInt8]) -> [UInt8])?
    /// Reads an input.
    ///
    /// A refusal is no error here; every error thrown is a failure.
    var read: (_ input: [UInt8]) throws -> Void
}

/// The error that a promise did not hold.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws unless something is true.
func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) throws {
    guard isTrue else { throw Broken(words()) }
}

/// Returns the reader's result for an input; nil for a refusal, whose words are made, too, as they contain input.
func reading<Value, Refusal: Error>(_ read: () throws(Refusal) -> Value) -> Value? {
    do throws(Refusal) {
        return try read()
    } catch {
        _ = "\(error)".utf8.count
        return nil
    }
}

extension Reader {
    /// The readers, in the order in which a run takes them.
    static let all: [Reader] = [
        .base64, .pem, .key, .der, .certificate, .revocationList, .json, .values, .payload, .jws, .token, .exchange,
        .offer, .storekit, .server, .receipt, .receiptFile, .receiptAnswer, .notificationV1, .events, .snapshot,
        .journal, .link,
        .code, .timeline, .script, .interop, .checkOffers,
    ]
}
