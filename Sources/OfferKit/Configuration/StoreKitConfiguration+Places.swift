import OfferKitServer

extension StoreKitConfiguration {
    typealias TextPosition = StoreKitConfigurationError.TextPosition

    /// Returns warnings with their places in a text.
    static func placed(_ warnings: [Warning], in bytes: [UInt8]) -> [Warning] {
        guard !warnings.isEmpty else { return [] }
        let positions = positions(of: warnings.map(\.path), in: bytes)
        return zip(warnings, positions).map { warning, position in
            var warning = warning
            warning.position = position
            return warning
        }
    }

    /// Returns the places in a text that paths such as `products[0].displayPrice` lead to.
    static func positions(of paths: [String], in bytes: [UInt8]) -> [TextPosition] {
        JSONPlaces.positions(of: paths.map(steps), in: bytes).map { TextPosition($0) }
    }

    private static func steps(_ path: String) -> [JSONPlaces.Step] {
        path.split(separator: ".").flatMap { part -> [JSONPlaces.Step] in
            let pieces = part.split(separator: "[", omittingEmptySubsequences: false)
            let indices = pieces.dropFirst().compactMap { Int($0.dropLast()) }.map { JSONPlaces.Step.index($0) }
            return [.key(String(pieces[0]))] + indices
        }
    }
}

extension StoreKitConfigurationError {
    /// The place in the text; nil for errors that do not know it.
    var position: TextPosition? {
        switch self {
        case .tooDeep(_, let position), .nameTooLong(_, let position), .notJSON(_, let position): position
        case .unreadable, .empty, .tooLarge, .propertyList, .wrongType, .missing, .impossibleValue: nil
        }
    }

    /// The path of the faulty value; nil for errors without one.
    var path: String? {
        switch self {
        case .wrongType(let path, _, _), .missing(let path), .impossibleValue(let path, _, _): path
        case .unreadable, .empty, .tooLarge, .propertyList, .tooDeep, .nameTooLong, .notJSON: nil
        }
    }
}
