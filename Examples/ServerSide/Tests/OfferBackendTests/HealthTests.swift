import Foundation
import GRDB
import LocalAppStore
import OfferKit
import ServerBench
import Testing

@testable import OfferBackend

@Suite("Health, and what the log says", .serialized)
struct HealthTests {
    @Test("A full disk is 503 with what is wrong, and ok when there is room again")
    func full() async throws {
        try await BothServers.run { both in
            #expect(try await both.ask("GET", "/health").1 == ["status": "ok"])
            // No page is free then, and none can be added.
            try await both.backend.database.pool.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
            try await both.limitPages(to: nil)
            let (status, answer) = try await both.ask("GET", "/health")
            #expect(status == 503 && answer["status"]?.text == "failing", "\(answer)")
            #expect(answer["database"]?.text?.contains("takes no more") == true, "\(answer)")
            try await both.limitPages(to: 1_000_000)
            #expect(try await both.ask("GET", "/health").status == 200)
        }
    }

    @Test("A database that another program holds is 503 in two seconds and a little, however many ask")
    func locked() async throws {
        try await BothServers.run { both in
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(
                path: both.folder.appendingPathComponent("users.sqlite").path, configuration: configuration)
            try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
            let begun = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let (status, answer) = try await both.ask("GET", "/health")
                        #expect(status == 503 && answer["database"]?.text?.contains("another program holds it") == true)
                    }
                }
                try await group.waitForAll()
            }
            // One after the other they would wait for forty seconds.
            #expect(begun.duration(to: .now) < .seconds(25))
            try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            // The attempt under way ends with the lock.
            for _ in 0..<100 where try await both.ask("GET", "/health").status != 200 {}
            #expect(try await both.ask("GET", "/health").status == 200)
            #expect(try await both.backend.database.mark("health") == nil)
        }
    }

    @Test("A database whose file was taken away, or replaced, acknowledges nothing until it is back")
    func displaced() async throws {
        try await BothServers.run { both in
            let file = both.folder.appendingPathComponent("users.sqlite")
            let aside = both.folder.appendingPathComponent("aside.sqlite")
            try FileManager.default.moveItem(at: file, to: aside)
            for isReplaced in [false, true] {
                if isReplaced { try Data().write(to: file) }
                let (status, answer) = try await both.ask("POST", "/users")
                #expect(status == 507 && answer["error"]?["code"]?.text == "databaseDisplaced", "\(answer)")
                let health = try await both.ask("GET", "/health")
                #expect(health.status == 503 && health.1["database"]?.text?.contains("taken away") == true)
            }
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: aside, to: file)
            #expect(try await both.ask("POST", "/users").status == 201)
            #expect(try await both.ask("GET", "/health").status == 200)
        }
    }

    @Test("Why the App Store did not answer stands in the log")
    func noAnswer() async throws {
        try await BothServers.run { both in
            let lines = LogLines()
            let backend = try both.another(appStore: "http://127.0.0.1:9", logger: lines.logger)
            await #expect(throws: BackendError.noAnswer) { try await backend.statuses(of: "1") }
            #expect(lines.texts.contains { $0.hasPrefix("warning no answer") && $0.contains("host=127.0.0.1") })
            try backend.close()
        }
    }

    @Test("However many writes wait for a database that another program holds, each is told so after the same while")
    func manyWrites() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("writes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("users.sqlite").path
        let database = try UserDatabase(path, waiting: .seconds(1))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        let begun = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let error = await #expect(throws: DatabaseError.self) {
                        try await database.setMark("\(number)", "a")
                    }
                    let answer = error.map { BackendError.database($0) }
                    #expect(answer?.status == 503 && answer?.code == "databaseUnavailable" && answer?.retryAfter == 5)
                }
            }
            try await group.waitForAll()
        }
        // One after the other they would wait for twenty seconds.
        #expect(begun.duration(to: .now) < .seconds(15))
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await database.setMark("21", "a")
        #expect(try await database.mark("21") == "a")
        #expect(try await database.mark("0") == nil)
        try other.close()
        try database.pool.close()
    }

    @Test("The log says why a request was not authorized, and the answer does not")
    func unauthorized() async throws {
        try await BothServers.run { both in
            let lines = LogLines()
            let backend = try both.another(logger: lines.logger)
            try await whileListening(
                { backend.application(host: $0, port: $1, onRunning: $2) },
                { address in
                    let cases: [(String?, String)] = [
                        (nil, "no header"), ("Basic YQ==", "does not begin with Bearer"),
                        ("Bearer wrong", "another token"),
                    ]
                    for (header, reason) in cases {
                        let (status, answer) = try await BothServers.ask(
                            both.client, "POST", "http://\(address)/users", nil,
                            header.map { ["Authorization": $0] } ?? [:])
                        let text = String(decoding: answer.data, as: UTF8.self)
                        #expect(status == 401 && !text.contains(reason), "\(text)")
                        #expect(lines.texts.last?.contains(reason) == true, "\(lines.texts)")
                    }
                    let forged = try await BothServers.ask(
                        both.client, "POST", "http://\(address)/notifications",
                        JSONValue.object(["signedPayload": "a.b.c"]).data)
                    #expect(forged.status == 401)
                    #expect(lines.texts.last?.contains("code=notSigned reason=The App Store did not sign") == true)
                    #expect(!lines.texts.contains { $0.contains("wrong") || $0.contains(BothServers.token) })
                })
            try backend.close()
        }
    }
}
