import OfferKitCore

/// Something in the library that reads what comes from outside.
struct Reader: Sendable {
    let name: String
    /// How many of the inputs it gets, beside the weights of the others: many where it is quick.
    let weight: Int
    let form: Form
    /// Whether the work is done in a process of its own, so that only the clock on the wall can time it.
    var isElsewhere = false
    /// Makes what a run needs of it.
    let make: @Sendable () throws -> Subject

    /// What its inputs look like, which decides how they are changed.
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

/// A reader that is ready, with the inputs that all others come of.
struct Subject {
    /// What the library itself writes, and what is known to be awkward in this form.
    var seeds: [[UInt8]]
    /// Words of the form.
    var dictionary: [String] = []
    /// Puts right what protects an input that was changed, such as a checksum or a signature: else nothing behind it would ever
    /// be read.
    var mend: ((_ input: [UInt8]) -> [UInt8])?
    /// Reads an input.
    ///
    /// A refusal is no error here; whatever is thrown is a failure.
    var read: (_ input: [UInt8]) throws -> Void
}

/// A promise that did not hold.
struct Broken: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Makes sure of something.
func expect(_ isTrue: Bool, _ words: @autoclosure () -> String) throws {
    guard isTrue else { throw Broken(words()) }
}

/// What a reader makes of an input; nil where it refuses, in words that are made too, since they speak of what came.
func reading<Value, Refusal: Error>(_ read: () throws(Refusal) -> Value) -> Value? {
    do throws(Refusal) {
        return try read()
    } catch {
        _ = "\(error)".utf8.count
        return nil
    }
}

extension Reader {
    /// All of them, in the order in which a run takes them.
    static let all: [Reader] = [
        .base64, .pem, .key, .der, .certificate, .revocationList, .json, .values, .payload, .jws, .token, .exchange,
        .offer, .storekit, .server, .receipt, .receiptFile, .receiptAnswer, .notificationV1, .events, .snapshot,
        .journal, .link,
        .code, .timeline, .script, .interop, .checkOffers,
    ]
}
