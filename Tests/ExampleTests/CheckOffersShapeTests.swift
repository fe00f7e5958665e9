import Foundation
import LineProtocol
import OfferKitTestHarness
import Testing
import check_offers

/// The shapes of the lines of check-offers.
///
/// The table of members that `--help` and `--schema` of `check-offers` print, held against what the program reads.
struct CheckOffersShapeTests {
    private typealias Object = [String: Any]

    private static func object(_ text: String) throws -> Object {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object, "\(text)")
    }

    /// What is wrong with a line: kind, place, and what there is in its place.
    private static func fault(_ line: Object) throws -> (kind: String?, at: String?, known: [String]) {
        var session = CheckSession(clock: { CheckOffersTests.now })
        let text = String(decoding: try JSONSerialization.data(withJSONObject: line), as: UTF8.self)
        let answer = try object(session.answer(to: text))
        let isUnreadable = answer["verdict"] as? String == "unreadable"
        return (
            isUnreadable ? answer["error"] as? String : nil, answer["at"] as? String, answer["known"] as? [String] ?? []
        )
    }

    /// The objects of the schema by the place at which they stand: a line, what is known, and an order.
    private static func forms() throws -> [String: (names: Set<String>, required: Set<String>)] {
        let lines = try #require(try object(CheckHelp.schema)["oneOf"] as? [Object])
        func form(_ schema: Any?) throws -> (Set<String>, Set<String>, Object) {
            let schema = try #require(schema as? Object)
            expectEqual(schema["additionalProperties"] as? Bool, false)
            let properties = try #require(schema["properties"] as? Object)
            return (Set(properties.keys), Set(schema["required"] as? [String] ?? []), properties)
        }
        let (question, order) = (try form(lines[0]), try form(lines[1]))
        let optional = try #require((question.2["known"] as? Object)?["anyOf"] as? [Object])
        let (known, sign) = (try form(optional[0]), try form(order.2["sign"]))
        #expect(question.0.contains("id") && order.0 == ["id", "sign"] && order.1 == ["sign"])
        return [
            "": (question.0.subtracting(["id"]), question.1), "known.": (known.0, known.1), "sign.": (sign.0, sign.1),
        ]
    }

    /// A line in which the object at a place has these members.
    private static func line(_ place: String, _ members: Object) -> Object {
        switch place {
        case "known.": ["bundleID": "b", "product": "p", "known": members]
        case "sign.": ["sign": members]
        default: members
        }
    }

    /// What a line needs at a place, right in form.
    private static var needed: [String: Object] {
        [
            "": ["bundleID": "b", "product": "p"], "known.": [:],
            "sign.": [
                "privateKeyPEM": "x", "keyID": "k", "issuerID": "i", "bundleID": "b", "product": "p",
                "nonce": "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "issuedAt": 1,
            ],
        ]
    }

    @Test("the table has every member that is read, and no other, at every depth", arguments: ["", "known.", "sign."])
    func complete(_ place: String) throws {
        let form = try #require(try Self.forms()[place])
        let needed = try #require(Self.needed[place])
        let fault = try Self.fault(Self.line(place, needed.merging(["nothing": 1]) { $1 }))
        expectEqual(fault.kind, "unknownMember")
        expectEqual(fault.at, "\(place)nothing")
        expectEqual(Set(fault.known), form.names)
    }

    @Test("what the table calls required is missed, and nothing else", arguments: ["", "known.", "sign."])
    func required(_ place: String) throws {
        let form = try #require(try Self.forms()[place])
        let needed = try #require(Self.needed[place])
        expectEqual(Set(needed.keys), form.required)
        let whole = try Self.fault(Self.line(place, needed))
        #expect(whole.kind == nil || whole.kind == "unreadableKey", "\(whole)")
        for name in form.required {
            var less = needed
            less[name] = nil
            let fault = try Self.fault(Self.line(place, less))
            expectEqual(fault.kind, "missingMember")
            expectEqual(fault.at, "\(place)\(name)")
        }
    }

    @Test("a member of another type than the table says is refused with its place", arguments: ["", "known.", "sign."])
    func types(_ place: String) throws {
        for name in try #require(try Self.forms()[place]).names {
            // A list with a fraction is of no member's type.
            let members = try #require(Self.needed[place]).merging([name: [1.5]]) { $1 }
            let fault = try Self.fault(Self.line(place, members))
            expectContains(["wrongType", "wrongValue"], fault.kind, "\(name): \(fault)")
            expectPrefix(fault.at, "\(place)\(name)", "\(name): \(fault)")
        }
    }
}
