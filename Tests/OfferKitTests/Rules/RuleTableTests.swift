import Foundation
import OfferKitTestHarness
import Testing

/// The table of rules.
///
/// Whether `Documentation/Rules.md` accounts for every rule and every decision.
struct RuleTableTests {
    /// Decisions that only say how a text is read; each row says why.
    private static let withoutCode: Set<String> = [
        "C-37"
    ]

    private static func table() throws -> RuleTable {
        RuleTable(try String(contentsOf: RuleTable.root.appending(path: "Documentation/Rules.md"), encoding: .utf8))
    }

    /// Read once: there are many files.
    private static let tests = Result {
        try CitedTests(in: ["Tests", "Examples/CoffeeClub/Tests"].map { RuleTable.root.appending(path: $0) })
    }

    @Test("every rule of the five documents has one row, in their order")
    func rules() throws {
        try expectEqual(Self.table().rows.map(\.id).filter { $0.hasPrefix("S") }, RuleClass.allIDs)
        expectEqual(RuleClass.allIDs.count, 344)
    }

    @Test("every decision has one row")
    func decisions() throws {
        let ids = try Self.table().rows.map(\.id).filter { $0.hasPrefix("C") }
        expectEqual(Set(ids).count, ids.count)
        expectEqual(Set((1...66).map { "C-\($0)" }).subtracting(ids), [])
    }

    @Test("the class of every rule is the fixed one, and every rule of behaviour has a test")
    func classes() throws {
        let audit = RuleAudit(table: try Self.table(), tests: try Self.tests.get())
        expectEqual(audit.classFaults(), [])
    }

    @Test("every test that is named exists, and names the rule")
    func namedTests() throws {
        let audit = RuleAudit(table: try Self.table(), tests: try Self.tests.get())
        expectEqual(audit.testFaults(), [])
    }

    @Test("every decision stands in the comment of the declaration that carries it out, and has a test")
    func declarations() throws {
        let audit = RuleAudit(table: try Self.table(), tests: try Self.tests.get())
        let declarations = try CitedDeclarations(in: RuleTable.root.appending(path: "Sources"))
        expectEqual(audit.declarationFaults(declarations, without: Self.withoutCode), [])
    }

    // MARK: - The checks themselves

    private static let source = """
        struct OfferTests {
            // S0-5: again and again.
            @Test("S0-67…69: refused")
            func refused() {
                #expect(true)
            }

            @Test func other() {}
        }
        """

    private static func audit(_ rows: String...) -> RuleAudit {
        RuleAudit(
            table: RuleTable(rows.joined(separator: "\n")),
            tests: CitedTests(
                lines: source.split(separator: "\n", omittingEmptySubsequences: false), file: "OfferTests"))
    }

    @Test("a row of another class, or one of behaviour without a test, is found")
    func wrongClass() {
        let audit = Self.audit(
            "| S0-2 | rule | source | advice |", "| S0-3 | rule | source | reports |",
            "| S0-5 | rule | source | `OfferTests.refused` |", "| S0-6 | rule | source | advice |",
            "| S0-67 | rule | source | not yet |", "| S0-68 | rule | source |")
        expectEqual(
            audit.classFaults(),
            ["S0-3 is advice", "S0-6 is behaviour", "S0-67 has no test", "S0-68 has no test"])
    }

    @Test("a test that does not exist, or does not name the rule, is found")
    func wrongTest() {
        let audit = Self.audit(
            "| S0-5 | rule | source | `OfferTests.refused`; as the page says |",
            "| S0-68 | rule | source | `OfferTests.refused`, `OfferTests.gone` |",
            "| S0-70 | rule | source | `OfferTests.refused`, `OfferTests.other` |")
        expectEqual(
            audit.testFaults(),
            [
                "S0-68: there is no test OfferTests.gone", "S0-70: OfferTests.refused does not name it",
                "S0-70: OfferTests.other does not name it",
            ])
    }

    @Test("citations are read with their ranges, lists and parts")
    func citations() {
        expectEqual(RuleCitations.ids(in: "S1-16…21, C-13 (b)"), Set((16...21).map { "S1-\($0)" } + ["C-13"]))
        expectEqual(
            RuleCitations.ids(in: "S0-76…S0-78 and S0-68/70, B3 step 6, P-256"),
            ["S0-76", "S0-77", "S0-78", "S0-68", "S0-70"])
    }
}
