/// One change to one place of what is saved, such as no store makes.
struct FieldChange {
    let path: String
    /// The kind of place, the same for all rows of a table.
    let field: String
    /// What becomes of it, for people.
    let what: String
    private let range: Range<Int>
    private let text: String

    /// Whether it is in one of several rows, and not in what there is but once.
    var isInRow: Bool { field.contains("[]") }

    /// What the rows that it is in are called, where they have names.
    var rows: [Substring] { path.split(separator: "['").dropFirst().compactMap { $0.split(separator: "']").first } }

    /// The bytes with the change.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
    }

    /// Everything that is tried on a saved store: each field in turn, with some values that it does not have.
    static func all(of tree: SavedTree) -> [FieldChange] {
        let maker = FieldChanges(tree)
        return tree.nodes.flatMap { maker.changes(of: $0) }
    }

    fileprivate init(_ node: SavedTree.Node, _ what: String, _ range: Range<Int>, _ text: String) {
        (path, field, self.what, self.range, self.text) = (node.path, node.field, what, range, text)
    }
}

/// Makes the changes of one tree.
private struct FieldChanges {
    let tree: SavedTree
    /// What is found at the numbers, texts and truths of a kind, each once.
    private var values: [String: [String]] = [:]
    /// The members that tables of a kind have, each with one of its values.
    private var members: [String: [(name: String, value: String)]] = [:]
    /// One table of each kind for each set of members.
    private var tables: [String: [(names: [String], text: String)]] = [:]
    /// Where the numbers stand that others stand for.
    private var skipped: Set<Int> = []

    init(_ tree: SavedTree) {
        self.tree = tree
        for node in tree.nodes {
            switch node.content {
            case .number, .bool, .text:
                let text = tree.text(node.range)
                if values[node.field, default: []].count < 24, !values[node.field, default: []].contains(text) {
                    values[node.field, default: []].append(text)
                }
            case .null: break
            case .list(let elements):
                let looked = looked(at: elements)
                for place in elements.indices where !looked.contains(place) {
                    skipped.insert(elements[place].lowerBound)
                }
            case .table(let found): note(found, of: node)
            }
        }
    }

    private mutating func note(_ found: [SavedTree.Member], of node: SavedTree.Node) {
        let names = found.map(\.name)
        guard names.allSatisfy(SavedTree.isName) else { return }
        if !tables[node.field, default: []].contains(where: { $0.names == names }) {
            tables[node.field, default: []].append((names, tree.text(node.range)))
        }
        for member in found where !members[node.field, default: []].contains(where: { $0.name == member.name }) {
            members[node.field, default: []].append((member.name, tree.text(member.value)))
        }
    }

    /// Which elements of a list are changed: all, but of long lists of numbers, such as keys, three that stand for the rest.
    private func looked(at elements: [Range<Int>]) -> [Int] {
        let isLong = elements.count > 24 && elements.allSatisfy { $0.count < 4 }
        return isLong ? [0, elements.count / 2, elements.count - 1] : Array(elements.indices)
    }

    func changes(of node: SavedTree.Node) -> [FieldChange] {
        guard !skipped.contains(node.range.lowerBound) else { return [] }
        let others = values[node.field, default: []]
        switch node.content {
        case .number: return replacing(node, by: numbers(besides: tree.text(node.range), others))
        case .bool: return replacing(node, by: ["true", "false", "null"])
        case .text: return replacing(node, by: texts(besides: tree.text(node.range), others))
        case .null: return replacing(node, by: others.prefix(4) + ["0", "\"\"", "{}"])
        case .list(let elements): return changes(of: node, elements)
        case .table(let members): return changes(of: node, members)
        }
    }

    // MARK: - Values

    private func replacing(_ node: SavedTree.Node, by texts: [String]) -> [FieldChange] {
        let old = tree.text(node.range)
        var known: Set<String> = [old]
        return texts.filter { known.insert($0).inserted }.map { text in
            FieldChange(node, "\(old.prefix(60)) → \(text.prefix(60))", node.range, text)
        }
    }

