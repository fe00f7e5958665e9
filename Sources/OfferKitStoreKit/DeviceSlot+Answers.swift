import Foundation
import OfferKit

// Conversions between the answer of an asynchronous call and that of a completion handler.

extension DeviceSlot {
    /// Computes an answer in a task, and delivers it, or the original API's error, on the main queue.
    ///
    /// What is called there finds this slot, although it does not run in the slot's task.
    func answer<Answer: Sendable>(
        _ work: @escaping @Sendable () async throws -> Answer,
        then deliver: @escaping @Sendable (Result<Answer, any Error>) -> Void
    ) {
        Task {
            let answer: Result<Answer, any Error>
            do { answer = .success(try await work()) } catch { answer = .failure(SKError.error(for: error)) }
            DispatchQueue.main.async { self.provide { deliver(answer) } }
        }
    }
}

extension Result where Failure == any Error {
    /// The error; nil for a value.
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }

    /// Makes a result of a completion handler's arguments: the error where there is one.
    init(_ value: Success, _ error: Failure?) {
        self = error.map { .failure($0) } ?? .success(value)
    }
}
