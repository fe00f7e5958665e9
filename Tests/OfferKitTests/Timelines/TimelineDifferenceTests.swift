import Foundation
import OfferKit
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// Two timelines compared.
struct TimelineDifferenceTests {
    @Test("equal lines have no difference, whatever their dates")
    func equal() throws {
        let life = try TimelineShop().play("P·30·")
        expectNil(life.difference(from: "P·30R"))
        expectNil(try Timeline("P·30R").difference(from: life))
        try expectEqual(Timeline("P·30R"), life)
        try expectEqual(TimelineShop(at: "2027-01-01T00:00:00Z").play("P·30·"), life)
    }

    @Test("the text shows both lines, a caret under the first difference, and its date")
    func text() throws {
        let life = try TimelineShop(at: "2026-04-01T00:00:00Z").play("P·13!·20")
        let difference = try #require(life.difference(from: "P·29!gggg"))
        expectEqual(difference.cell, 31)
        expectEqual(difference.date, date("2026-05-02T00:00:00Z"))
        #expect(
            difference.description == """
                step 32, 2026-05-02: expected g (grace), drawn r (billing retry, no service)
                expected  P·····························!gggg
                drawn     P·····························!rrrr
                                                         ^
                """)
    }

    @Test("a step with several things makes room in the other line too")
    func aligned() throws {
        let difference = try #require(try Timeline("(Px)·E_").difference(from: "P··_"))
        #expect(
            difference.description == """
                step 1: expected P (bought), drawn (Px) (bought, then auto-renew off)
                expected  P   ··_
                drawn     (Px)·E_
                          ^
                """)
        let later = try #require(try Timeline("(Px)·E_").difference(from: "(Px)··_"))
        #expect(
            later.description == """
                step 3: expected · (service), drawn E (ended)
                expected  (Px)··_
                drawn     (Px)·E_
                               ^
                """)
    }

    @Test("where one line is longer, they differ where the other ends")
    func lengths() throws {
        let longer = try #require(try Timeline("P··").difference(from: "P·"))
        expectEqual(longer.cell, 2)
        #expect(
            longer.description == """
                step 3: expected the end of the line, drawn · (service)
                expected  P· 
                drawn     P··
                            ^
                """)
        try expectEqual(Timeline("P").difference(from: "P·")?.cell, 1)
        try expectEqual(Timeline("").difference(from: "P")?.cell, 0)
    }

    @Test("of long lines only the neighbourhood is shown")
    func window() throws {
        let difference = try #require(try Timeline("·500P·500").difference(from: "·1001"))
        let lines = difference.description.split(separator: "\n")
        let dots = String(repeating: "·", count: 60)
        expectEqual(lines[1], "expected  …" + dots + String(repeating: "·", count: 20))
        expectEqual(lines[2], "drawn     …" + dots + "P" + String(repeating: "·", count: 19))
        expectEqual(lines[3], String(repeating: " ", count: 71) + "^")
    }

    @Test("an expected line that cannot be read is never equal, and says why")
    func unreadable() throws {
        let difference = try #require(try Timeline("P·").difference(from: "P?"))
        expectNil(difference.cell)
        expectNil(difference.date)
        #expect(
            difference.description == """
                The expected line cannot be read. Column 2: "?" cannot stand there. Allowed: \
                ._gr·PR!+^vV=IiOoCcWw@xanNYLEXZ(
                P?
                 ^
                """)
    }

    @Test("a test that fails shows both lines", .fails(saying: "drawn     P··R"))
    func failureText() throws {
        let life = try Timeline("P··R")
        expectNil(life.difference(from: "P···"))
    }
}
