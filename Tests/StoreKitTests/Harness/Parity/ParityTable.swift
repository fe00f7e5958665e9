import Foundation

/// The tables of Documentation/StoreKitParity.md.
struct ParityTable {
    struct Row {
        /// The heading of its table: a type, or another group of names.
        let table: String
        /// What stands in the first column, without the quotation marks of code.
        let member: String
        /// Whether the first column is code, and no words about something.
        let isCode: Bool
        let status: String
        let reason: String
        let line: Int

        /// The member's name alone: `products` of `products(for:)`.
        let name: String

        init(table: String, member: String, isCode: Bool, status: String, reason: String, line: Int) {
            self.table = table
            self.member = member
            self.isCode = isCode
            self.status = status
            self.reason = reason
            self.line = line
            name = String(member.prefix { $0.isLetter || $0.isNumber || "_=~".contains($0) })
        }
    }

    let rows: [Row]

    /// The headings of the tables, in order.
    let tables: [String]

    init() throws {
        var table = ""
        var rows: [Row] = []
        let lines = try Self.text("Documentation/StoreKitParity.md").split(
            separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            if line.hasPrefix("### ") { table = String(line.dropFirst(4)) }
            guard line.hasPrefix("| "), !line.hasPrefix("| member |") else { continue }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 5 else { throw Malformed(line: number + 1) }
            let isCode = cells[1].hasPrefix("`")
            rows.append(
                Row(
                    table: table, member: isCode ? String(cells[1].dropFirst().dropLast()) : cells[1], isCode: isCode,
                    status: cells[2], reason: cells[3], line: number + 1))
        }
        self.rows = rows
        tables = rows.reduce(into: []) { tables, row in
            if tables.last != row.table { tables.append(row.table) }
        }
    }

    /// Whether something that is declared has a row where its type's members stand, or one with the type's name before its own.
    func has(_ member: DeclaredMember) -> Bool {
        let there = rows.filter { $0.isCode && $0.status != "left out" }
        let description = member.description
        if there.contains(where: { $0.member == description }) { return true }
        let home = tables(of: member.type)
        // What a protocol of the standard library asks for comes with the row of that.
        let names = [member.name, ["==": "Equatable", "hash": "Hashable"][member.name] ?? member.name]
        return there.contains { names.contains($0.name) && (member.type.isEmpty || home.contains($0.table)) }
    }

    /// The tables with a type's members: its own, or the one with the type around it, or the one that names it.
    private func tables(of type: String) -> [String] {
        let own = tables.filter { $0 == type || $0.hasPrefix("\(type) ") }
        if !own.isEmpty { return own }
        guard let dot = type.lastIndex(of: ".") else { return rows.filter { $0.name == type }.map(\.table) }
        return tables(of: String(type[..<dot]))
    }

    /// A line that is no row of three cells.
    struct Malformed: Error {
        let line: Int
    }

    private static var root: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    }

    /// The text of a file of the package.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The texts of a module's files.
    static func sources(of module: String) throws -> [String] {
        let folder = root.appendingPathComponent("Sources/\(module)")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try paths.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
    }

    /// What the files beside this one mention, by the headings after `// MARK: - ` in them.
    static func mentions() throws -> [String: String] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix("Surface+") }
        var sections: [String: String] = [:]
        for file in files {
            let parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "// MARK: - ")
            for part in parts.dropFirst() {
                let heading = part.prefix { $0 != "\n" }
                sections[String(heading), default: ""] += part.dropFirst(heading.count)
            }
        }
        return sections
    }
}
