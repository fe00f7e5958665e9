import OfferKitCore
import OfferKitServer

/// One JSON object of the file, with its path from the top: `subscriptionGroups[0].subscriptions[1]`.
///
/// A value of the wrong type is an error that names the path. A key that is missing and a key that holds
/// null are the same.
struct ConfigurationObject {
    let path: String
    let members: [String: JSONValue]

    typealias Failure = StoreKitConfigurationError

    /// Creates the object at a path.
    ///
    ///   - value: The value at the path.
    ///   - path: The path; empty for the top level.
    ///   - path: Where it stands; empty for the top level.
    /// - Throws: ``StoreKitConfigurationError/wrongType(path:expected:found:)`` when it is not an object.
    init(_ value: JSONValue, at path: String) throws(StoreKitConfigurationError) {
        guard case .object(let members) = value else {
            throw .wrongType(path: path, expected: .object, found: Failure.JSONType(value))
        }
        self.path = path
        self.members = members
    }

    /// Returns the path to a key of the object.
    func path(to key: String) -> String {
        path.isEmpty ? key : path + "." + key
    }

    /// Returns the value of a key; nil where it is missing or null.
    func value(_ key: String) -> JSONValue? {
        guard let value = members[key], value != .null else { return nil }
        return value
    }

    func string(_ key: String) throws(Failure) -> String? {
        guard let value = value(key) else { return nil }
        guard case .string(let text) = value else { throw wrongType(key, .string, value) }
        return text
    }

    func boolean(_ key: String) throws(Failure) -> Bool? {
        guard let value = value(key) else { return nil }
        guard case .boolean(let flag) = value else { throw wrongType(key, .boolean, value) }
        return flag
    }

    func integer(_ key: String) throws(Failure) -> Int? {
        guard let value = value(key) else { return nil }
        guard case .number(let digits) = value else { throw wrongType(key, .number, value) }
        guard let number = Int(digits) else { throw impossible(key, digits, .notAWholeNumber) }
        return number
    }

    func object(_ key: String) throws(Failure) -> ConfigurationObject? {
        guard let value = value(key) else { return nil }
        return try ConfigurationObject(value, at: path(to: key))
    }

    /// Returns the objects in an array; none when the key is missing.
    func objects(_ key: String) throws(Failure) -> [ConfigurationObject] {
        try array(key).enumerated().map { index, element throws(Failure) in
            try ConfigurationObject(element, at: path(to: key) + "[\(index)]")
        }
    }

    /// Returns the strings in an array; nil when the key is missing.
    func strings(_ key: String) throws(Failure) -> [String]? {
        guard value(key) != nil else { return nil }
        return try array(key).enumerated().map { index, element throws(Failure) in
            guard case .string(let text) = element else {
                throw .wrongType(
                    path: path(to: key) + "[\(index)]", expected: .string, found: Failure.JSONType(element))
            }
            return text
        }
    }

    /// Returns a period; nil when the key is missing.
    func period(_ key: String) throws(Failure) -> SubscriptionPeriod? {
        guard let text = try string(key) else { return nil }
        guard let period = SubscriptionPeriod(iso8601: text) else { throw impossible(key, text, .notAPeriod) }
        return period
    }

    func missing(_ key: String) -> Failure {
        .missing(path: path(to: key))
    }

    func impossible(_ key: String, _ value: String, _ reason: Failure.Impossibility) -> Failure {
        .impossibleValue(path: path(to: key), value: value, reason: reason)
    }

    func wrongType(_ key: String, _ expected: Failure.JSONType, _ found: JSONValue) -> Failure {
        .wrongType(path: path(to: key), expected: expected, found: Failure.JSONType(found))
    }

    private func array(_ key: String) throws(Failure) -> [JSONValue] {
        guard let value = value(key) else { return [] }
        guard case .array(let elements) = value else { throw wrongType(key, .array, value) }
        return elements
    }
}
