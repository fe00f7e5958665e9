import Foundation

/// The tests of this package by `Suite.test`, each with its text: the comment above it, its name and its body.
struct CitedTests {
    private(set) var texts: [String: [String]] = [:]

    init(in folders: [URL]) throws {
        for folder in folders {
            for url in try SwiftFiles.all(in: folder) {
                read(try SwiftFiles.lines(of: url), file: url.deletingPathExtension().lastPathComponent)
            }
        }
    }

    init(lines: [Substring], file: String) {
        read(lines, file: file)
    }

    private mutating func read(_ lines: [Substring], file: String) {
        var suite = file
        var place = 0
        while place < lines.count {
            let line = lines[place]
            if let name = SwiftFiles.typeName(in: line), !line.hasPrefix(" ") { suite = name }
            if line == "}" { suite = file }
            let code = SwiftFiles.code(of: line)
            if code.hasPrefix("@Test") || code.hasPrefix("func test") {
                let start = lines[..<place].lastIndex { !SwiftFiles.code(of: $0).hasPrefix("//") }.map { $0 + 1 } ?? 0
                let closing = line[..<code.startIndex] + "}"
                let end = lines[place...].firstIndex { $0 == closing } ?? lines.count - 1
                let name = lines[place...end].lazy.compactMap { SwiftFiles.name(declaredIn: $0, by: ["func"]) }.first
                if let name {
                    texts["\(suite).\(name)", default: []].append(lines[start...end].joined(separator: "\n"))
                }
                place = end
            }
            place += 1
        }
    }
}

/// The declarations of this package's sources by their names, each with its documentation comment.
struct CitedDeclarations {
    /// By the last part of the name, so that few have to be looked through for one.
    private var comments: [Substring: [String: String]] = [:]

    init(in folder: URL) throws {
        for url in try SwiftFiles.all(in: folder) { read(try SwiftFiles.lines(of: url)) }
    }

    /// Whether a declaration of that name, such as `StoreRules.emptyUserName`, has a comment that cites the id.
    func cites(_ id: String, at name: String) -> Bool {
        comments[Self.last(of: name), default: [:]].contains { path, comment in
            (path == name || path.hasSuffix("." + name)) && RuleCitations.ids(in: comment).contains(id)
        }
    }

    private static func last(of path: String) -> Substring {
        path.lastIndex(of: ".").map { path[path.index(after: $0)...] } ?? path[...]
    }

    private mutating func read(_ lines: [Substring]) {
        var enclosing: [(indentation: Int, name: String)] = []
        var comment: [Substring] = []
        for line in lines {
            let code = SwiftFiles.code(of: line)
            let indentation = line.utf8.count - code.utf8.count
            if code.hasPrefix("///") {
                comment.append(code)
                continue
            }
            // An attribute that older compilers do not know stands between #if and #endif.
            let isAttribute = code.hasPrefix("@") || code.hasPrefix("#if hasAttribute") || code.hasPrefix("#endif")
            if code.isEmpty || isAttribute || code.hasPrefix("//") { continue }
            enclosing.removeAll { $0.indentation >= indentation && !code.hasPrefix("}") && !code.hasPrefix(")") }
            if let name = SwiftFiles.declaredName(in: code) {
                let path = (enclosing.map(\.name) + [name]).joined(separator: ".")
                comments[Self.last(of: path), default: [:]][path, default: ""] += comment.joined(separator: "\n")
                if SwiftFiles.typeName(in: code) != nil { enclosing.append((indentation, name)) }
            }
            comment = []
        }
    }
}

/// The package's files of Swift, read line by line.
enum SwiftFiles {
    static func all(in folder: URL) throws -> [URL] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }

    static func lines(of url: URL) throws -> [Substring] {
        // Splitting bytes is faster than splitting characters.
        try String(contentsOf: url, encoding: .utf8).utf8
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Substring.init)
    }

    /// A line without its indentation.
    static func code(of line: Substring) -> Substring { Substring(line.utf8.drop { $0 == UInt8(ascii: " ") }) }

    private static let types: Set<Substring> = ["struct", "enum", "class", "actor", "extension", "protocol"]
    private static let members: Set<Substring> = ["func", "var", "let", "case"]

    /// The name of the type that a line declares or extends.
    static func typeName(in line: Substring) -> String? { name(declaredIn: line, by: types) }

    /// The name of whatever a line declares.
    static func declaredName(in line: Substring) -> String? {
        name(declaredIn: line, by: types) ?? name(declaredIn: line, by: members)
            ?? (line.contains("init(") ? "init" : nil)
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "open", "class", "override", "weak", "convenience", "private", "fileprivate",
        "internal", "static", "final", "mutating", "indirect",
        "private(set)", "internal(set)", "package(set)", "nonisolated", "lazy",
    ]

    /// The name after the first of the keywords, if only modifiers stand before it.
    ///
    /// It stops at the first other word, because it reads a hundred thousand lines.
    static func name(declaredIn line: Substring, by keywords: Set<Substring>) -> String? {
        var rest = line.drop { $0 == " " }
        while let blank = rest.utf8.firstIndex(of: UInt8(ascii: " ")) {
            let word = rest[..<blank]
            rest = rest[blank...].drop { $0 == " " }
            if keywords.contains(word) {
                let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                // `class` is a modifier in `class func` and `class var`.
                if !name.isEmpty, word != "class" || !members.contains(name) { return String(name) }
            }
            guard modifiers.contains(word) || word.hasPrefix("@") || word.hasSuffix(")") else { return nil }
        }
        return nil
    }
}
