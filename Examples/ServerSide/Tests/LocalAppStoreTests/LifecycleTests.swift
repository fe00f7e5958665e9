import AsyncHTTPClient
import Foundation
import LocalAppStore
import Logging
import NIOCore
import NIOPosix
import NIOSSL
import OfferKit
import ServerBench
import Testing

@Suite("From start to end")
struct LifecycleTests {
    private static let monthly = "com.example.pro.monthly"

    @Test("A scenario is played, relative paths in the default store")
    func scenario() async throws {
        try await Bench.run { bench in
            let scenario = try Scenario(
                Data(
                    """
                    # somebody subscribes, and time passes
                    {"path": "customers"}
                    {"path": "customers/0/purchases", "body": {"product": "\(LifecycleTests.monthly)"}}

                    {"path": "clock/advance", "body": {"months": 1}}
                    {"method": "PUT", "path": "/_control/stores/default/delivery", "body": {"mode": "hold"}}
                    """.utf8))
            let answers = try await bench.server.play(scenario)
            #expect(answers.count == 4)
            #expect(try await bench.get("customers/0/transactions")["transactions"]?.list?.count == 2)
            #expect(try await bench.get("delivery")["mode"] == "hold")
        }
    }

    @Test("A scenario may have the line ends of Windows")
    func carriageReturns() async throws {
        try await Bench.run { bench in
            let line = "{\"path\": \"customers\"}\r\n"
            let scenario = try Scenario(Data("\(line)\r\n\(line)".utf8))
            #expect(try await bench.server.play(scenario).count == 2)
        }
    }

    @Test("What is wrong in a scenario is told with its line")
    func wrongScenario() async throws {
        #expect(throws: ControlError.self) { try Scenario(Data("{\"path\": \"customers\"}\nno".utf8)) }
        for line in ["[]", "{\"body\": {}}", "{\"path\": \"a\", \"pth\": 1}", "{\"path\": 7}"] {
            do {
                _ = try Scenario(Data("\n\(line)".utf8))
                Issue.record("\(line) was taken.")
            } catch let error as ControlError {
                #expect("\(error.message) \(error.at ?? "")".lowercased().contains("line 2"), "\(error)")
            }
        }
        for (line, code) in [
            ("{\"path\": 5}", "wrongType"), ("{\"path\": \"a\", \"method\": 5}", "wrongType"), ("{}", "missingMember"),
            ("{\"path\": null}", "missingMember"),
        ] {
            let error = #expect(throws: ControlError.self) { try Scenario(Data(line.utf8)) }
            #expect(error?.code == code, "\(line)")
        }
        try await Bench.run { bench in
            let scenario = try Scenario(
                Data("{\"path\": \"customers\"}\n{\"path\": \"codes\", \"body\": {\"x\": 1}}".utf8))
            do {
                try await bench.server.play(scenario)
                Issue.record("It was played.")
            } catch let error as ControlError {
                #expect(error.at == "line 2: x" && error.message.hasPrefix("Line 2: "))
            }
        }
    }

    /// Asks until there is an answer: on a busy machine a limit of a second cuts off a quick client, too.
    private static func isHealthy(_ bench: Bench) async throws -> Bool {
        for _ in 0..<50 {
            if let answer = try? await bench.ask("GET", "/_control/health") { return answer.status == 200 }
        }
        return false
    }

