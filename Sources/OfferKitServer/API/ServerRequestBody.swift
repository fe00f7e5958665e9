import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials

/// The JSON object in a request's body; each member is read with the error code that belongs to it.
package struct ServerRequestBody: Hashable, Sendable {
    private let members: [String: JSONValue]

    /// Parses a body.
    ///
    /// Unknown members are ignored, as by the App Store.
    ///
    /// - Throws: ``AppStoreServerErrorCode/generalBadRequest`` for a body that is no JSON object, or too long.
    package init(_ bytes: [UInt8]) throws(AppStoreServerError) {
        guard bytes.count <= AppStoreServerRequest.longestBody else {
            throw AppStoreServerError(
                .generalBadRequest,
                "The body has \(bytes.count) bytes; more than \(AppStoreServerRequest.longestBody) are not read.")
        }
        var reader = JSONReader(bytes)
        let value = try AppStoreServerError.wrapping(reader.read()) { (error: JSONError) in
            AppStoreServerError(.generalBadRequest, "The body is no JSON: \(error.words).")
        }
        guard case .object(let members) = value else {
            throw AppStoreServerError(.generalBadRequest, "The body is \(value.words). Send a JSON object.")
        }
        if let name = reader.repeatedKeys.min() {
            throw AppStoreServerError(
                .generalBadRequest, "The body has \(VisibleText.quoted(name.beginning)) twice. Write each member once.")
        }
        self.members = members
    }

    /// Returns a member that is read in this way; nil where it is absent.
    ///
    /// Null counts as absent, as some of Apple's libraries write it.
    private func member<Value>(
        _ name: String, _ advice: @autoclosure () -> String, _ code: AppStoreServerErrorCode,
        _ read: (JSONValue) -> Value?
    ) throws(AppStoreServerError) -> Value? {
        guard let value = members[name], value != .null else { return nil }
        guard let result = read(value) else { throw wrong(name, value, advice(), code) }
        return result
    }

    /// Returns a whole number within bounds; nil where it is absent.
    func integer(
        _ name: String, _ range: ClosedRange<Int>, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Int? {
        try member(name, "Write a whole number from \(range.lowerBound) to \(range.upperBound).", code) { value in
            value.digits.flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns whole milliseconds since 1970; nil where they are absent.
    func milliseconds(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Int64? {
        try member(name, "Write whole milliseconds since 1970, without quotation marks.", code) { value in
            value.digits.flatMap { Int64($0) }
        }
    }

    /// Returns a text of at most so many bytes; nil where it is absent.
    func text(
        _ name: String, longest: Int, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> String? {
        try member(name, "Write a text of 1 to \(longest) bytes.", code) { value in
            value.text.flatMap { 1...longest ~= $0.utf8.count ? $0 : nil }
        }
    }

    /// Returns an array of texts; nil where it is absent.
    func texts(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> [String]? {
        let elements = try member(name, "Write an array of texts.", code, \.elements)
        if let other = elements?.first(where: { $0.text == nil }) {
            throw wrong(name, other, "Write texts alone.", code)
        }
        return elements?.compactMap(\.text)
    }

    /// Returns a UUID of 36 characters; nil where it is absent.
    func uuid(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> UUID? {
        try member(name, "Write a UUID.", code) { $0.text.flatMap(UUIDText.uuid) }
    }

    /// Returns a text that is one of the choices; nil where it is absent.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Choice? {
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        return try member(name, "Write one of \(choices).", code) { value in
            // The text is compared by bytes: it may be as long as a body.
            value.text.flatMap { text in Choice.allCases.first { $0.rawValue.hasBytes(of: text) } }
        }
    }

    /// Returns whether a member is the empty text.
    func isEmptyText(_ name: String) -> Bool { members[name] == .string("") }

    /// Returns a Boolean; nil where it is absent.
    func flag(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Bool? {
        try member(name, "Write true or false.", code, \.flag)
    }

    /// Returns a member that must be present.
    func required<Value>(
        _ value: Value?, _ name: String, _ advice: String, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Value {
        guard let value else { throw AppStoreServerError(code, "The body has no \"\(name)\". \(advice)") }
        return value
    }

    private func wrong(
        _ name: String, _ value: JSONValue, _ advice: String, _ code: AppStoreServerErrorCode
    ) -> AppStoreServerError {
        AppStoreServerError(code, "\"\(name)\" in the body is \(value.words). \(advice)")
    }
}
