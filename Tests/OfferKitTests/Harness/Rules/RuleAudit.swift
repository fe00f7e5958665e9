/// Compares the table of rules with the tests and the declarations that it names.
struct RuleAudit {
    let table: RuleTable
    let tests: CitedTests

    private var rules: [RuleTable.Row] { table.rows.filter { $0.id.hasPrefix("S") } }
    private var decisions: [RuleTable.Row] { table.rows.filter { $0.id.hasPrefix("C") } }

    /// Where the last cell of a rule does not begin with its fixed class, or names no test though it is behaviour.
    func classFaults() -> [String] {
        rules.compactMap { row in
            let ruleClass = RuleClass.of(row.id)
            let parts = RuleTable.Row.parts(of: row.cells.count > 2 ? row.cells[2] : "")
            let stated = RuleClass(rawValue: parts.first ?? "") ?? .behaviour
            guard stated == ruleClass else { return "\(row.id) is \(ruleClass.rawValue)" }
            guard ruleClass == .behaviour else { return nil }
            return RuleTable.Row.tests(in: parts.first ?? "").isEmpty ? "\(row.id) has no test" : nil
        }
    }

    /// Where a test that a row names does not exist, exists twice, or does not name the row.
    func testFaults() -> [String] {
        let cells = rules.map { ($0.id, $0.cells.dropFirst(2)) } + decisions.map { ($0.id, $0.cells.dropFirst(3)) }
        return cells.flatMap { id, cells in
            cells.flatMap(RuleTable.Row.tests).compactMap { fault(of: $0, for: id) }
        }
    }

    private func fault(of test: String, for id: String) -> String? {
        guard let texts = tests.texts[test] else { return "\(id): there is no test \(test)" }
        guard texts.count == 1 else { return "\(id): there are several tests \(test)" }
        return RuleCitations.ids(in: texts[0]).contains(id) ? nil : "\(id): \(test) does not name it"
    }

    /// Where a decision names no declaration whose comment cites it, or no test, though it is carried out.
    func declarationFaults(_ declarations: CitedDeclarations, without: Set<String>) -> [String] {
        decisions.flatMap { row -> [String] in
            guard row.cells.count == 4 else { return ["\(row.id) has \(row.cells.count + 1) cells, not five"] }
            let names = RuleTable.Row.tests(in: row.cells[2])
            guard !names.isEmpty else { return without.contains(row.id) ? [] : ["\(row.id) names no declaration"] }
            var faults = without.contains(row.id) ? ["\(row.id) has code, and is listed as having none"] : []
            faults += names.filter { !declarations.cites(row.id, at: $0) }.map { "\(row.id): \($0) does not cite it" }
            if RuleTable.Row.tests(in: row.cells[3]).isEmpty { faults.append("\(row.id) has no test") }
            return faults
        }
    }
}
