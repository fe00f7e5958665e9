import Foundation
import OfferKitTestHarness
import Testing

/// Code in the documentation.
struct DocumentationCodeTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

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

    /// The file that holds the code of each guide.
    private static let recipeFiles = [
        "AStoreKit2App.md": "AppRecipes.swift",
        "CheckingSignedValues.md": "SignedRecipes.swift",
        "DebuggingARefusedSignature.md": "SignatureRecipes.swift",
        "EventFormat.md": "EventRecipes.swift",
        "GettingStarted.md": "GuideRecipes.swift",
        "Receipts.md": "ReceiptRecipes.swift",
        "ReportsAndPictures.md": "ReportRecipes.swift",
        "Segments.md": "SegmentRecipes.swift",
        "ServerNotifications.md": "NotificationRecipes.swift",
        "TestingAGracePeriod.md": "GracePeriodRecipes.swift",
        "TestingALife.md": "LifeRecipes.swift",
        "TestingOffers.md": "OfferRecipes.swift",
        "TheModelOfTime.md": "TimeRecipes.swift",
        "TheStatusAPI.md": "StatusRecipes.swift",
        "UpdateSubscriptions.md": "UpdateSubscriptionRecipes.swift",
        "WinBackAndPurchaseIntents.md": "WinBackRecipes.swift",
    ]

    @Test("The README's first code is a file that is compiled and run beside this test")
    func readme() throws {
        let first = try Self.blocks("swift", of: "README.md").first
        try expectEqual(first, Self.text("Tests/OfferKitTests/Documentation/ReadmeExample.swift"))
    }

    @Test("The README's only other code is a manifest, and asks for products that this package has")
    func manifest() throws {
        let others = try Self.blocks("swift", of: "README.md").dropFirst()
        expectEqual(others.count, 1)
        #expect(others.first?.hasPrefix("// Package.swift\n") == true)
        let package = try Self.text("Package.swift")
        let names = (others.first ?? "").components(separatedBy: ".product(name: \"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        expectEqual(names, ["StoreKit", "OfferKit", "OfferKitTesting", "StoreKitTest"])
        for name in names { #expect(package.contains(".library(name: \"\(name)\"")) }
    }

    @Test("The README has exactly two set-up commands")
    func commands() throws {
        try expectEqual(Self.blocks("sh", of: "README.md"), ["swift run quickstart\nswift test\n"])
    }

    @Test("Every block of every guide is compiled and run beside this test")
    func guides() throws {
        let folder = Self.root.appending(path: "Documentation")
        let guides = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
            guard $0.hasSuffix(".md"), $0 != "MovingToLinux.md" else { return false }
            return try !Self.blocks("swift", of: "Documentation/\($0)").isEmpty
        }
        expectEqual(guides, Self.recipeFiles.keys.sorted())
        for guide in guides {
            let file = try #require(Self.recipeFiles[guide])
            let recipes = try Self.recipes(in: "Tests/OfferKitTests/Documentation/\(file)")
            let blocks = try Self.blocks("swift", of: "Documentation/\(guide)")
            expectEqual(blocks.count, recipes.count, "\(guide)")
            for (block, recipe) in zip(blocks, recipes) { expectEqual(block, recipe, "\(guide)") }
        }
    }

    @Test("What the guide to Linux shows is in the example that is built and tested by itself")
    func movingToLinux() throws {
        let files = [
            "Package.swift", "Sources/CoffeeClub/ClubStore.swift", "Tests/CoffeeClubTests/ClubStoreTests.swift",
        ]
        let code = try files.map { try Self.text("Examples/CoffeeClub/\($0)") }
        let blocks = try Self.blocks("swift", of: "Documentation/MovingToLinux.md")
        expectEqual(blocks.count, 3)
        for block in blocks { #expect(code.contains { $0.contains(block) }, "\(block)") }
    }

    @Test("The first article of the library's documentation shows the README's first test")
    func article() throws {
        let blocks = try Self.blocks("swift", of: "Sources/OfferKit/OfferKit.docc/FirstTest.md")
        try expectEqual(blocks, [Self.text("Tests/OfferKitTests/Documentation/ReadmeExample.swift")])
    }

    @Test("The names that the compiler tells instead of familiar ones exist")
    func familiarNames() throws {
        let surface = try Self.text("Documentation/PublicSurface.txt")
        let known = Set(surface.components(separatedBy: CharacterSet.alphanumerics.inverted))
        var count = 0
        for line in try Self.text("Sources/OfferKit/Store/FamiliarNames.swift").split(separator: "\n") {
            guard let advice = line.split(separator: "\"").dropFirst().first else { continue }
            for name in advice.matches(of: /[a-z]+[A-Z]\w*|\w+(?=\()/) {
                count += 1
                #expect(known.contains(String(name.output)), "\(line)")
            }
        }
        #expect(count >= 25)
    }

    @Test("No README beside an example holds code that nobody compiles")
    func examples() throws {
        let folder = Self.root.appending(path: "Examples")
        for example in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let path = "Examples/\(example)/README.md"
            guard FileManager.default.fileExists(atPath: Self.root.appending(path: path).path) else { continue }
            #expect(try Self.blocks("swift", of: path).isEmpty, "\(path)")
        }
    }
}
