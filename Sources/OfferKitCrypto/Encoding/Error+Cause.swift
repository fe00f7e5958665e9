extension Error {
    /// The value, or this error in place of the one for which there is none.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - error: This error, made of its cause.
    /// - Returns: The value.
    /// - Throws: This error.
    @discardableResult
    package static func wrapping<Value, Cause: Error>(
        _ value: @autoclosure () throws(Cause) -> Value, _ error: (Cause) -> Self
    ) throws(Self) -> Value {
        do throws(Cause) { return try value() } catch let cause { throw error(cause) }
    }

    /// The value, or this error in place of any for which there is none.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - error: This error, made of what its cause says.
    /// - Returns: The value.
    /// - Throws: This error.
    @discardableResult
    package static func quoting<Value>(
        _ value: @autoclosure () throws -> Value, _ error: (_ reason: String) -> Self
    ) throws(Self) -> Value {
        do { return try value() } catch let cause { throw error("\(cause)") }
    }
}
