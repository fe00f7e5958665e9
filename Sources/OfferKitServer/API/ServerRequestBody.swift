import OfferKitCore

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
        let value: JSONValue
        do throws(JSONError) {
            value = try reader.read()
        } catch {
            throw AppStoreServerError(.generalBadRequest, "The body is no JSON: \(error.words).")
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

    /// Returns a member; null counts as absent, as some of Apple's libraries write it.
    private func member(_ name: String) -> JSONValue? {
        members[name].flatMap { $0 == .null ? nil : $0 }
    }

    /// Returns a whole number within bounds; nil where it is absent.
    func integer(
        _ name: String, _ range: ClosedRange<Int64>, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Int64? {
        guard let value = member(name) else { return nil }
        guard case .number(let digits) = value, let number = Int64(digits), range.contains(number) else {
            throw wrong(name, value, "Write a whole number from \(range.lowerBound) to \(range.upperBound).", code)
        }
        return number
    }

    /// Returns whole milliseconds since 1970; nil where they are absent.
    func milliseconds(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Int64? {
        guard let value = member(name) else { return nil }
        guard case .number(let digits) = value, let number = Int64(digits) else {
            throw wrong(name, value, "Write whole milliseconds since 1970, without quotation marks.", code)
        }
        return number
    }

    /// Returns a text of at most so many bytes; nil where it is absent.
    func text(
        _ name: String, longest: Int, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> String? {
        guard let value = member(name) else { return nil }
        guard case .string(let text) = value, !text.isEmpty, text.utf8.count <= longest else {
            throw wrong(name, value, "Write a text of 1 to \(longest) bytes.", code)
        }
        return text
    }

    /// Returns an array of texts; nil where it is absent.
    func texts(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> [String]? {
        guard let value = member(name) else { return nil }
        guard case .array(let elements) = value else { throw wrong(name, value, "Write an array of texts.", code) }
        var texts: [String] = []
        for element in elements {
            guard case .string(let text) = element else { throw wrong(name, element, "Write texts alone.", code) }
            texts.append(text)
        }
        return texts
    }

    /// Returns a UUID of 36 characters; nil where it is absent.
    func uuid(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> UUID? {
        guard let value = member(name) else { return nil }
        guard case .string(let text) = value, let uuid = UUIDText.uuid(text) else {
            throw wrong(name, value, "Write a UUID.", code)
        }
        return uuid
    }

    /// Returns a text that is one of the choices; nil where it is absent.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Choice? {
        guard let value = member(name) else { return nil }
        // The text is compared by bytes: it may be as long as a body.
        guard case .string(let text) = value,
            let choice = Choice.allCases.first(where: { $0.rawValue.hasBytes(of: text) })
        else {
            let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw wrong(name, value, "Write one of \(choices).", code)
        }
        return choice
    }

    /// Returns whether a member is the empty text.
    func isEmptyText(_ name: String) -> Bool { member(name) == .string("") }

    /// Returns a Boolean; nil where it is absent.
    func flag(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Bool? {
        guard let value = member(name) else { return nil }
        guard case .boolean(let flag) = value else { throw wrong(name, value, "Write true or false.", code) }
        return flag
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
