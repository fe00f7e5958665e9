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

    @Test("On Apple's paths errors have Apple's shape, those of the server too")
    func appleShape() async throws {
        try await Bench.run { bench in
            let long = Data(repeating: 0x20, count: 1_048_577)
            let headers = try await bench.authorization()
            let cases: [(String, String, Data?, Int)] = [
                ("PUT", "/inApps/v1/transactions/consumption/1", long, 413),
                ("PUT", "/stores/default/inApps/v1/subscriptions/extend/1", long, 413),
                ("GET", "/stores/three/inApps/v1/transactions/1", nil, 404),
            ]
            for (method, path, body, status) in cases {
                let answer = try await bench.ask(method, path, raw: body, headers: headers)
                #expect(answer.status == status, "\(path): \(answer.text)")
                #expect(answer.json["errorCode"]?.whole.map { $0 / 10_000 } == Int64(status), "\(path): \(answer.text)")
                #expect(answer.json["errorMessage"]?.text?.isEmpty == false && answer.json["error"] == nil)
            }
            for path in ["/verifyReceipt", "/sandbox/verifyReceipt", "/stores/default/production/verifyReceipt"] {
                let answer = try await bench.ask("POST", path, raw: long)
                #expect(answer.status == 413 && answer.json == ["status": 21_002], "\(path): \(answer.text)")
            }
            let broken = try await exchange(
                Self.head("PUT /inApps/v1/transactions/consumption/1 HTTP/1.1", "Transfer-Encoding: chunked")
                    + "zz\r\n",
                with: bench.url)
            #expect(broken.hasPrefix("HTTP/1.1 400 ") && broken.contains("\"errorCode\":4000000"), "\(broken)")
            #expect(broken.components(separatedBy: "HTTP/1.1").count == 2, "\(broken)")
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
