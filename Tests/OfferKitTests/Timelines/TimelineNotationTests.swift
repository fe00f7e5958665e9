import OfferKit
import OfferKitCore
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// The notation of timelines.
struct TimelineNotationTests {
    @Test("no character means two things")
    func characters() {
        let characters = Timeline.Mark.allCases.map(\.rawValue) + Timeline.Standing.allCases.map(\.rawValue)
        expectEqual(Set(characters).count, characters.count)
        #expect(Set(characters).isDisjoint(with: "()|. 0123456789"))
    }

    @Test(
        "a line is read as it is written",
        arguments: [
            ("", ""), ("P··R", "P··R"), ("P..R", "P··R"), ("P·30R", "P" + String(repeating: "·", count: 30) + "R"),
            ("r3", "rrr"), ("g1", "g"), ("·01", "·"), ("P ·· | R\n··", "P··R··"), ("(P)·", "P·"), ("(P x)", "(Px)"),
            ("(xE)_5", "(xE)_____"), ("·2·3", "·····"), ("!gg+·", "!gg+·"),
        ])
    func reads(text: String, line: String) throws {
        try expectEqual(Timeline(text).line, line)
    }

    @Test(
        "what cannot be read is refused at its column, with what is allowed there",
        arguments: [
            ("P··Q", 4, Timeline.SyntaxError.Reason.unexpected("Q")), ("P 3", 3, .unexpected("3")),
            ("P3", 2, .unexpected("3")),
            ("·3 4", 4, .unexpected("4")), ("·34·4x4", 7, .unexpected("4")),
            ("P)", 2, .unexpected(")")), ("(P·)", 3, .unexpected("·")), ("((P))", 2, .unexpected("(")),
            ("··(PR", 3, .groupLeftOpen), ("(", 1, .groupLeftOpen), ("P()", 3, .emptyGroup), ("( )", 3, .emptyGroup),
            ("·0", 2, .countOutOfRange), ("P·100001", 3, .countOutOfRange),
            ("·99999999999999999999", 2, .countOutOfRange),
            ("·60000·60000", 8, .tooLong), ("·60000P·40000", 9, .tooLong), ("p", 1, .unexpected("p")),
        ])
    func refuses(text: String, column: Int, reason: Timeline.SyntaxError.Reason) {
        let error = #expect(throws: Timeline.SyntaxError.self) { try Timeline(text) }
        expectEqual(error?.column, column)
        expectEqual(error?.reason, reason)
        expectEqual(error?.line, text)
    }

    @Test("what is allowed depends on the place")
    func allowed() throws {
        func allowed(_ text: String) throws -> String {
            try #require(#expect(throws: Timeline.SyntaxError.self) { try Timeline(text) }).allowed
        }
        try expectEqual(allowed("PQ"), "._gr·PR!+^vV=IiOoCcWw@xanNYLEXZ(")
        try expectEqual(allowed("·Q"), "._gr·PR!+^vV=IiOoCcWw@xanNYLEXZ(0123456789")
        try expectEqual(allowed("(PQ"), "PR!+^vV=IiOoCcWw@xanNYLEXZ)")
        try expectEqual(allowed("()"), "PR!+^vV=IiOoCcWw@xanNYLEXZ")
        try expectEqual(allowed("·0"), "0123456789")
    }

    @Test("the text of an error points at the place, even where the line is broken")
    func text() {
        let error = #expect(throws: Timeline.SyntaxError.self) { try Timeline("P··\n(P") }
        #expect(
            error?.description == """
                Column 5: the parenthesis is never closed. Allowed: PR!+^vV=IiOoCcWw@xanNYLEXZ)
                P·· (P
                    ^
                """)
    }

    @Test("a standing that lasts three steps is written with its number, marks never are")
    func short() throws {
        try expectEqual(Timeline("P··R···RRRR____").shortLine, "P··R·3RRRR_4")
        try expectEqual(Timeline("").shortLine, "")
        try expectEqual(Timeline("(xE)(xE)(xE)rrrr").shortLine, "(xE)(xE)(xE)r4")
    }

    @Test("every line, long or short, is read back as it was", arguments: 0..<50 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        var cells: [String] = []
        for _ in 0..<Int.random(in: 0...300, using: &chance) {
            let marks = (0..<Int.random(in: 1...3, using: &chance)).compactMap { _ in
                Timeline.Mark.allCases.randomElement(using: &chance)
            }
            let standing = Timeline.Standing.allCases.randomElement(using: &chance)?.rawValue ?? "·"
            switch Int.random(in: 0...4, using: &chance) {
            case 0: cells.append("(" + String(marks.map(\.rawValue)) + ")")
            case 1: cells.append(String(marks[0].rawValue))
            default: cells += Array(repeating: String(standing), count: Int.random(in: 1...9, using: &chance))
            }
        }
        let timeline = try Timeline(cells.joined())
        expectEqual(timeline.cells.count, cells.count)
        try expectEqual(Timeline(timeline.line), timeline)
        try expectEqual(Timeline(timeline.shortLine), timeline)
        try expectEqual(Timeline(timeline.line).line, timeline.line)
    }
}
