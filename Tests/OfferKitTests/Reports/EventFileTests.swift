import Foundation
import OfferKit
import OfferKitReports
import OfferKitTestHarness
import Testing

/// A file of events.
struct EventFileTests {
    /// A product, as lines name it.
    private static let gold =
        #"{"id":"gold","type":"autoRenewable","group":"Plans","level":1,"period":"P1M"}"#
    private static let usa = #"{"territory":"USA","currency":"USD"}"#

    /// The line of a first purchase; members are replaced by name, and nil takes one out.
    private static func line(_ changes: [String: String?] = [:]) -> String {
        let members: [(String, String)] = [
            ("v", "1"), ("number", "3"), ("date", "1768035600000"), ("type", "\"subscribed\""), ("customer", "0"),
            ("subscription", "1"), ("transaction", "1"), ("product", gold), ("storefront", usa), ("price", "9990"),
            ("start", "1768035600000"), ("end", "1770714000000"),
        ]
        let known = members.compactMap { name, value in
            (changes[name] ?? value).map { "\"\(name)\":\($0)" }
        }
        let new = changes.filter { change in !members.contains { $0.0 == change.key } }.sorted { $0.key < $1.key }
        return "{" + (known + new.map { "\"\($0.key)\":\($0.value ?? "")" }).joined(separator: ",") + "}\n"
    }

    private static func error(_ text: String) -> EventFileError? {
        do {
            _ = try EventFile.read(Data(text.utf8))
            return nil
        } catch { return error }
    }

    // 10 January 2026, 9:00 UTC is 1,768,035,600 seconds after 1970; 10 February is 31 days later.
    @Test("a purchase is the line that the format describes")
    func bytes() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        try shop.device.purchase("gold")
        let lines = String(decoding: EventFile.data(of: shop.store.reportLog), as: UTF8.self).split(separator: "\n")
        // The store's keys are events before.
        expectEqual(lines.first, #"{"v":1,"number":2,"date":1768035600000,"type":"customerAdded","customer":0}"#)
        let purchase = try #require(lines.last).replacing(/"number":[0-9]+/, with: "\"number\":3")
        expectEqual(purchase + "\n", EventFileTests.line())
    }

    @Test("a line is read whatever the order of its members and the blanks between them")
    func anyOrder() throws {
        let text = #"{ "type" : "customerAdded" , "customer" : 7,"date":0, "number":0 ,"v":1 }"# + "\r\n"
        let log = try EventFile.read(Data(text.utf8))
        expectEqual(log.events.map(\.kind), [.customerAdded])
        expectEqual(log.events.first?.customer, 7)
        let escaped = #"{"v":1,"number":0,"date":0,"type":"customer\u0041dded"}"# + "\n"
        try expectEqual(EventFile.read(Data(escaped.utf8)).events.map(\.kind), [.customerAdded])
    }

    struct Wrong: Sendable {
        let text: String
        let column: Int
        let reason: EventFileError.Reason

        init(_ text: String, at column: Int, _ reason: EventFileError.Reason) {
            (self.text, self.column, self.reason) = (text, column, reason)
        }

        /// A number of the log that is none.
        static func number(_ text: String) -> Wrong {
            Wrong(
                line(["number": text]), at: 17,
                .wrongForm("number", expected: "a whole number from 0 to 9007199254740991"))
        }
    }

