import Foundation
import LocalAppStore
import OfferKit
import Testing

@Suite("What is kept on the disk")
struct KeepingTests {
    private static let monthly = "com.example.pro.monthly"

    /// Runs `body` with a folder of its own.
    static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("kept-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    static func configuration(_ place: URL) throws -> LocalAppStore.Configuration {
        var configuration = LocalAppStore.Configuration()
        configuration.data = place
        configuration.options.start = try Date(utc: "2026-03-01")
        return configuration
    }

    @Test("A store that is kept in a file goes on after a restart, with the same keys; so it does after a reset")
    func kept() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder.appendingPathComponent("shop.journal"))
            let first = try await Bench.run(configuration) { bench in
                _ = try await bench.post("customers")
                _ = try await bench.post("customers/0/purchases", ["product": .text(KeepingTests.monthly)])
                _ = try await bench.post("clock/advance", ["days": 40])
                return try await bench.get(Bench.store)
            }
            let second = try await Bench.run(configuration) { bench in
                #expect(!bench.server.isNew)
                #expect(try await bench.get("customers/0/transactions")["transactions"]?.list?.count == 3)
                #expect(try await bench.get("notifications")["total"]?.whole == 3)
                let store = try await bench.get(Bench.store)
                let offer = try await bench.post("customers/0/auto-renew", ["isOn": false, "group": "21000001"])
                #expect(offer["error"] == nil)
                _ = try await bench.post("snapshots", ["name": "before"])
                _ = try await bench.post("reset")
                _ = try await bench.post("restore", ["name": "before"])
                return store
            }
            for member in ["keyID", "privateKeyPEM", "rootCertificatePEM", "offerKey", "now"] {
                #expect(first[member] == second[member], "\(member)")
            }
            try await Bench.run(configuration) { bench in
                let subscriptions = try await bench.get("customers/0/subscriptions")["subscriptions"]
                #expect(subscriptions?.list?.count == 1)
            }
        }
    }

    @Test("Other stores are kept too, with their keys, their deliveries, the keys of requests and their snapshots")
    func others() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            let first = try await Bench.run(configuration) { bench in
                let made = try await bench.post(
                    "/_control/stores",
                    ["bundleID": "com.example.two", "environment": "Production", "notify": "http://127.0.0.1:9/"])
                let store = "/_control/stores/\(made["name"]?.text ?? "")"
                _ = try await bench.post("\(store)/customers")
                _ = try await bench.post("\(store)/snapshots", ["name": "one / customer"])
                _ = try await bench.post("\(store)/customers")
                _ = try await bench.put(
                    "\(store)/delivery", ["mode": "drop", "version": 1, "url": "http://127.0.0.1:9/hook_1?x=1"])
                let key = try await bench.post("\(store)/generated-offer-keys")
                _ = try await bench.post(
                    "\(store)/api-keys",
                    ["keyID": "another", "issuerID": "issuer", "pem": key["privateKeyPEM"] ?? .null])
                _ = try await bench.post("/_control/stores", ["name": "gone"])
                #expect(try await bench.ask("DELETE", "/_control/stores/gone").status == 200)
                return (name: made["name"]?.text ?? "", key: key, store: try await bench.get(store))
            }
            try await Bench.run(configuration) { bench in
                let names = try await bench.get("/_control/health")["stores"]?.list?.compactMap(\.text)
                #expect(names == ["default", first.name])
                let store = "/_control/stores/\(first.name)"
                let second = try await bench.get(store)
                for member in ["keyID", "privateKeyPEM", "rootCertificatePEM", "bundleID", "environment", "notify"] {
                    #expect(second[member] == first.store[member], "\(member)")
                }
                let plan = try await bench.get("\(store)/delivery")
                #expect(plan["mode"] == "drop" && plan["version"] == 1)
                let signed = try await bench.ask(
                    "POST", "\(store)/offer-signatures",
                    [
                        "product": .text(KeepingTests.monthly), "kind": "introductoryEligibility", "allows": true,
                        "customer": 0, "keyID": first.key["keyID"] ?? .null,
                    ])
                #expect(signed.status == 200, "\(signed.text)")
                let asker = try AppStoreServerTokenSigner(
                    keyID: "another", issuerID: "issuer", bundleID: "com.example.two",
                    pem: first.key["privateKeyPEM"]?.text ?? "")
                let test = try await bench.ask(
                    "POST", "/stores/\(first.name)/inApps/v1/notifications/test",
                    headers: ["Authorization": try asker.authorization(at: Date())])
                #expect(test.status == 200, "\(test.text)")
                _ = try await bench.post("\(store)/restore", ["name": "one / customer"])
                #expect(try await bench.get("\(store)/customers")["total"]?.whole == 1)
                let third = try await bench.post("/_control/stores")
                #expect(third["issuerID"]?.text != second["issuerID"]?.text)
                #expect(try await bench.ask("DELETE", "\(store)/snapshots/one%20%2F%20customer").status == 200)
                #expect(try await bench.get("\(store)/snapshots")["snapshots"]?.list == [])
            }
        }
    }

    @Test(
        "A kept store that was begun otherwise is refused, and nothing is wrong with leaving that out",
        arguments: StoreOptions.Lasting.allCases)
    func otherOptions(lasting: StoreOptions.Lasting) async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            try await Bench.run(configuration) { bench in _ = try await bench.post("customers") }
            var other = configuration
            switch lasting {
            case .catalogue: other.options.catalogue = Data("{}".utf8)
            case .bundleID: other.options.bundleID = "com.example.other"
            case .environment: other.options.environment = .production
            case .seed: other.options.seed = 7
            case .start: other.options.start = try Date(utc: "2026-03-02")
            case .gracePeriod: other.options.gracePeriod = BillingGracePeriod(.sixteenDays)
            case .pace: other.options.pace = .sandbox()
            }
            try await Bench.run(other) { bench in
                let store = try await bench.get(Bench.store)
                #expect(store["bundleID"]?.text == Store.defaultBundleID && store["seed"] == "1")
                #expect(store["customers"]?.whole == 1)
            }
            other.insisting = [lasting]
            do {
                try await Bench.run(other) { _ in }
                Issue.record("It was taken.")
            } catch let error as ControlError {
                #expect(error.code == "otherOptions" && error.at == lasting.rawValue)
            }
        }
    }

    @Test("What the journal does not take has not happened, and is answered with 507 until it does")
    func notRecorded() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            let aside = folder.appendingPathComponent("aside")
            try await Bench.run(try KeepingTests.configuration(journal)) { bench in
                _ = try await bench.post("customers")
                _ = try await bench.post("customers/0/purchases", ["product": .text(KeepingTests.monthly)])
                try FileManager.default.moveItem(at: journal, to: aside)
                let refused: [(String, String, JSONValue?)] = [
                    ("POST", "customers", nil), ("PUT", "customers/0/payment", ["works": false]),
                    ("PUT", "customers/0/payment", ["failNext": 2]), ("POST", "clock/advance", ["months": 1]),
                    ("POST", "notifications", ["type": "DID_RENEW"]), ("POST", "notifications/test", nil),
                    ("POST", "transactions/1/refund", nil),
                    ("POST", "customers/0/purchases", ["product": "com.example.coins.100"]),
                ]
                for (method, path, body) in refused {
                    let answer = try await bench.ask(method, path, body)
                    #expect(answer.status == 507 && answer.code == "notRecorded", "\(path): \(answer.text)")
                    // With the reason, whatever was asked for.
                    #expect(answer.text.contains(journal.lastPathComponent), "\(path): \(answer.text)")
                }
                // What needs no journal is done all the same.
                #expect(try await bench.ask("PUT", "delivery", ["mode": "hold"]).status == 200)
                #expect(try await bench.get("customers")["customers"]?.list?.count == 1)
                #expect(try await bench.get("customers/0")["paymentWorks"] == true)
                try FileManager.default.moveItem(at: aside, to: journal)
                #expect(try await bench.ask("POST", "customers").status == 200)
                #expect(try await bench.get("customers")["customers"]?.list?.count == 2)
            }
        }
    }

    @Test("How many notifications are dropped is of one run: after a restart the rest is sent")
    func countedPlan() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            try await Bench.run(configuration) { bench in
                _ = try await bench.put("delivery", ["mode": "drop", "next": 1])
                #expect(try await bench.get("delivery")["mode"] == "drop")
            }
            try await Bench.run(configuration) { bench in
                let plan = try await bench.get("delivery")
                #expect(plan["mode"] == "send" && plan["next"] == nil, "\(plan)")
                _ = try await bench.put("delivery", ["mode": "drop"])
            }
            try await Bench.run(configuration) { bench in
                let plan = try await bench.get("delivery")
                #expect(plan["mode"] == "drop")
            }
        }
    }

    @Test("A snapshot that cannot be gone back to leaves the store as it was, in memory and on the disk")
    func failedRestore() async throws {
        try await KeepingTests.inFolder { folder in
            let journal = folder.appendingPathComponent("shop.journal")
            let configuration = try KeepingTests.configuration(journal)
            try await Bench.run(configuration) { bench in
                _ = try await bench.post("snapshots", ["name": "empty"])
                _ = try await bench.post("customers")
                // Something stands where the new file would be written.
                let place = folder.appendingPathComponent("shop.journal.new")
                try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
                for (path, body) in [("restore", ["name": "empty"]), ("reset", [:])] as [(String, JSONValue)] {
                    let answer = try await bench.ask("POST", path, body)
                    #expect(answer.status == 507 && answer.code == "notRecorded", "\(answer.text)")
                }
                #expect(try await bench.get("customers")["total"]?.whole == 1)
                #expect(try await bench.ask("POST", "customers").status == 200)
                try FileManager.default.removeItem(at: place)
            }
            try await Bench.run(configuration) { bench in
                #expect(try await bench.get("customers")["total"]?.whole == 2)
                _ = try await bench.post("restore", ["name": "empty"])
                #expect(try await bench.get("customers")["total"]?.whole == 0)
            }
        }
    }

    @Test("Of resets and restorations at once one is the last, in memory as on the disk")
    func restoreRaces() async throws {
        try await KeepingTests.inFolder { folder in
            let configuration = try KeepingTests.configuration(folder)
            let customers = try await Bench.run(configuration) { bench in
                _ = try await bench.post("customers")
                _ = try await bench.post("snapshots", ["name": "one"])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let answer =
                                number.isMultiple(of: 2)
                                ? try await bench.ask("POST", "reset")
                                : try await bench.ask("POST", "restore", ["name": "one"])
                            #expect(answer.status == 200, "\(answer.text)")
                        }
                        group.addTask {
                            let answer = try await bench.ask("POST", "customers")
                            #expect(answer.status == 200, "\(answer.text)")
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(try await bench.ask("POST", "customers").status == 200)
                return try await bench.get("customers")
            }
            try await Bench.run(configuration) { bench in
                let again = try await bench.get("customers")
                #expect(again == customers)
            }
        }
    }

    @Test("Snapshots are not kept without end")
    func mostSnapshots() async throws {
        try await Bench.run { bench in
            func put(_ name: String) async throws -> Answer {
                try await bench.ask("POST", "snapshots", ["name": .text(name)])
            }
            var statuses: [Int] = []
            for number in 0..<100 { statuses.append(try await put("\(number)").status) }
            #expect(statuses == Array(repeating: 200, count: 100))
            #expect(try await put("one more").code == "tooManySnapshots")
            #expect(try await put("7").status == 200)
            #expect(try await bench.ask("DELETE", "snapshots/7").status == 200)
            #expect(try await put("one more").status == 200)
        }
    }

    @Test("An authority that is kept is the same after a restart, for a year; then it is a new one")
    func authority() async throws {
        try await KeepingTests.inFolder { folder in
            let place = folder.appendingPathComponent("shop.journal")
            let now = Date()
            let first = try LocalAuthority(keptWith: place, at: now)
            #expect(
                try LocalAuthority(keptWith: place, at: now.addingTimeInterval(300 * 86_400)).rootPEM == first.rootPEM)
            #expect(try LocalAuthority(keptWith: nil, at: now).rootPEM != first.rootPEM)
            let late = try LocalAuthority(keptWith: place, at: now.addingTimeInterval(360 * 86_400))
            #expect(late.rootPEM != first.rootPEM)
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent("shop.journal.d/authority.pem").path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
    }
}
