// How the answer of an asynchronous call gets to a completion handler, and back.

extension Result where Failure == any Error {
    /// What a call returns, or throws.
    static func of(_ body: () async throws -> Success) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// What a completion handler was given: an error where there is one.
    init(_ value: Success, _ error: Failure?) {
        self = error.map { .failure($0) } ?? .success(value)
    }
}
