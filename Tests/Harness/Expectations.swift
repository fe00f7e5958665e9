package import Testing

/// Expects two values to be equal, as `#expect(actual == expected)` does, in a fifteenth of the compiler's time.
///
/// One use of the macro costs the compiler about 15 ms, most of them to choose among the overloads of its expansion. The
/// tests compare values in thousands of places, and two fifths of the time to compile them went there. A failure shows
/// both values and the line of the call.
package func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment(), sourceLocation: sourceLocation)
}

/// Expects a value to be missing, as `#expect(value == nil)` does, at the same saving.
package func expectNil<Value>(_ value: Value?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(value == nil, sourceLocation: sourceLocation)
}