    private static let wrong: [Wrong] = [
        Wrong(line(["v": "2"]), at: 7, .otherVersion(2)),
        Wrong(line(["v": nil]), at: 0, .missingMember("v")),
        Wrong(line(["price": nil]), at: 0, .missingMember("price")),
        Wrong(line(["type": "\"refunded\"", "price": nil]), at: 0, .missingMember("price")),
        Wrong(line(["type": "\"lapsed\"", "end": nil]), at: 0, .missingMember("end")),
        Wrong(line(["type": "\"autoRenewTurnedOff\"", "subscription": nil]), at: 0, .missingMember("subscription")),
        Wrong(
            line(["offer": #"{"type":1,"mode":"freeTrial","period":"P1W","periods":1}"#]), at: 0,
            .missingMember("offerCharge")),
        Wrong(line(["type": "\"sold\""]), at: 47, .unknownType("sold")),
        Wrong(line(["type": "7"]), at: 47, .wrongForm("type", expected: "a text")),
        Wrong(#"{"v":1,"colour":7}"# + "\n", at: 8, .unknownMember("colour")),
        .number("-1"), .number("1.5"), .number("01"), .number("1e3"), .number("\"3\""), .number("9007199254740992"),
        .number("99999999999999999999"), .number("-9223372036854775808"), .number("-9223372036854775809"),
        Wrong(
            line(["date": "253402300800000"]), at: 26,
            .wrongForm("date", expected: "milliseconds since 1970, in the years 1 to 9999")),
        Wrong("[]\n", at: 1, .syntax(expected: "An object")),
        Wrong("\n", at: 1, .syntax(expected: "An object, and no empty line,")),
        Wrong(" \r\n", at: 3, .syntax(expected: "An object, and no empty line,")),
        Wrong("\u{FEFF}{}\n", at: 1, .syntax(expected: "An object, and no byte order mark,")),
        Wrong(#"{"v":1,"v":1}"# + "\n", at: 8, .repeatedMember("v")),
        Wrong(#"{"v":1 "date":1}"# + "\n", at: 8, .syntax(expected: "A comma or the end of the object")),
        Wrong(#"{"v":1,}"# + "\n", at: 8, .syntax(expected: "A name")),
        Wrong(#"{"v":1} x"# + "\n", at: 9, .syntax(expected: "The end of the line")),
    ]

    // C-190.
    @Test("a line that is wrong is refused at its place", arguments: wrong)
    func refused(_ line: Wrong) throws {
        let error = try #require(EventFileTests.error(line.text))
        expectEqual(error, EventFileError(line: 1, column: line.column, reason: line.reason))
    }

    // C-190.
    @Test("a torn, doubled or reordered file hands over what stands before, and names the line")
    func order() throws {
        let first = #"{"v":1,"number":4,"date":5000,"type":"clockMoved"}"# + "\n"
        expectEqual(EventFileTests.error(first + first), EventFileError(line: 2, column: 0, reason: .numberNotAbove(4)))
        let earlier = #"{"v":1,"number":5,"date":4999,"type":"clockMoved"}"# + "\n"
        expectEqual(
            EventFileTests.error(first + earlier), EventFileError(line: 2, column: 0, reason: .dateBefore(5000)))
        let torn = first + String(first.dropLast())
        var reader = EventReader(Data(torn.utf8))
        try expectEqual(reader.next()?.number, 4)
        #expect(throws: EventFileError(line: 2, column: 0, reason: .torn)) { try reader.next() }
        #expect(throws: EventFileError(line: 2, column: 0, reason: .torn)) { try reader.next() }
        var wrong = EventReader(Data((first + "{}\n" + earlier).utf8))
        #expect(try wrong.next() != nil)
        let failure = EventFileError(line: 2, column: 0, reason: .missingMember("v"))
        for _ in 0..<2 { #expect(throws: failure) { try wrong.next() } }
    }

    @Test("a line has at most 65,536 bytes, with its end or without", arguments: ["", "\n"])
    func longLine(newline: String) throws {
        let event = String(EventFileTests.line().dropLast())
        let longest = event + String(repeating: " ", count: 65_536 - event.utf8.count)
        expectEqual(EventFileTests.error(longest + newline)?.reason, newline.isEmpty ? .torn : nil)
        let tooLong = EventFileError(line: 1, column: 0, reason: .lineTooLong(limit: 65_536))
        expectEqual(EventFileTests.error(longest + " " + newline), tooLong)
    }

    @Test("a product that says something else of itself is refused")
    func otherTerms() throws {
        let other = EventFileTests.gold.replacing("P1M", with: "P1Y")
        let text = EventFileTests.line() + EventFileTests.line(["number": "4", "product": other])
        expectEqual(EventFileTests.error(text)?.reason, .otherTerms("gold"))
        let euro = EventFileTests.usa.replacing("USD", with: "EUR")
        let abroad = EventFileTests.line() + EventFileTests.line(["number": "4", "storefront": euro])
        expectEqual(EventFileTests.error(abroad)?.reason, .otherTerms("USA"))
    }

    // C-190.
    @Test("every byte of a line changed is refused or read, and nothing else")
    func everyByte() throws {
        let text = Array(EventFileTests.line().utf8)
        var refused = 0
        for place in text.indices {
            for byte in [text[place] ^ 1, text[place] ^ 0x20, 0, 0x22, 0x5C, 0x7D, 0xFF] where byte != text[place] {
                var changed = text
                changed[place] = byte
                do { _ = try EventFile.read(Data(changed)) } catch {
                    refused += 1
                    #expect(error.line == 1 || error.line == 2)
                }
            }
            _ = try? EventFile.read(Data(text[..<place]))
        }
        #expect(refused > text.count * 3)
    }

    @Test("a file is read as its bytes are, and one that is not there is said to be unreadable")
    func file() throws {
        let name = "offerkit-events-\(ProcessInfo.processInfo.processIdentifier).jsonl"
        let url = FileManager.default.temporaryDirectory.appending(path: name)
        defer { try? FileManager.default.removeItem(at: url) }
        let shop = try NoticeShop(keepsNotifications: false)
        try shop.device.purchase("gold")
        // Longer than what is read in one go.
        try shop.go("2099-01-01")
        let log = shop.store.reportLog
        try EventFile.write(log, to: url)
        try expectEqual(EventFile.read(contentsOf: url), log)
        #expect(throws: EventFileError.self) { try EventFile.read(contentsOf: url.appending(path: "none")) }
    }
}
