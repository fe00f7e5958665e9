import Foundation

/// The rows of `Documentation/Rules.md` that are accounted for: the rules of the five documents, and the decisions.
struct RuleTable {
    /// A row: the id, and the cells after it.
    struct Row {
        let id: String
        let cells: [String]

        /// The tests or declarations that a cell names: in those of its parts that are lists of names in backquotes.
        static func tests(in cell: String) -> [String] {
            parts(of: cell).filter { $0.hasPrefix("`") }.flatMap { part in
                part.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
            }
        }

        /// The parts of a cell, which semicolons separate.
        static func parts(of cell: String) -> [String] {
            cell.components(separatedBy: "; ")
        }
    }

    let rows: [Row]

    init(_ text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| S") || line.hasPrefix("| C-") else { return nil }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard let id = cells.first, RuleCitations.ids(in: id) == [id] else { return nil }
            return Row(id: id, cells: Array(cells.dropFirst()))
        }
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// The ids of rules and decisions that a text cites.
enum RuleCitations {
    /// Single ids, ranges such as S1-16…21 and lists such as S0-68/69 spelled out; a letter after a number is a part of it.
    static func ids(in text: some StringProtocol) -> Set<String> {
        var found: Set<String> = []
        for match in String(text).matches(of: /\b(S[0-4]|C)-(\d+)((?:(?:…|–|\/)(?:(?:S[0-4]|C)-)?\d+)*)/) {
            var last = Int(match.2) ?? 0
            found.insert("\(match.1)-\(last)")
            for more in match.3.matches(of: /(…|–|\/)(?:(?:S[0-4]|C)-)?(\d+)/) {
                guard let number = Int(more.2) else { continue }
                let numbers = more.1 == "/" || number <= last ? number...number : last + 1...number
                for number in numbers { found.insert("\(match.1)-\(number)") }
                last = number
            }
        }
        return found
    }
}
