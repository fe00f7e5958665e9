import Testing

/// A trait for a deliberate failure: it has to be recorded once, and does not count against the test.
///
/// A known issue would do the same, but the last line of every run would mention it.
struct DeliberateFailure: TestTrait, TestScoping {
    /// The text that the failure must contain; any other failure counts.
    let text: String

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let text = text
        try await confirmation("the failure that says: \(text)", sourceLocation: test.sourceLocation) { recorded in
            let handling: IssueHandlingTrait = .compactMapIssues { issue in
                guard "\(issue)".contains(text) else { return issue }
                recorded()
                return nil
            }
            try await handling.provideScope(for: test, testCase: testCase, performing: function)
        }
    }
}

extension Trait where Self == DeliberateFailure {
    /// Expects a deliberate failure with this text.
    static func fails(saying text: String) -> Self {
        DeliberateFailure(text: text)
    }
}