    private func numbers(besides old: String, _ others: [String]) -> [String] {
        var texts = ["0", "1", "2", "-1"]
        if let number = Int64(old) {
            texts += [number &+ 1, number &- 1, 0 &- number].map { String($0) }
        } else if let number = Double(old) {
            texts += [number / 2, -number, 1e300].map { String($0) }
        }
        texts += others.filter { $0 != old }.prefix(2)
        texts += [String(UInt32.max / 2), String(UInt32.max)]
        return texts + [String(Int64.max), String(Int64.min), String(UInt64.max), "null"]
    }

    private func texts(besides old: String, _ others: [String]) -> [String] {
        ["\"\"", String(old.dropLast()) + "x\"", "null"] + others.filter { $0 != old }.prefix(4)
    }

    // MARK: - Lists and tables

    private func changes(of node: SavedTree.Node, _ elements: [Range<Int>]) -> [FieldChange] {
        var made: [FieldChange] = []
        for place in looked(at: elements) {
            made += changes(of: node, "element \(place)", elements, place..<place + 1)
            guard place + 1 < elements.count else { continue }
            let (element, next) = (elements[place], elements[place + 1])
            if tree.text(element) != tree.text(next) {
                made.append(
                    FieldChange(
                        node, "elements \(place) and \(place + 1) swapped", element.lowerBound..<next.upperBound,
                        tree.text(next) + "," + tree.text(element)))
            }
            // Keys and values of a table may stand in a list by turns.
            guard place % 2 == 0, elements.count % 2 == 0 else { continue }
            made += changes(of: node, "elements \(place) and \(place + 1)", elements, place..<place + 2)
        }
        if elements.count > 1 { made.append(FieldChange(node, "emptied", node.range, "[]")) }
        return made
    }

    /// Some elements taken out, and doubled.
    private func changes(
        of node: SavedTree.Node, _ name: String, _ elements: [Range<Int>], _ places: Range<Int>
    ) -> [FieldChange] {
        let range = elements[places.lowerBound].lowerBound..<elements[places.upperBound - 1].upperBound
        return [
            FieldChange(node, "without \(name)", withComma(elements, places), ""),
            FieldChange(node, "\(name) twice", range.upperBound..<range.upperBound, "," + tree.text(range)),
        ]
    }

    /// Where elements stand, and the comma that goes with them.
    private func withComma(_ elements: [Range<Int>], _ places: Range<Int>) -> Range<Int> {
        let (first, last) = (elements[places.lowerBound], elements[places.upperBound - 1])
        if places.upperBound < elements.count { return first.lowerBound..<elements[places.upperBound].lowerBound }
        return (places.lowerBound > 0 ? elements[places.lowerBound - 1].upperBound : first.lowerBound)..<last.upperBound
    }

    private func changes(of node: SavedTree.Node, _ found: [SavedTree.Member]) -> [FieldChange] {
        var made: [FieldChange] = []
        let ranges = found.map { $0.key.lowerBound..<$0.value.upperBound }
        for (place, member) in found.enumerated() {
            made.append(FieldChange(node, "without '\(member.name)'", withComma(ranges, place..<place + 1), ""))
            guard !SavedTree.isName(member.name) else { continue }
            for name in ["", member.name + "x", member.name.lowercased()] where name != member.name {
                made.append(FieldChange(node, "'\(member.name)' is named '\(name)'", member.key, "\"\(name)\""))
            }
        }
        let names = found.map(\.name)
        guard names.allSatisfy(SavedTree.isName) else { return made }
        let end = node.range.upperBound - 1
        for other in members[node.field, default: []] where !names.contains(other.name) {
            let text = (found.isEmpty ? "" : ",") + "\"\(other.name)\":\(other.value)"
            made.append(FieldChange(node, "with '\(other.name)': \(other.value.prefix(60))", end..<end, text))
        }
        let others = tables[node.field, default: []].filter { $0.names != names }.prefix(4)
        return made + replacing(node, by: others.map(\.text))
    }
}
