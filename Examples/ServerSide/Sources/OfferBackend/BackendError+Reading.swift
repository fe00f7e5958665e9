import Foundation

extension BackendError {
    /// What is wrong with the JSON of a request, and where.
    ///
    /// - Parameter error: What ``StrictJSON`` or the decoder threw.
    /// - Returns: An error with the status 400.
    static func unreadable(_ error: any Error) -> BackendError {
        switch error {
        case let error as StrictJSON.UnknownMember:
            let place = String(error.place.prefix(80))
            return BackendError(400, "unknownMember", "There is no member \"\(place)\".", at: place)
        case let error as StrictJSON.TwiceGivenMember:
            let place = String(error.place.prefix(80))
            return BackendError(400, "repeatedMember", "\"\(place)\" stands there twice.", at: place)
        case DecodingError.keyNotFound(let key, let context):
            let place = context.place(of: key)
            return BackendError(400, "missingMember", "\"\(place)\" is missing.", at: place)
        case DecodingError.typeMismatch(let type, let context), DecodingError.valueNotFound(let type, let context):
            return wrongType(context, expected: words(type))
        case DecodingError.dataCorrupted(let context):
            // A number that is no whole one, or that no computer holds.
            return wrongType(
                context, expected: "a number that fits: whole where something is counted, and not too large")
        default: return notJSON
        }
    }

    static let notJSON = BackendError(400, "notJSON", "The body is no JSON object.", at: "body")

    private static func wrongType(_ context: DecodingError.Context, expected: String) -> BackendError {
        guard !context.codingPath.isEmpty else { return notJSON }
        let place = context.place()
        return BackendError(400, "wrongType", "\"\(place)\" must be \(expected).", at: place)
    }

    /// What a member of a type holds.
    private static func words(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is any Sequence.Type: "a list"
        case is BackendConfiguration.Clock.Type:
            BackendConfiguration.Clock.allCases.map(\.rawValue).joined(separator: " or ")
        default: "an object"
        }
    }
}

extension DecodingError.Context {
    /// Where it stands, such as `offers[0].id`.
    ///
    /// - Parameter key: The member of it that is meant; nil for itself.
    /// - Returns: The place.
    func place(of key: (any CodingKey)? = nil) -> String {
        let path = codingPath + (key.map { [$0] } ?? [])
        let text = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return text.hasPrefix(".") ? String(text.dropFirst()) : text
    }
}
