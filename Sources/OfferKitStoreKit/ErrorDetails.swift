import Foundation

/// What an error with a code knows beyond it, as Foundation's `userInfo` carries it: texts, and what caused it.
package struct ErrorDetails: Sendable {
    /// What caused the error, where that is known.
    package let underlying: (any Error)?

    private let texts: [String: String]
    /// What is said where no text was given.
    private let plainText: String

    /// What of a `userInfo` is kept: its texts, and the error under `NSUnderlyingErrorKey`.
    ///
    /// - Parameters:
    ///   - userInfo: What was given with the error.
    ///   - plainText: What is said where no text was given.
    package init(_ userInfo: [String: Any], plainText: String) {
        let underlying = userInfo[NSUnderlyingErrorKey] as? any Error
        var texts = userInfo.compactMapValues { $0 as? String }
        // What would be said anyway is nobody's own text: so an error that went through NSError is the same again.
        if texts[NSLocalizedDescriptionKey] == plainText { texts[NSLocalizedDescriptionKey] = nil }
        (self.underlying, self.texts, self.plainText) = (underlying, texts, plainText)
    }

    /// What happened, in a sentence.
    package var description: String { texts[NSLocalizedDescriptionKey] ?? plainText }

    /// All of it, with Foundation's keys.
    package var userInfo: [String: Any] {
        var userInfo: [String: Any] = texts
        userInfo[NSUnderlyingErrorKey] = underlying
        userInfo[NSLocalizedDescriptionKey] = description
        return userInfo
    }
}

extension ErrorDetails: Equatable {
    /// Equal when the texts are; the underlying error does not count.
    package static func == (a: ErrorDetails, b: ErrorDetails) -> Bool { a.texts == b.texts }
}
