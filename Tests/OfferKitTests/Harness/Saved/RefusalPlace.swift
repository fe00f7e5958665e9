/// Whether the refusal of something saved says where it is not as it must be.
///
/// A table has to be named by a word that the saved form has for it, in the singular or in the plural. Where the change is in
/// a row, the row has to be told from the others too: by its number, or by what it is called.
struct RefusalPlace {
    /// Fields whose rows are told apart otherwise.
    private static let exceptions: [(field: String, names: [String], reason: String)] = [
        (
            "chain.certificates", ["leaf", "intermediate", "root"],
            "There are always three, and people know them by these names."
        )
    ]

    private let tables: Set<String>

    init(_ tree: SavedTree) {
        let names = tree.nodes.compactMap { node -> [String]? in
            guard case .table(let members) = node.content else { return nil }
            return members.map(\.name).filter(SavedTree.isName)
        }
        tables = names.joined().reduce(into: []) { $0.formUnion(RefusalPlace.words(of: $1)) }
    }

    func isNamed(in refusal: String, for change: FieldChange) -> Bool {
        // The place of a number that cannot be read is the very one; names in brackets are written otherwise there.
        if refusal.hasSuffix(", which does not fit there."), !change.path.contains("['") {
            return [" is ", ".", "["].contains { refusal.hasPrefix(change.path + $0) }
        }
        let said = RefusalPlace.withoutRules(refusal)
        let namesTable = !tables.isDisjoint(with: RefusalPlace.words(of: said))
        let names = RefusalPlace.exceptions.first { change.field.hasPrefix($0.field) }?.names ?? []
        let namesRow =
            said.contains { $0.isNumber || $0 == "'" } || change.rows.contains { said.contains($0) }
            || names.contains { said.contains($0) }
        return namesTable && (namesRow || !change.isInRow)
    }

    /// Without what stands in brackets: the ids of rules have numbers too, and where the snapshot begins is no place in it.
    private static func withoutRules(_ text: String) -> String {
        var (depth, rest) = (0, "")
        for character in text {
            if character == "(" { depth += 1 }
            if depth == 0 { rest.append(character) }
            if character == ")" { depth -= 1 }
        }
        return rest
    }

    /// The words of a text or of a name such as `priceTerms`, in lower case and without the plural's ending.
    private static func words(of text: String) -> Set<String> {
        var words: [String] = [""]
        for character in text {
            if character.isUppercase || !character.isLetter { words.append("") }
            if character.isLetter { words[words.count - 1] += character.lowercased() }
        }
        // What is shorter is no table's name.
        return Set(words.map { $0.hasSuffix("s") ? String($0.dropLast()) : $0 }.filter { $0.count > 2 })
    }
}
