import OfferKit
import Testing

/// Runs a test's body under a trait, and keeps the issues from the test that calls this.
///
/// - Parameters:
///   - trait: The trait.
///   - body: The body.
/// - Returns: The issues, in the order in which they were recorded.
/// - Throws: An error of running this outside a test.
func issues(
    under trait: some TestTrait & TestScoping, _ body: @escaping @Sendable () async throws -> Void
) async throws -> [Issue] {
    let test = try #require(Test.current)
    return try await issues { try await trait.provideScope(for: test, testCase: nil, performing: body) }
}

/// Runs code, and keeps the issues from the test that calls this.
///
/// - Parameter body: The code; an error that it throws is an issue.
/// - Returns: The issues, in the order in which they were recorded.
/// - Throws: What makes this impossible outside a test.
func issues(in body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
    let test = try #require(Test.current)
    let recorded = Locked<[Issue]>([])
    let handling: IssueHandlingTrait = .compactMapIssues { issue in
        // An issue of a task outside tests goes to every running test.
        if Test.current != nil { recorded.withLock { $0.append(issue) } }
        return nil
    }
    try await handling.provideScope(for: test, testCase: nil) {
        do { try await body() } catch { Issue.record(error) }
    }
    return recorded.withLock { $0 }
}

extension Issue {
    /// The issue's text beside the expectation.
    var text: String { comments.map(\.rawValue).joined(separator: "\n") }
}
