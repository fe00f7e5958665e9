import GRDB
import Logging
import NIOConcurrencyHelpers

extension Backend {
    /// Whether the server can do its work: the HTTP status, and what is wrong, by the name of what it is wrong with.
    ///
    /// - Returns: 503 where the database takes nothing, otherwise 200.
    func health() async -> (status: Int, answer: [String: String]) {
        var answer = ["status": "ok"]
        answer["offerKeys"] = keys.problem?.message
        answer["sharedSecret"] = secretIsWrong.withLockedValue { $0 } ? Backend.wrongSecret : nil
        if answer.count > 1 { answer["status"] = "degraded" }
        guard let problem = await probe.problem() else { return (200, answer) }
        logger.error("database", metadata: ["error": "\(problem)"])
        (answer["status"], answer["database"]) = ("failing", problem)
        return (503, answer)
    }
}

/// Tries whether the database takes something, as a notification would need it: one at a time, however many ask.
final class DatabaseProbe: Sendable {
    private let database: UserDatabase
    private let limit: Duration
    private let running = NIOLockedValueBox<Task<String?, Never>?>(nil)

    /// - Parameters:
    ///   - database: The database.
    ///   - limit: How long an asker waits.
    init(_ database: UserDatabase, within limit: Duration = .seconds(2)) {
        self.database = database
        self.limit = limit
    }

    /// What is wrong, in a sentence; nil when something was written.
    func problem() async -> String? {
        let attempt = running.withLockedValue { running in
            let attempt = running ?? Task { await write() }
            running = attempt
            return attempt
        }
        let slow =
            "The database did not take anything within \(limit.components.seconds) seconds: another program holds it, or its disk is slow."
        let (answers, told) = AsyncStream.makeStream(of: String?.self)
        Task { told.yield(await attempt.value) }
        let alarm = Task {
            try await Task.sleep(for: limit)
            told.yield(slow)
        }
        defer { alarm.cancel() }
        for await answer in answers { return answer }
        return slow
    }

    private func write() async -> String? {
        defer { running.withLockedValue { $0 = nil } }
        do {
            try await database.write { database in
                // As long as a notification, so that what there is room for here, there is room for there.
                try database.execute(
                    sql: "INSERT OR REPLACE INTO mark (name, value) VALUES ('health', hex(zeroblob(8000)))")
                try database.execute(sql: "DELETE FROM mark WHERE name = 'health'")
            }
            return nil
        } catch let error as BackendError {
            return error.message
        } catch {
            return (error as? DatabaseError).map { BackendError.words(of: $0) } ?? "The database fails."
        }
    }
}
