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

/// Expects a text to hold another, and shows the whole of it where it does not.
///
/// `#expect(text?.contains(part) == true)` says the same, and costs the compiler 75 ms.
package func expectContains(
    _ text: String?, _ part: String, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard text?.contains(part) != true else { return }
    record("does not hold \"\(part)\"", text, comment(), sourceLocation)
}

/// Expects a sequence to hold an element.
package func expectContains<Elements: Sequence>(
    _ elements: Elements?, _ element: Elements.Element, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) where Elements.Element: Equatable {
    guard elements?.contains(element) != true else { return }
    record("does not hold \(element)", elements, comment(), sourceLocation)
}

/// Expects a text that is there not to hold another.
package func expectLacks(
    _ text: String?, _ part: String, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard text?.contains(part) != false else { return }
    record("holds \"\(part)\"", text, comment(), sourceLocation)
}

/// Expects a sequence that is there not to hold an element.
package func expectLacks<Elements: Sequence>(
    _ elements: Elements?, _ element: Elements.Element, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) where Elements.Element: Equatable {
    guard elements?.contains(element) != false else { return }
    record("holds \(element)", elements, comment(), sourceLocation)
}

/// Expects a text to begin with another.
package func expectPrefix(
    _ text: (some StringProtocol)?, _ prefix: String, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard text?.hasPrefix(prefix) != true else { return }
    record("does not begin with \"\(prefix)\"", text, comment(), sourceLocation)
}

/// Expects a text to end with another.
package func expectSuffix(
    _ text: (some StringProtocol)?, _ suffix: String, _ comment: @autoclosure () -> Comment? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard text?.hasSuffix(suffix) != true else { return }
    record("does not end with \"\(suffix)\"", text, comment(), sourceLocation)
}

private func record<Value>(_ fault: String, _ value: Value?, _ comment: Comment?, _ sourceLocation: SourceLocation) {
    let said = value.map { "\($0) \(fault)" } ?? "There is no value"
    Issue.record("\(said)\(comment.map { ": \($0.rawValue)" } ?? "")", sourceLocation: sourceLocation)
}
