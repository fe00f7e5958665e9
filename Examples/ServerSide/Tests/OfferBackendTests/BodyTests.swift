import Foundation
import GRDB
import LocalAppStore
import OfferKit
import ServerBench
import ServerParts
import Testing

@testable import OfferBackend

@Suite("Bodies of requests that cannot be read", .serialized)
struct BodyTests {
    /// A path with a body that is taken.
    private static func routes(_ user: String) -> [(String, String)] {
        [
            ("POST", "/offers/sign"), ("POST", "/offers/before-managing"), ("POST", "/receipts"),
            ("PUT", "/users/\(user)/activity"),
        ]
    }

    @Test("Whatever is posted that is no JSON object is refused with 400, also where nothing is read of it")
    func noObjects() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let users = try await both.backend.database.pool.read { try Activity.fetchCount($0) }
            let broken =
                [
                    "{", "[]", "5", "null", "\"a\"", "{\"a\": }", "{} {}", "\u{0}", "{\"userId\": \"\(user)\"", " ",
                ].map { Data($0.utf8) } + [Data([0xFF, 0xFE, 0x7B]), Data("{\"a\":".utf8) + Data([0xC3, 0x28, 0x7D])]
            for (method, path) in Self.routes(user) + [("POST", "/users"), ("POST", "/catch-up")] {
                for body in broken {
                    let (status, answer) = try await both.ask(method, path, raw: body)
                    let told = Comment(
                        rawValue: "\(method) \(path) \(String(decoding: body, as: UTF8.self)): \(answer)")
                    #expect(status == 400 && answer["error"]?["code"]?.text == "notJSON", told)
                    #expect(answer["error"]?["at"]?.text == "body", told)
                }
                #expect(try await both.ask(method, path, ["nobody": 1]).1["error"]?["code"]?.text != nil, "\(path)")
            }
            #expect(try await both.ask("POST", "/users", ["a": 1]).1["error"]?["code"]?.text == "unknownMember")
            #expect(try await both.backend.database.pool.read { try Activity.fetchCount($0) } == users)
            #expect(try await both.ask("POST", "/users", [:]).status == 201)
            #expect(try await both.ask("POST", "/users").status == 201)
        }
    }

    @Test("A member that stands twice is named, in an object within, too, and nothing is done")
    func twice() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let body = #"{"usesApp": true, "churnRisk": 0.1, "uses\u0041pp": false}"#
            let (status, answer) = try await both.ask("PUT", "/users/\(user)/activity", raw: Data(body.utf8))
            #expect(status == 400 && answer["error"]?["code"]?.text == "repeatedMember", "\(answer)")
            #expect(answer["error"]?["at"]?.text == "usesApp")
            #expect(try await both.backend.database.user(user).activity.churnRisk == nil)
        }
    }

    @Test("A member of the wrong type is named, with what it must be")
    func wrongTypes() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            let wrong: [(String, String, String, String, String)] = [
                ("POST", "/offers/sign", #"{"userId": 7}"#, "userId", "text"),
                ("POST", "/offers/sign", #"{"userId": null}"#, "userId", "text"),
                ("POST", "/offers/sign", #"{"userId": "a", "offerId": []}"#, "offerId", "text"),
                ("POST", "/receipts", #"{"userId": "a", "receipt": {}}"#, "receipt", "text"),
                ("PUT", "/users/\(user)/activity", #"{"contentConsumed": "7"}"#, "contentConsumed", "a whole number"),
                ("PUT", "/users/\(user)/activity", #"{"contentConsumed": 1.5}"#, "contentConsumed", "number"),
                ("PUT", "/users/\(user)/activity", #"{"contentConsumed": 1e30}"#, "contentConsumed", "number"),
                ("PUT", "/users/\(user)/activity", #"{"churnRisk": 1e400}"#, "churnRisk", "number"),
                ("PUT", "/users/\(user)/activity", #"{"churnRisk": true}"#, "churnRisk", "a number"),
                ("PUT", "/users/\(user)/activity", #"{"usesApp": 1}"#, "usesApp", "true or false"),
                ("POST", "/notifications", #"{"signedPayload": 5}"#, "signedPayload", "text"),
            ]
            for (method, path, body, place, words) in wrong {
                let (status, answer) = try await both.ask(method, path, raw: Data(body.utf8))
                let told = Comment(rawValue: "\(path) \(body): \(answer)")
                #expect(status == 400 && answer["error"]?["code"]?.text == "wrongType", told)
                #expect(answer["error"]?["at"]?.text == place, told)
                #expect(answer["error"]?["message"]?.text?.contains(words) == true, told)
            }
        }
    }

    @Test("A body that breaks off, or is none of HTTP, is answered with 400, and the server goes on")
    func brokenOff() async throws {
        try await BothServers.run { both in
            let head = "POST /offers/sign HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            let answers = [
                try await exchange(
                    head + "Content-Length: 100\r\n\r\n{\"user", with: both.backendURL, breakingOff: true),
                try await exchange(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", with: both.backendURL),
            ]
            for answer in answers {
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                #expect(answer.contains("\"code\":\"brokenBody\""), "\(answer)")
                #expect(answer.components(separatedBy: "HTTP/1.1").count == 2, "\(answer)")
            }
            #expect(try await both.ask("GET", "/health").status == 200)
        }
    }

    @Test("A body of 20,000 members is read in one pass")
    func manyMembers() {
        let members = (0..<20_000).map { "\"a\($0)\": 1" }.joined(separator: ", ")
        #expect(RepeatedMember.place(in: Data("{\(members)}".utf8)) == nil)
        #expect(RepeatedMember.place(in: Data("{\(members), \"a7\": 1}".utf8)) == "a7")
    }

    @Test("A text in UTF-16 is no JSON here: members that stand twice would not be seen in it")
    func utf16() async throws {
        try await BothServers.run { both in
            let text = "{\"userId\": \"a\", \"\\u0075serId\": \"b\"}"
            for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian] {
                let answer = try await both.ask("POST", "/offers/sign", raw: text.data(using: encoding) ?? Data())
                #expect(answer.0 == 400 && answer.1["error"]?["code"]?.text == "notJSON", "\(encoding): \(answer.1)")
            }
        }
    }

    @Test("A user is a whole UUID: what follows a zero byte is not passed over")
    func zeroByte() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            #expect(try await both.ask("GET", "/entitlement?userId=\(user)").0 == 200)
            for end in ["%00", "%00xyz", "x"] {
                let answer = try await both.ask("GET", "/entitlement?userId=\(user)\(end)")
                #expect(answer.0 == 404 && answer.1["error"]?["code"]?.text == "unknownUser", "\(end): \(answer.1)")
            }
        }
    }
}
