import AsyncHTTPClient
import Foundation
import LocalAppStore
import Logging
import OfferKit
import ServerBench
import Testing

@Suite("What cannot be kept, and what is deleted")
struct KeepingFailureTests {
    @Test("What stands beside the journal and cannot be written is not in force; a reset has nothing to write there")
    func unwritableSetup() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder.appendingPathComponent("shop.journal"))
            let blocked = folder.appendingPathComponent("shop.journal.d/default.json.new")
            try await Bench.run(configuration) { bench in
                let key = try await bench.post("/_control/stores")["privateKeyPEM"]?.text ?? ""
                _ = try await bench.post("customers")
                try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: true)
                let refused: [(String, String, JSONValue)] = [
                    ("PUT", "delivery", ["mode": "hold", "version": 1]), ("POST", "generated-offer-keys", [:]),
                    ("POST", "api-keys", ["keyID": "K", "issuerID": "I", "pem": .text(key)]),
                ]
                for (method, path, body) in refused {
                    let answer = try await bench.ask(method, path, body)
                    #expect(answer.status == 507 && answer.code == "notRecorded", "\(path): \(answer.text)")
                }
                let plan = try await bench.get("delivery")
                #expect(plan["mode"] == "send" && plan["version"]?.whole == 2, "\(plan)")
                #expect(try await bench.ask("POST", "reset").status == 200)
                #expect(try await bench.get("customers")["total"]?.whole == 0)
                try FileManager.default.removeItem(at: blocked)
                #expect(try await bench.ask("PUT", "delivery", ["mode": "hold"]).status == 200)
            }
            try await Bench.run(configuration) { bench in
                let plan = try await bench.get("delivery")
                #expect(plan["mode"] == "hold" && plan["version"]?.whole == 2, "\(plan)")
            }
        }
    }

    @Test("A store that could not be made leaves nothing that the next of its name goes on from")
    func halfMade() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            let blocked = folder.appendingPathComponent("two.json.new")
            try await Bench.run(configuration) { bench in
                func make(_ bundleID: String) async throws -> Answer {
                    try await bench.ask("POST", "/_control/stores", ["name": "two", "bundleID": .text(bundleID)])
                }
                try FileManager.default.createDirectory(at: blocked, withIntermediateDirectories: true)
                #expect(try await make("com.example.first").status == 507)
                try FileManager.default.removeItem(at: blocked)
                let made = try await make("com.example.second")
                #expect(made.status == 201 && made.json["bundleID"] == "com.example.second", "\(made.text)")
            }
        }
    }

    @Test("A reset that fails leaves the store to the next request that finds its file again")
    func reopened() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            let aside = folder.appendingPathComponent("aside")
            try await Bench.run(try KeepingTests.configuration(journal)) { bench in
                _ = try await bench.post("customers")
                try FileManager.default.moveItem(at: journal, to: aside)
                try FileManager.default.createDirectory(at: journal, withIntermediateDirectories: true)
                #expect(try await bench.ask("POST", "reset").status == 507)
                #expect(try await bench.ask("POST", "customers").status == 507)
                try FileManager.default.removeItem(at: journal)
                try FileManager.default.moveItem(at: aside, to: journal)
                #expect(try await bench.ask("POST", "customers").status == 200)
                #expect(try await bench.get("customers")["total"]?.whole == 2)
            }
        }
    }

    @Test("A journal that lost everything is refused, because there was a store")
    func emptied() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            let configuration = try KeepingTests.configuration(journal)
            try await Bench.run(configuration) { bench in _ = try await bench.post("customers") }
            try Data().write(to: journal)
            let error = await #expect(throws: ControlError.self) { try await Bench.run(configuration) { _ in } }
            #expect(error?.code == "emptyJournal")
        }
    }

    @Test("The end of a journal that was not written as a whole is cut off, and the log says how much it was")
    func tornEnd() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            let configuration = try KeepingTests.configuration(journal)
            try await Bench.run(configuration) { bench in
                for _ in 0..<3 { _ = try await bench.post("customers") }
            }
            let whole = try Data(contentsOf: journal)
            try whole.dropLast(5).write(to: journal)
            let lines = LogLines()
            let client = LocalAppStore.makeClient()
            let server = try LocalAppStore(configuration, client: client, logger: lines.logger)
            server.close()
            try await client.shutdown()
            let warning = try #require(lines.texts.first { $0.hasPrefix("warning") }, "\(lines.texts)")
            let kept = try Data(contentsOf: journal).count
            #expect(
                warning.contains("bytes=\(whole.count - 5 - kept) ") && warning.contains(" records=1"), "\(warning)")
            #expect(warning.contains(journal.path) && warning.contains("from=\(kept)"), "\(warning)")
            try await Bench.run(configuration) { bench in
                let total = try await bench.get("customers")["total"]?.whole
                #expect(total == 2)
            }
        }
    }

    @Test(
        "A journal that is damaged in its middle is refused with what to do, and opened as it was before when that is asked for"
    )
    func damaged() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            var configuration = try KeepingTests.configuration(journal)
            try await Bench.run(configuration) { bench in
                for _ in 0..<2 { _ = try await bench.post("customers") }
            }
            let two = try Data(contentsOf: journal).count
            try await Bench.run(configuration) { bench in
                for _ in 0..<3 { _ = try await bench.post("customers") }
            }
            var bytes = try Data(contentsOf: journal)
            let place = bytes.startIndex + two + 120
            bytes[place] = bytes[place] ^ 1
            try bytes.write(to: journal)
            let error = await #expect(throws: ControlError.self) { try await Bench.run(configuration) { _ in } }
            #expect(error?.code == "damagedJournal" && error?.at == "data")
            for word in ["--drop-damage", "--data", journal.path] {
                #expect(error?.message.contains(word) == true, "\(String(describing: error))")
            }
            #expect(error?.message.contains("dropsWhatFollowsDamage") == false)
            configuration.dropsDamage = true
            try await Bench.run(configuration) { bench in
                let total = try await bench.get("customers")["total"]?.whole
                #expect(total == 2)
            }
            #expect(try Data(contentsOf: URL(fileURLWithPath: journal.path + ".damaged")) == bytes)
        }
    }

    @Test("A scenario that fails on its way leaves nothing of what it began, and the next start plays the whole")
    func failedScenario() async throws {
        let beginning = "{\"path\": \"customers\"}\n{\"path\": \"/_control/stores\", \"body\": {\"name\": \"more\"}}\n"
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder.appendingPathComponent("shop.journal"))
            func start(_ life: String) async throws -> LocalAppStore {
                let client = LocalAppStore.makeClient()
                let quiet = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                let server = try LocalAppStore(configuration, client: client, logger: quiet)
                let (addresses, running) = AsyncStream.makeStream(of: String.self)
                running.yield("http://127.0.0.1:9")
                running.finish()
                let result: Result<Void, any Error>
                do {
                    result = .success(
                        try await StartService(server, playing: Scenario(Data(life.utf8)), at: addresses) { _ in }.run()
                    )
                } catch {
                    result = .failure(error)
                }
                server.close()
                try await client.shutdown()
                try result.get()
                return server
            }
            await #expect(throws: ControlError.self) { _ = try await start(beginning + "{\"path\": \"nowhere\"}") }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            let whole = try await start(beginning)
            #expect(whole.isNew)
            // What another start began stays, whatever becomes of a scenario: it is not played.
            let later = try await start("{\"path\": \"nowhere\"}")
            #expect(!later.isNew)
            try await Bench.run(configuration) { bench in
                let customers = try await bench.get("customers")["customers"]?.list
                let more = try await bench.ask("GET", "/_control/stores/more")
                #expect(customers?.count == 1 && more.status == 200)
            }
        }
    }

    @Test("A store that is deleted while others change it leaves nothing to the next of its name")
    func deletedMeanwhile() async throws {
        try await KeepingTests.inFolder { folder in
            try await Bench.run(try KeepingTests.configuration(folder)) { bench in
                let path = "/_control/stores/busy"
                for _ in 0..<10 {
                    #expect(try await bench.ask("POST", "/_control/stores", ["name": "busy"]).status == 201)
                    try await withThrowingTaskGroup(of: Int.self) { group in
                        for number in 0..<6 {
                            group.addTask {
                                try await bench.ask("POST", path + "/snapshots", ["name": .text("s\(number)")]).status
                            }
                        }
                        group.addTask { try await bench.ask("DELETE", path).status }
                        for try await status in group { #expect([200, 404].contains(status)) }
                    }
                    #expect(try await bench.ask("GET", path).status == 404)
                    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                    #expect(!left.contains { $0.hasPrefix("busy") }, "\(left)")
                }
            }
        }
    }

    @Test("A start after a kill in the midst of making stores goes on, and takes away what was not finished")
    func halfWritten() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            try await Bench.run(configuration) { bench in _ = try await bench.post("customers") }
            // How a server that is killed leaves a store that it makes: with a part of its journal, or before it.
            let setup = try Data(contentsOf: folder.appendingPathComponent("default.json"))
            let journal = try Data(contentsOf: folder.appendingPathComponent("default.journal"))
            let left = ["two.json": setup, "two.journal.new": journal.prefix(100), "three.json.new": Data()]
            for (name, data) in left { try data.write(to: folder.appendingPathComponent(name)) }
            try await Bench.run(configuration) { bench in
                let customers = try await bench.get("customers")
                #expect(customers["total"]?.whole == 1)
                let made = try await bench.ask("POST", "/_control/stores", ["name": "two"])
                #expect(made.status == 201, "\(made.text)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names.allSatisfy { !$0.hasSuffix(".new") }, "\(names)")
        }
    }

    @Test("A store's journal is there as a whole from the first moment, with the store in it")
    func wholeAtOnce() async throws {
        try await KeepingTests.inFolder { folder in
            try await Bench.run(try KeepingTests.configuration(folder)) { _ in
                let copy = folder.appendingPathComponent("copy.journal")
                try FileManager.default.copyItem(at: folder.appendingPathComponent("default.journal"), to: copy)
                let store = try Store(journal: copy)
                #expect(store.customers.isEmpty)
            }
        }
    }

    @Test("A second server on the same files is refused, and the first goes on")
    func twoServers() async throws {
        try await KeepingTests.inFolder { folder in
            for place in [folder, folder.appendingPathComponent("shop.journal")] {
                let configuration = try KeepingTests.configuration(place)
                try await Bench.run(configuration) { bench in
                    let error = await #expect(throws: ControlError.self) {
                        try await Bench.run(configuration) { _ in }
                    }
                    #expect(error?.code == "dataInUse" && error?.status == 409)
                    let added = try await bench.ask("POST", "customers")
                    #expect(added.status < 300, "\(added.text)")
                }
                try await Bench.run(configuration) { bench in
                    let customers = try await bench.get("customers")
                    #expect(customers["total"]?.whole == 1)
                }
            }
        }
    }

    @Test("Names of snapshots that look the same are one, however their letters are written")
    func spelling() async throws {
        try await KeepingTests.inFolder { folder in
            try await Bench.run(try KeepingTests.configuration(folder)) { bench in
                #expect(try await bench.post("snapshots", ["name": "caf\u{E9}"])["replaced"]?.flag == false)
                _ = try await bench.post("customers")
                #expect(try await bench.post("snapshots", ["name": "cafe\u{301}"])["replaced"]?.flag == true)
                #expect(try await bench.get("snapshots")["snapshots"]?.list?.count == 1)
                _ = try await bench.post("restore", ["name": "caf\u{E9}"])
                #expect(try await bench.get("customers")["total"]?.whole == 1)
            }
        }
    }
}
