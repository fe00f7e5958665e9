import Foundation

/// The details of an error beside its code, as in Foundation's `userInfo`: texts, and the cause.
package struct ErrorDetails: Sendable {
    /// The cause of the error; nil where unknown.
    package let underlying: (any Error)?

    private let texts: [String: String]
    /// The description where no text was given.
    private let plainText: String

    /// Keeps the texts of a `userInfo`, and the error under `NSUnderlyingErrorKey`.
    ///
    /// - Parameters:
    ///   - userInfo: The values given with the error.
    ///   - plainText: The description where no text was given.
    package init(_ userInfo: [String: Any], plainText: String) {
        let underlying = userInfo[NSUnderlyingErrorKey] as? any Error
        var texts = userInfo.compactMapValues { $0 as? String }
        // The default description is no text of its own, so an error that went through NSError is the same again.
        if texts[NSLocalizedDescriptionKey] == plainText { texts[NSLocalizedDescriptionKey] = nil }
        (self.underlying, self.texts, self.plainText) = (underlying, texts, plainText)
    }

    /// The description, in a sentence.
    package var description: String { texts[NSLocalizedDescriptionKey] ?? plainText }

    /// The details, with Foundation's keys.
    package var userInfo: [String: Any] {
        var userInfo: [String: Any] = texts
        userInfo[NSUnderlyingErrorKey] = underlying
        userInfo[NSLocalizedDescriptionKey] = description
        return userInfo
    }
}

extension ErrorDetails: Equatable {
    /// Returns whether the texts are equal; the underlying error does not count.
    package static func == (a: ErrorDetails, b: ErrorDetails) -> Bool { a.texts == b.texts }
}
