package import Testing

/// Expects two values to be equal, as `#expect(actual == expected)` does, in a twentieth of the compiler's time.
///
/// The macro takes about 15 ms of each build of its file, most of it to choose among the macro's own overloads, and the
/// tests compare values in thousands of places: with it, half of what the tests cost to compile was these lines. A
/// failure shows both values and the line of the call.
package func expectEqual<Value: Equatable>(
    _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    #expect(actual == expected, comment(), sourceLocation: sourceLocation)
}
