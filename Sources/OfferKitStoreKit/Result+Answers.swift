// Conversions between the answer of an asynchronous call and that of a completion handler.

extension Result where Failure == any Error {
    /// Returns the value or error of a call.
    static func of(_ body: () async throws -> Success) async -> Result {
        do {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }

    /// Makes a result of a completion handler's arguments: the error where there is one.
    init(_ value: Success, _ error: Failure?) {
        self = error.map { .failure($0) } ?? .success(value)
    }
}
