import OfferKitCore

/// The parameters of a request; a name may come several times.
package struct QueryString: Hashable, Sendable {
    private var values: [ByteText: [String]] = [:]

    /// Parses a query.
    ///
    /// Unknown parameters are ignored, as by the App Store.
    ///
    /// - Throws: ``AppStoreServerErrorCode/generalBadRequest`` for a parameter that is wrongly encoded.
    package init(_ text: String) throws(AppStoreServerError) {
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ PercentEncoding.decode($0, plusIsBlank: true) }),
                let value = PercentEncoding.decode(sides.dropFirst().first ?? ""[...].utf8, plusIsBlank: true)
            else {
                let quoted = VisibleText.quoted(String(decoding: part, as: UTF8.self).beginning)
                throw AppStoreServerError(
                    .generalBadRequest,
                    "The query parameter \(quoted) is wrongly encoded. Write two hexadecimal digits after each % and UTF-8."
                )
            }
            values[ByteText(name), default: []].append(value)
        }
    }

    /// Returns all values of a parameter, in order.
    func all(_ name: String) -> [String] { values[ByteText(name)] ?? [] }

    /// Returns the value of a parameter that may come only once; nil where it is absent.
    func one(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> String? {
        let found = all(name)
        guard found.count <= 1 else {
            throw AppStoreServerError(code, "The query has \"\(name)\" \(found.count) times. Write it once.")
        }
        return found.first
    }

    /// Returns a parameter in milliseconds since 1970.
    func milliseconds(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Int64? {
        try value(name, "Write whole milliseconds since 1970.", code) { Int64($0) }
    }

    /// Returns a Boolean parameter; Apple's library in Python writes `True`.
    func flag(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Bool? {
        try value(name, "Write true or false.", code) { Bool($0.lowercased()) }
    }

    /// Returns a parameter that is one of some values; nil where it is absent.
    func choice<Choice: RawRepresentable<String>>(
        _ name: String, among choices: [Choice], _ advice: String, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Choice? {
        try value(name, advice, code) { text in choices.first { $0.rawValue == text } }
    }

    /// Returns a parameter of some form; nil where it is absent.
    private func value<Value>(
        _ name: String, _ advice: String, _ code: AppStoreServerErrorCode, _ read: (String) -> Value?
    ) throws(AppStoreServerError) -> Value? {
        guard let text = try one(name, code) else { return nil }
        guard let value = read(text) else { throw wrong(name, text, advice, code) }
        return value
    }

    /// Makes the error of an invalid value.
    func wrong(
        _ name: String, _ value: String, _ advice: String, _ code: AppStoreServerErrorCode
    ) -> AppStoreServerError {
        AppStoreServerError(
            code, "The query parameter \"\(name)\" is \(VisibleText.quoted(value.beginning)). \(advice)")
    }
}
