import Foundation
import LineProtocol
import OfferKitTestHarness
import Testing
import interop

/// The shapes of the commands.
///
/// What `help` and the JSON Schema say, held against what the commands read.
struct CommandShapeTests {
    private static func ask(_ lines: String...) async throws -> [String: Any] {
        var session = Session()
        var answer = ""
        for line in lines { answer = await session.answer(to: line) }
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    }

    private static func help() async throws -> (names: [String: [String]], rows: [String: [[String: Any]]]) {
        let help = try await ask(#"{"command":"help"}"#)
        return (
            try #require(help["commands"] as? [String: [String]]),
            try #require(help["members"] as? [String: [[String: Any]]])
        )
    }

    /// A value of each simple type.
    private static let values: [String: any Sendable] = [
        "text": "x", "whole number": 0, "true or false": true, "date": "2027-01-01T00:00:00Z", "sum as text": "1",
        "UUID": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "storefront": "USA", "number of a transaction": "1",
        "object": [String: String](),
    ]

    @Test("the table has every command, and every member of it")
    func complete() async throws {
        let (names, rows) = try await Self.help()
        expectEqual(Set(names.keys), Set(rows.keys))
        for (command, members) in names {
            expectEqual(Set(rows[command]?.compactMap { $0["name"] as? String } ?? []), Set(members), "\(command)")
        }
    }

    @Test("a member that the table calls required is missed, and any other is not")
    func required() async throws {
        let (_, rows) = try await Self.help()
        for (command, members) in rows where command != "makeStore" {
            var line: [String: Any] = ["command": command]
            for member in members where member["required"] as? Bool == true {
                let (name, type) = (member["name"] as? String ?? "", member["type"] as? String ?? "")
                let choice = type.split(separator: "\"").first.map(String.init)
                line[name] = Self.values[type] ?? choice ?? ""
            }
            let whole = String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
            // Members of which one has to be there are told otherwise than one that is always missed.
            let answer = try await Self.ask(whole)
            let kind = (answer["error"] as? [String: Any])?["kind"] as? String
            #expect(kind != "wrongType" && kind != "unknownMember", "\(whole): \(answer)")
            for (name, _) in line where name != "command" {
                var less = line
                less[name] = nil
                let text = String(decoding: try JSONSerialization.data(withJSONObject: less), as: UTF8.self)
                let error = try await Self.ask(text)["error"] as? [String: Any]
                expectEqual(error?["kind"] as? String, "missingMember", "\(text): \(error ?? [:])")
                expectEqual(error?["at"] as? String, name, "\(text)")
            }
        }
    }

    @Test("a member of another type than the table says is refused with its place")
    func types() async throws {
        let (_, rows) = try await Self.help()
        for (command, members) in rows {
            for member in members {
                let name = member["name"] as? String ?? ""
                // A list is of no member's type; the older name of a key takes anything where the key's name is there.
                guard name != "id" else { continue }
                var line: [String: Any] = ["command": command, name: [1.5]]
                for other in members where other["required"] as? Bool == true && other["name"] as? String != name {
                    let (name, type) = (other["name"] as? String ?? "", other["type"] as? String ?? "")
                    line[name] = Self.values[type] ?? type.split(separator: "\"").first.map(String.init) ?? ""
                }
                let text = String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
                let error = try await Self.ask(text)["error"] as? [String: Any]
                let kind = error?["kind"] as? String
                #expect(kind == "wrongType" || kind == "wrongValue", "\(text): \(error ?? [:])")
                expectPrefix(error?["at"] as? String, name, "\(text)")
            }
        }
    }

    @Test("the schema has one form for each command, closed, with the command's name in it")
    func schema() async throws {
        let schema = try await Self.ask(#"{"command":"schema"}"#)
        let forms = try #require(schema["oneOf"] as? [[String: Any]])
        let names = forms.compactMap {
            (($0["properties"] as? [String: Any])?["command"] as? [String: Any])?["const"] as? String
        }
        expectEqual(Set(names), Set(try await Self.help().names.keys))
        #expect(forms.allSatisfy { $0["additionalProperties"] as? Bool == false })
        #expect(forms.allSatisfy { ($0["required"] as? [String])?.contains("command") == true })
    }
}
