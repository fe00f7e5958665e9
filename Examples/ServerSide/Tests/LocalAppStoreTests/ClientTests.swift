import Foundation
import LocalAppStore
import OfferKit
import ServerBench
import Testing

@Suite("What clients send beside requests that are as they should be")
struct ClientTests {
    private static func head(_ line: String, _ more: String...) -> String {
        ([line, "Host: 127.0.0.1", "Connection: close"] + more + ["", ""]).joined(separator: "\r\n")
    }

    @Test("Who asks before it sends a body is told to go on, and then answered")
    func expectation() async throws {
        try await Bench.run { bench in
            let body = "{\"storefront\": \"USA\"}"
            let answer = try await exchange(
                Self.head(
                    "POST \(Bench.store)/customers HTTP/1.1", "Expect: 100-continue",
                    "Content-Length: \(body.utf8.count)"),
                body, with: bench.url)
            #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK"), "\(answer)")
            #expect(answer.contains("\"customer\":0"), "\(answer)")
        }
    }

    @Test("A body that would be too long is refused before it is sent")
    func refusedExpectation() async throws {
        try await Bench.run { bench in
            let answer = try await exchange(
                Self.head(
                    "POST \(Bench.store)/customers HTTP/1.1", "Expect: 100-continue", "Content-Length: 5000000"),
                with: bench.url)
            #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("\"code\":\"tooLarge\""), "\(answer)")
        }
    }

    @Test(
        "What is no HTTP is answered once, with JSON",
        arguments: ["nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nA b: c\r\n\r\n"])
    func noHTTP(text: String) async throws {
        try await Bench.run { bench in
            let answer = try await exchange(text, with: bench.url)
            let parts = answer.components(separatedBy: "\r\n\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 400 ") && parts.count == 2, "\(answer)")
            #expect(answer.lowercased().contains("content-type: application/json"), "\(answer)")
            let json = try? JSONDecoder().decode(JSONValue.self, from: Data((parts.last ?? "").utf8))
            #expect(json?["error"]?["code"] == "notHTTP", "\(answer)")
            #expect(try await bench.ask("GET", "/_control/health").status == 200)
        }
    }

    @Test("A body that cannot be read is answered once, also where the connection would stay")
    func answeredOnce() async throws {
        try await Bench.run { bench in
            let answer = try await exchange(
                "POST \(Bench.store)/customers HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
                with: bench.url)
            #expect(answer.contains("\"code\":\"brokenBody\""), "\(answer)")
            #expect(answer.components(separatedBy: "HTTP/1.1").count == 2, "\(answer)")
        }
    }
}
