import Foundation
import OfferKit

/// What a test has set by name on an object whose properties can only be read.
///
/// Apple's objects take it by key-value coding, which Foundation does not have on Linux, and test doubles count on it:
/// `product.setValue("pro", forKey: "productIdentifier")`. Apple's raise where there is no such property; here one line on the
/// standard error stream says so, once for each.
package final class SetValues: Sendable {
    /// What was said to have no such property, so that it is said once.
    private static let complaints = Locked<Set<String>>([])

    private let owner: String
    private let names: Set<String>
    // Values may be of any type, and stand behind a lock.
    private let contents = Locked<[String: Any?]>([:])

    /// Nothing yet.
    ///
    /// - Parameters:
    ///   - owner: The class whose properties they are.
    ///   - names: The properties that can be set.
    package init(of owner: String, _ names: Set<String>) {
        (self.owner, self.names) = (owner, names)
    }

    /// Sets a property, also to nil.
    ///
    /// - Parameters:
    ///   - value: What it says from now on.
    ///   - key: The property.
    /// - Returns: What was said on the standard error stream, for tests of this; nil for nothing.
    @discardableResult
    package func set(_ value: Any?, _ key: String) -> String? {
        // The value before goes outside the lock: it may ask for this object as it goes.
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

    /// What was set under a name; what stands there otherwise, also where something of another type was set, or nil.
    func or<Value>(_ key: String, _ otherwise: @autoclosure () -> Value) -> Value {
        guard let value = value(key) else { return otherwise() }
        return value as? Value ?? otherwise()
    }

    /// The same for what may be nil: nil that was set is nil.
    func orNil<Value>(_ key: String, _ otherwise: @autoclosure () -> Value?) -> Value? {
        guard let set = contents.withLock({ $0[key] }) else { return otherwise() }
        guard let value = set else { return nil }
        return value as? Value ?? otherwise()
    }

    /// The same for what may be set by its number.
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
