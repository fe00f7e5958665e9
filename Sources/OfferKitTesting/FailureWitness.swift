import OfferKit
import OfferKitTimelines
import Testing

/// Records a test's first failure, and shows the store with it (C-237).
final class FailureWitness: Sendable {
    // Tasks that outlive the test keep the handler of its issues, so this holds only a box, which is emptied (C-212).
    private let store: Locked<Store?>
    private let failed = Locked(false)

    init(_ store: Store) { self.store = Locked(store) }

    /// Releases the store.
    func end() { store.withLock { $0 = nil } }

    /// Whether the test has failed.
    var hasSeenFailure: Bool { failed.withLock { $0 } }

    /// Runs a test, and adds a summary of the store to the first of its issues.
    func watch(
        _ test: Test, _ testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let handling: IssueHandlingTrait = .compactMapIssues { [self] issue in
            // An issue of a task outside tests goes to every running test, and belongs to none of them.
            Test.current == nil ? nil : shown(with: issue)
        }
        try await handling.provideScope(for: test, testCase: testCase) {
            do {
                try await function()
            } catch {
                // Errors of the testing library itself are recorded already, or end the test in their own way.
                guard !FailureWitness.isOfTesting(error) else { throw error }
                Issue.record(error, sourceLocation: test.sourceLocation)
            }
        }
    }

    private static func isOfTesting(_ error: any Error) -> Bool {
        error is CancellationError || String(reflecting: type(of: error)).hasPrefix("Testing.")
    }

    /// Returns the issue, with a comment and the log if it is the first failure of the test.
    private func shown(with issue: Issue) -> Issue {
        #if compiler(>=6.3)
        guard issue.isFailure else { return issue }
        #endif
        let isFirst = failed.withLock { hasFailed in
            defer { hasFailed = true }
            return !hasFailed
        }
        guard isFirst else { return issue }
        guard let store = store.withLock({ $0 }) else { return issue }
        var issue = issue
        let name = "store-log.txt"
        issue.comments.append(Comment(rawValue: StoreSummary.lines(of: store, withLogIn: name).joined(separator: "\n")))
        Attachment.record(Attachment(StoreSummary.log(of: store), named: name))
        return issue
    }
}
