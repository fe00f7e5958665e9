import Foundation

/// What a module declares for everybody: a member of a type, or a name of the module's own.
struct DeclaredMember: Hashable, CustomStringConvertible {
    /// The type it is a member of, with those around it: `SKProduct.PeriodUnit`; empty for none.
    let type: String
    /// Its name alone: `products` of `products(for:)`.
    let name: String

    var description: String { type.isEmpty ? name : "\(type).\(name)" }

    /// A type whose declaration, or extension, is open at some line.
    private struct Scope {
        let path: String
        let indent: Int
        let isProtocol: Bool
        let isVisible: Bool
    }

    /// Those of a file.
    ///
    /// The formatter indents every member by four columns, which tells its type.
    static func all(in source: String) -> [DeclaredMember] {
        let declaration = Self.declaration
        var scopes: [Scope] = []
        var members: [DeclaredMember] = []
        for line in source.split(separator: "\n") {
            guard let found = line.prefixMatch(of: declaration) else { continue }
            let indent = found.output.indent.count
            while let last = scopes.last, last.indent >= indent { scopes.removeLast() }
            let outer = scopes.last
            guard indent == (outer.map { $0.indent + 4 } ?? 0), outer?.isVisible ?? true else { continue }
            let kind = String(found.output.kind)
            let names = kind == "case" ? names(ofCases: line) : [found.output.name.map(String.init) ?? kind]
            let modifiers = found.output.modifiers.split(separator: " ")
            let isVisible =
                modifiers.contains("public") || modifiers.contains("open") || kind == "case"
                || (outer?.isProtocol ?? false)
            if isVisible, kind != "extension" {
                members += names.map { DeclaredMember(type: outer?.path ?? "", name: $0) }
            }
            guard let name = names.first, ["class", "struct", "enum", "protocol", "extension"].contains(kind) else {
                continue
            }
            scopes.append(
                Scope(
                    path: outer.map { "\($0.path).\(name)" } ?? name, indent: indent, isProtocol: kind == "protocol",
                    isVisible: isVisible || kind == "extension"))
        }
        return members
    }

    /// The cases of enumerations of C, under the names that they have for everybody.
    ///
    /// - Parameters:
    ///   - header: The enumerations, each with its name in Swift, and cases that begin with its name in C.
    ///   - sources: The files that make some of them members of types: `public typealias Code = SKErrorCode`.
    /// - Returns: One for each case, in order.
    static func all(inHeader header: String, namedBy sources: [String]) -> [DeclaredMember] {
        let aliases = sources.flatMap { source in
            source.matches(of: /(?m)^ *public typealias `?(\w+)`? = (\w+)$/).compactMap { alias in
                all(in: source).first { $0.name == alias.output.1 && !$0.type.isEmpty }
                    .map { (String(alias.output.2), $0.description) }
            }
        }
        let types = Dictionary(aliases) { first, _ in first }
        return header.matches(of: /typedef enum \w+\("(\w+)"\) (\w+) : [a-z ]+ \{([^}]*)\}/).flatMap { found in
            let (swift, prefix) = (String(found.output.1), found.output.2.count)
            return found.output.3.matches(of: /(?m)^ *(\w+)(?: = \d+)?,$/).map { name in
                let name = name.output.1.dropFirst(prefix)
                return DeclaredMember(type: types[swift] ?? swift, name: name.prefix(1).lowercased() + name.dropFirst())
            }
        }
    }

    /// The names of the cases that a line declares, without what comes with them.
    private static func names(ofCases line: Substring) -> [String] {
        line.trimmingPrefix(#/ *(?:indirect )?case /#).replacing(/\([^()]*\)/, with: "").split(separator: ",").map {
            String($0.drop { $0 == " " || $0 == "`" }.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        }
    }

    private static var declaration:
        Regex<(Substring, indent: Substring, modifiers: Substring, kind: Substring, name: Substring?)>
    {
        /(?<indent> *)(?:@\w+(?:\([^()]*\))? )*(?<modifiers>(?:(?:open|public|package|fileprivate|private|override|convenience|required|static|class|weak|final|mutating|indirect|nonisolated) )*)(?<kind>extension|protocol|class|struct|enum|typealias|associatedtype|var|let|func|case|init|subscript)\b(?: `?(?<name>[A-Za-z_][\w.]*|[=~<>!]+))?/
    }
}
