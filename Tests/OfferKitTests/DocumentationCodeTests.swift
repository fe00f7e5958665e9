import Foundation
import Testing

@Suite("Code in the documentation")
struct DocumentationCodeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private static func blocks(_ language: String, of path: String) throws -> [String] {
        try text(path).components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    /// What stands between two marks in a file of Swift, without the indentation of the mark.
    private static func recipes(in path: String) throws -> [String] {
        var recipes: [String] = []
        var current: [Substring]?
        var indentation = 0
        for line in try text(path).split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code == "// guide: end" {
                if let lines = current { recipes.append(lines.joined(separator: "\n") + "\n") }
                current = nil
            } else if code.hasPrefix("// guide: ") {
                (current, indentation) = ([], line.count - code.count)
            } else {
                current?.append(code.isEmpty ? "" : line.dropFirst(indentation))
            }
        }
        return recipes
    }

    @Test("The README's first code is a file that is compiled and run beside this test")
    func readme() throws {
        let first = try Self.blocks("swift", of: "README.md").first
        #expect(try first == Self.text("Tests/OfferKitTests/ReadmeExample.swift"))
    }

    @Test("The README has exactly two set-up commands")
    func commands() throws {
        #expect(try Self.blocks("sh", of: "README.md") == ["swift run quickstart\nswift test\n"])
    }

    @Test("Every block of the guide is compiled and run beside this test")
    func guide() throws {
        let recipes = try Self.recipes(in: "Tests/OfferKitTests/GuideRecipes.swift")
        #expect(recipes.count == 11)
        #expect(try Self.blocks("swift", of: "Documentation/GettingStarted.md") == recipes)
    }
}
