/// The sentences that no error carries: they go into the running test, or else to the standard error stream.
package enum Complaints {
    @TaskLocal private static var listener: (@Sendable (String) -> Void)?

    /// Says a sentence.
    static func say(_ text: String) {
        if let listener { listener(text) } else { StandardError.say("OfferKit: \(text)\n") }
    }

    /// Runs `body`, and hands over the complaints of its task and the tasks that it makes.
    ///
    /// - Parameters:
    ///   - listener: Gets each sentence.
    ///   - body: What runs meanwhile.
    /// - Returns: What `body` returns.
    package static func hear<Result>(
        with listener: @escaping @Sendable (String) -> Void, during body: () async throws -> Result
    ) async rethrows -> Result {
        try await $listener.withValue(listener, operation: body)
    }

    /// Runs synchronous `body`, and hands over the complaints of its task and the tasks that it makes.
    package static func hear<Result>(
        with listener: @escaping @Sendable (String) -> Void, during body: () throws -> Result
    ) rethrows -> Result {
        try $listener.withValue(listener, operation: body)
    }
}
