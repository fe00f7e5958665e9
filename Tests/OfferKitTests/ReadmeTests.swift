import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func blocks(_ language: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test("Its first code is the file that is compiled and run beside this test")
    func firstExample() throws {
        let file = Self.root.appending(path: "Tests/OfferKitTests/ReadmeExample.swift")
        #expect(try Self.blocks("swift").first == String(contentsOf: file, encoding: .utf8))
    }

    @Test("It has exactly two set-up commands")
    func commands() throws {
        #expect(try Self.blocks("sh") == ["swift run quickstart\nswift test\n"])
    }
}
