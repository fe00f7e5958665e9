import Foundation
import OfferKit

/// What a test has set by name on an object whose properties can only be read.
///
/// Apple's objects take it by key-value coding, which Foundation does not have on Linux, and test doubles count on it:
/// `product.setValue("pro", forKey: "productIdentifier")`.
final class SetValues: @unchecked Sendable {
    // Values may be of any type, and stand behind a lock: that is what makes the class Sendable.
    private let values = Locked<[String: Any]>([:])

    func set(_ value: Any?, _ key: String) {
        values.withLock { $0[key] = value }
    }

    func value(_ key: String) -> Any? {
        values.withLock { $0[key] }
    }

    /// What was set under a name; what stands there otherwise, also where something of another type was set.
    func or<Value>(_ key: String, _ otherwise: @autoclosure () -> Value) -> Value {
        guard let value = value(key) else { return otherwise() }
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
