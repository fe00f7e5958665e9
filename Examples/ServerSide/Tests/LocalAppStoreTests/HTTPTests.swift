import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OfferKit
import ServerBench
import ServerParts
import Testing

@testable import LocalAppStore

@Suite("What HTTP says of versions, hosts, fragments, methods and members")
struct HTTPTests {
    @Test("A client of HTTP/1.0 reads until the connection is closed, and it is")
    func oldClient() async throws {
        try await Bench.run { bench in
            // The exchange ends when the server closes.
            let answer = try await exchange("GET /_control/health HTTP/1.0\r\n\r\n", with: bench.url)
            #expect(answer.hasPrefix("HTTP/1.1 200") && answer.contains("\"ok\""), "\(answer)")
        }
    }

    @Test(
        "What is no host is refused, and so is none",
        arguments: ["Host: localhost:80@evil.example", "Host: [::1]evil.example", "Host: a b", "Host:", "X: y"])
    func wrongHost(line: String) async throws {
        try await Bench.run { bench in
            let answer = try await exchange(
                "GET /_control/health HTTP/1.1\r\nConnection: close\r\n\(line)\r\n\r\n", with: bench.url)
            #expect(answer.hasPrefix("HTTP/1.1 400") && answer.contains("\"wrongHost\""), "\(answer)")
        }
    }

    @Test("The name in a host is read without its port, and no more than a name")
    func hostNames() {
        for (host, name) in [
            ("LocalHost:8080", "localhost"), ("127.0.0.1", "127.0.0.1"), ("[::1]:80", "::1"),
            ("a_b.example.", "a_b.example."),
        ] {
            #expect(WebRules.hostName(host) == name)
        }
        for host in ["", ":80", "[::1", "[]", "[::1]x", "a:b", "a:1:2", "a@b", "a/b"] {
            #expect(WebRules.hostName(host) == nil, "\(host)")
        }
    }

    @Test("A fragment is no query")
    func fragment() async throws {
        try await Bench.run { bench in
            let answer = try await exchange(
                "GET \(Bench.store)#frag HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", with: bench.url)
            #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
        }
    }

    @Test("Another method is refused with all that there are, HEAD with GET, and with the path")
    func methods() async throws {
        try await Bench.run { bench in
            let answer = try await bench.ask("PATCH", Bench.store)
            #expect(answer.status == 405 && answer.headers["allow"] == "GET, HEAD, DELETE", "\(answer.headers)")
            #expect(answer.json["error"]?["at"]?.text == Bench.store)
        }
    }

    @Test("The word before the token may be written in letters of any size, and no store is named without the token")
    func bearer() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.token = "secret"
        try await Bench.run(configuration) { bench in
            for (header, status) in [
                ("Bearer secret", 200), ("bearer secret", 200), ("BEARER  secret", 200), ("Bearer secre", 401),
                ("Basic secret", 401), ("secret", 401), ("Bearer", 401), ("Bearer secret x", 401),
            ] {
                let answer = try await bench.ask("GET", "/_control/stores", headers: ["Authorization": header])
                #expect(answer.status == status, "\(header)")
            }
            for path in ["inApps/v1/transactions/1", "verifyReceipt"] {
                let answer = try await bench.ask("GET", "/stores/nope/\(path)")
                #expect(!answer.text.contains("default"), "\(answer.text)")
            }
        }
    }

    @Test("A member that stands twice is refused with its place, however it is written")
    func repeated() async throws {
        for (text, place) in [
            (#"{"a": 1, "a": 2}"#, "a"), (#"{"a": {"b": [1, {"c": 1, "c": 2}]}}"#, "a.b[1].c"),
            (#"{"a": "a", "b": "a"}"#, nil), (#"[{"a": 1}, {"a": 1}]"#, nil), (#"{"a": 1, "\u0061": 2}"#, "a"),
            (#"{"a": {"a": 1}, "b": {"a": 1}}"#, nil), (#"{"a": "\", \"a", "b": []}"#, nil), ("[]", nil), ("\"", nil),
        ] as [(String, String?)] {
            #expect(RepeatedMember.place(in: Data(text.utf8)) == place, "\(text)")
        }
        try await Bench.run { bench in
            let twice = Data(#"{"type": "TEST", "type": "REFUND"}"#.utf8)
            let answer = try await bench.ask("POST", "notifications", raw: twice)
            #expect(answer.status == 400 && answer.code == "repeatedMember", "\(answer.text)")
            #expect(answer.json["error"]?["at"] == "type")
        }
        #expect(throws: ControlError.self) { try Scenario(Data(#"{"path": "customers", "path": "reset"}"#.utf8)) }
    }

    @Test("The user and the password of a webhook's URL are sent as Basic")
    func basic() async throws {
        #expect(WebRules.basicAuthorization(of: "http://a.example/x") == nil)
        // u:p@ss, as RFC 7617 says it.
        #expect(WebRules.basicAuthorization(of: "http://u:p%40ss@a.example/x") == "Basic dTpwQHNz")
        let heard = try await HTTPTests.attempt(
            at: { "http://u:p%40ss@127.0.0.1:\($0)/" }, answering: "HTTP/1.1 200 OK")
        #expect(heard.text.lowercased().contains("authorization: basic dtpwqhnz"), "\(heard.text)")
    }

    @Test(
        "What a webhook does that is no answer of HTTP is told in words",
        arguments: [
            ("SSH-2.0-OpenSSH", "http", "no answer of HTTP"),
            ("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 200_000))", "http", "headers"),
            ("", "http", "closed"), ("HTTP/1.1 400 Bad Request", "https", "no TLS"),
        ])
    func wrongAnswers(answer: String, scheme: String, words: String) async throws {
        let heard = try await HTTPTests.attempt(at: { "\(scheme)://127.0.0.1:\($0)/" }, answering: answer)
        #expect(heard.error.contains(words), "\(heard.error)")
        #expect(!heard.error.contains("(") && !heard.error.contains("overflow"), "\(heard.error)")
    }

    /// Sends a test notification to what answers every connection with a text, and closes it.
    ///
    /// - Returns: What came there, and what is told of the attempt.
    private static func attempt(
        at url: (Int) -> String, answering answer: String
    ) async throws -> (text: String, error: String) {
        let heard = NIOLockedValueBox("")
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(answer, heard))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let place = url(channel.localAddress?.port ?? 0)
        let attempt = try await Bench.run { bench in
            _ = try await bench.put("delivery", ["url": .text(place)])
            return try await bench.post("notifications/test")["notifications"]?[0]?["attempts"]?[0]
        }
        try await channel.close()
        return (heard.withLockedValue { $0 }, attempt?["error"]?.text ?? "")
    }

    /// Answers what comes first, and closes.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private let answer: String
        private let heard: NIOLockedValueBox<String>
        private var isDone = false

        init(_ answer: String, _ heard: NIOLockedValueBox<String>) { (self.answer, self.heard) = (answer, heard) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            heard.withLockedValue { $0 += text }
            guard !isDone else { return }
            isDone = true
            let channel = context.channel
            let end = answer.isEmpty ? "" : "\r\nContent-Length: 0\r\n\r\n"
            channel.writeAndFlush(ByteBuffer(string: answer + end)).whenComplete { _ in channel.close(promise: nil) }
        }
    }
}
