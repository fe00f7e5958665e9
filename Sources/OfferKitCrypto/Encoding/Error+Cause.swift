extension Error {
    /// Returns the value, or throws this error in place of the typed one.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - error: Makes this error from its cause.
    /// - Returns: The value.
    /// - Throws: This error.
    @discardableResult
    package static func wrapping<Value, Cause: Error>(
        _ value: @autoclosure () throws(Cause) -> Value, _ error: (Cause) -> Self
    ) throws(Self) -> Value {
        do throws(Cause) { return try value() } catch let cause { throw error(cause) }
    }

    /// Returns the value, or throws this error in place of any other.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - error: Makes this error from its cause's description.
    /// - Returns: The value.
    /// - Throws: This error.
    @discardableResult
    package static func quoting<Value>(
        _ value: @autoclosure () throws -> Value, _ error: (_ reason: String) -> Self
    ) throws(Self) -> Value {
        do { return try value() } catch let cause { throw error("\(cause)") }
    }
}