    @Test("Clients that send half a request hang nobody else, and are cut off")
    func slowClients() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.idleTimeout = .seconds(1)
        try await Bench.run(configuration) { bench in
            let port = Int(bench.url.split(separator: ":").last ?? "") ?? 0
            var channels: [any Channel] = []
            for number in 0..<64 {
                let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                    .connect(host: "127.0.0.1", port: port).get()
                let text =
                    number.isMultiple(of: 2)
                    ? "POST /_control/stores HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{" : "POST /_con"
                // It may be cut off already.
                try? await channel.writeAndFlush(ByteBuffer(string: text))
                channels.append(channel)
            }
            #expect(try await LifecycleTests.isHealthy(bench))
            for channel in channels { try await channel.closeFuture.get() }
            #expect(try await LifecycleTests.isHealthy(bench))
        }
    }

    @Test("A client that sends a byte now and then is cut off, however long it goes on")
    func tricklingClients() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.requestTimeout = .seconds(1)
        try await Bench.run(configuration) { bench in
            let beginnings = [
                "POST /_control/stores HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n", "GET /_con",
            ]
            for beginning in beginnings { try await trickle(beginning, to: bench.url) }
            #expect(try await LifecycleTests.isHealthy(bench))
        }
    }

    @Test("Over TLS, who trusts the root is answered, and nobody else is; addresses say https")
    func tls() async throws {
        var configuration = LocalAppStore.Configuration()
        let authority = try LocalAuthority(at: Date())
        configuration.authority = authority
        try await Bench.run(configuration) { bench in
            await #expect(throws: (any Error).self) { try await bench.ask("GET", "/_control/health") }
            var trusting = HTTPClient.Configuration()
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.rootPEM.utf8)))
            trusting.tlsConfiguration = tls
            let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: trusting)
            do {
                let other = Bench(url: bench.url, client: client, server: bench.server)
                let store = try await other.get(Bench.store)
                #expect(store["baseURL"]?.text == bench.url)
                #expect(bench.url.hasPrefix("https://127.0.0.1:"))
            } catch {
                Issue.record(error)
            }
            try await client.shutdown()
        }
    }

    @Test("Many customers buy at once in one store, and each notification is delivered once")
    func parallel() async throws {
        let backend = Backend()
        try await backend.run { url in
            var configuration = LocalAppStore.Configuration()
            configuration.options.notificationURL = url
            configuration.webhookTimeout = testPatience
            try await Bench.run(configuration) { bench in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<40 {
                        group.addTask {
                            let customer = try await bench.post("customers")["customer"]?.whole ?? -1
                            let bought = try await bench.ask(
                                "POST", "customers/\(customer)/purchases", ["product": .text(LifecycleTests.monthly)])
                            #expect(bought.status == 200, "\(bought.text)")
                        }
                    }
                    try await group.waitForAll()
                }
                #expect(backend.types == Array(repeating: "SUBSCRIBED", count: 40))
                #expect(Set(backend.payloads.map { $0["notificationUUID"] }).count == 40)
            }
        }
    }

    @Test("A backend may ask while it is told: the status, and a refund, whose notification follows")
    func asksBack() async throws {
        let backend = Backend()
        let asking = Mailbox()
        try await backend.run(onNotification: { await asking.ask() }) { url in
            var configuration = LocalAppStore.Configuration()
            configuration.clockPatience = .milliseconds(500)
            configuration.webhookTimeout = testPatience
            configuration.options.notificationURL = url
            try await Bench.run(configuration) { bench in
                await asking.set {
                    let headers = try await bench.authorization()
                    let status = try await bench.ask("GET", "/inApps/v1/subscriptions/1", headers: headers)
                    #expect(status.status == 200)
                    let refund = try await bench.ask("POST", "transactions/1/refund")
                    #expect(refund.status == 200 && refund.json["pending"] == 2, "\(refund.text)")
                    // The clock waits for the answer to this notification.
                    let moved = try await bench.ask("POST", "clock/advance", ["days": 1])
                    #expect(moved.status == 409 && moved.code == "advancing", "\(moved.text)")
                }
                _ = try await bench.post("customers")
                let bought = try await bench.post("customers/0/purchases", ["product": .text(LifecycleTests.monthly)])
                #expect(bought["notifications"]?[0]?["attempts"]?[0]?["status"] == 200)
                #expect(await asking.count == 3)
                #expect(backend.types == ["SUBSCRIBED", "REFUND", "DID_CHANGE_RENEWAL_STATUS"])
            }
        }
    }

    @Test("A port that is taken ends the server, and nobody waits for it")
    func takenPort() async throws {
        try await Bench.run { bench in
            let port = Int(bench.url.split(separator: ":").last ?? "") ?? 0
            await #expect(throws: (any Error).self) {
                try await whileListening(
                    { host, _, onRunning in
                        try bench.server.application(host: host, port: port, onRunning: onRunning)
                    }, { _ in })
            }
        }
    }
}

/// What a backend does when it is told something.
private actor Mailbox {
    private var body: (@Sendable () async throws -> Void)?
    private(set) var count = 0

    func set(_ body: @escaping @Sendable () async throws -> Void) { self.body = body }

    func ask() async {
        count += 1
        let body = body
        self.body = nil
        do {
            try await body?()
        } catch {
            Issue.record(error)
        }
    }
}
