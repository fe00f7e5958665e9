import Foundation
import OfferKit

/// The values that a test has set by name on an object with read-only properties.
///
/// Apple's objects accept them by key-value coding, which Foundation lacks on Linux, and test doubles rely on it:
/// `product.setValue("pro", forKey: "productIdentifier")`. Apple's objects raise for an unknown property; here one line
/// on the standard error stream says so, once for each.
package final class SetValues: Sendable {
    /// The unknown properties that were reported, so that each is reported once.
    private static let complaints = Locked<Set<String>>([])

    private let owner: String
    private let names: Set<String>
    // Values may be of any type, so they are behind a lock.
    private let contents = Locked<[String: Any?]>([:])

    /// Makes an empty set of values.
    ///
    /// - Parameters:
    ///   - owner: The class with the properties.
    ///   - names: The properties that can be set.
    package init(of owner: String, _ names: Set<String>) {
        (self.owner, self.names) = (owner, names)
    }

    /// Sets a property, also to nil.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - key: The property.
    /// - Returns: The text written to the standard error stream, for tests; nil where nothing was written.
    @discardableResult
    package func set(_ value: Any?, _ key: String) -> String? {
        // The old value is released outside the lock: its deinitialiser may ask for this object.
        let before = contents.withLock { $0.updateValue(value, forKey: key) }
        withExtendedLifetime(before) {}
        guard !names.contains(key), Self.complaints.withLock({ $0.insert("\(owner).\(key)").inserted }) else {
            return nil
        }
        let known = names.sorted().joined(separator: ", ")
        let text =
            "OfferKit: \(owner) has no property \(VisibleText.quoted(key)) that can be set by its name. Those it has are "
            + "\(known).\n"
        StandardError.say(text)
        return text
    }

    func value(_ key: String) -> Any? {
        contents.withLock { $0[key] ?? nil }
    }

    /// Returns the value set under a name, or the default; also the default for a value of another type, or nil.
    func or<Value>(_ key: String, _ otherwise: @autoclosure () -> Value) -> Value {
        value(key) as? Value ?? otherwise()
    }

    /// Returns the value set under a name for an optional property: nil that was set stays nil.
    func orNil<Value>(_ key: String, _ otherwise: @autoclosure () -> Value?) -> Value? {
        guard let set = contents.withLock({ $0[key] }) else { return otherwise() }
        guard let value = set else { return nil }
        return value as? Value ?? otherwise()
    }

    /// Returns the value set under a name for a property that may also be set by its raw number.
    func or<Value: RawRepresentable>(_ key: String, _ otherwise: @autoclosure () -> Value) -> Value
    where Value.RawValue: BinaryInteger {
        let number: Value.RawValue? =
            switch value(key) {
            case let value as Value: value.rawValue
            case let number as any BinaryInteger: Value.RawValue(exactly: number)
            case let number as NSNumber: Value.RawValue(exactly: number.intValue)
            default: nil
            }
        return number.flatMap { Value(rawValue: $0) } ?? otherwise()
    }
}
