import AsyncHTTPClient
import Foundation
import LocalAppStore
import NIOCore
import OfferKit
import ServerBench
import ServerParts
import Testing

@Suite("Starts that are refused, and what they leave")
struct StartTests {
    /// Begins a server of what is kept, and lets go of it.
    private static func start(_ place: URL) async throws -> [String] {
        let (lines, client) = (LogLines(), LocalAppStore.makeClient())
        let begun = Result {
            try LocalAppStore(try KeepingTests.configuration(place), client: client, logger: lines.logger)
        }
        try await client.shutdown()
        try begun.get().close()
        return lines.texts
    }

    @Test("A port that is taken is found before anything is kept, and one that is free stays free")
    func portCheck() async throws {
        try await Bench.run { bench in
            let port = Int(bench.url.split(separator: ":").last ?? "") ?? 0
            let error = await #expect(throws: (any Error).self) { try await checkPort(port, at: "127.0.0.1") }
            let words = error.flatMap { WebRules.whyNotListening($0, host: "127.0.0.1", port: port) }
            #expect(words?.contains("\(port)") == true, "\(String(describing: error))")
            try await checkPort(0, at: "127.0.0.1")
        }
    }

    @Test("A file that is no journal stays as it is, and nothing is put beside it")
    func noJournal() async throws {
        try await KeepingTests.inFolder { folder in
            let file = folder.appendingPathComponent("notes.txt")
            try Data("Not a journal.\n".utf8).write(to: file)
            let error = await #expect(throws: ControlError.self) { try await StartTests.start(file) }
            #expect(error?.message.contains("snapshot()") == false && error?.message.contains(file.path) == true)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
            #expect(try Data(contentsOf: file) == Data("Not a journal.\n".utf8))
        }
    }

    @Test(
        "A damaged file of one store is told with the store, its files and the way to start without it",
        arguments: ["s0.journal", "s0.json"])
    func damagedStore(name: String) async throws {
        try await KeepingTests.inFolder { folder in
            try await Bench.run(try KeepingTests.configuration(folder)) { bench in
                _ = try await bench.post("/_control/stores", ["name": "s0"])
            }
            try Data("{".utf8).write(to: folder.appendingPathComponent(name))
            let error = await #expect(throws: ControlError.self) { try await StartTests.start(folder) }
            for word in ["\"s0\"", "s0.journal", "s0.json", folder.path, "without this store"] {
                #expect(error?.message.contains(word) == true, "\(String(describing: error))")
            }
            #expect(error?.message.contains("Error") == false, "\(String(describing: error))")
            for file in ["s0.journal", "s0.json", "s0.snapshots"] {
                try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
            }
            #expect(try await StartTests.start(folder).isEmpty)
        }
    }

    @Test("A journal without the file beside it is said in the log")
    func missingSetup() async throws {
        try await KeepingTests.inFolder { folder in
            _ = try await StartTests.start(folder)
            try FileManager.default.removeItem(at: folder.appendingPathComponent("default.json"))
            let lines = try await StartTests.start(folder)
            #expect(lines.contains { $0.hasPrefix("warning") && $0.contains("default.json") }, "\(lines)")
        }
    }

    @Test("A start at which nothing has changed writes nothing, and so needs no room on the disk")
    func unchanged() async throws {
        try await KeepingTests.inFolder { folder in
            _ = try await StartTests.start(folder)
            // Where a file would be written stands a folder.
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent("default.json.new/x"), withIntermediateDirectories: true)
            _ = try await StartTests.start(folder)
        }
    }
}
