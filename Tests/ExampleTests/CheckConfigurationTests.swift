import Foundation
import OfferKitTestHarness
import Testing
import check_configuration

/// The program that checks .storekit files.
struct CheckConfigurationTests {
    /// A new folder with files, by their paths in it.
    private static func folder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "check-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in files {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        try body(folder.path)
    }

    private static func run(_ arguments: String...) -> ConfigurationCheck.Answer {
        ConfigurationCheck(arguments).answer()
    }

    private static let good = """
        {
          "identifier" : "1", "nonRenewingSubscriptions" : [], "products" : [], "settings" : {},
          "subscriptionGroups" : [], "version" : { "major" : 3, "minor" : 0 }
        }
        """
    private static let warned = good.replacing(
        "\"settings\" : {}", with: "\"settings\" : { \"_storefront\" : \"ATL\" }")
    private static let wrong = good.replacing(
        "\"products\" : []", with: "\"products\" : [{ \"productID\" : \"a\\nb\", \"type\" : \"Consumabel\" }]")

    @Test("0 where nothing is wrong, 1 for warnings that count, 2 for errors, whatever else is named")
    func status() throws {
        try Self.folder(["good.storekit": Self.good, "warned.storekit": Self.warned, "wrong.storekit": Self.wrong]) {
            let (good, warned, wrong) = ("\($0)/good.storekit", "\($0)/warned.storekit", "\($0)/wrong.storekit")
            expectEqual(Self.run(good).status, 0)
            expectEqual(Self.run("--strict", good).status, 0)
            expectEqual(Self.run(good).text, "1 file, 0 errors, 0 warnings.\n")
            expectEqual(Self.run(warned).status, 0)
            expectEqual(Self.run(good, warned, "--strict").status, 1)
            expectEqual(Self.run(good, wrong, warned).status, 2)
            expectEqual(Self.run("--strict", wrong).status, 2)
            expectEqual(Self.run($0).status, 2)
        }
    }

    @Test("a line says the file, line, column, how much it matters, what is wrong and what to do")
    func line() throws {
        try Self.folder(["Shop.storekit": Self.warned]) {
            let lines = Self.run("\($0)/Shop.storekit").text.split(separator: "\n").map(String.init)
            let warning = """
                \($0)/Shop.storekit:2:88: warning: settings._storefront: 'ATL' is no storefront of the App Store, USA is taken \
                instead. Did you mean "ATG"? Write one of the 175 codes of Territory.all, three capital letters such as USA.
                """
            expectEqual(lines, [warning, "1 file, 0 errors, 1 warning."])
        }
    }

    @Test("a folder is searched, with those in it, in the order of the alphabet, and without what is hidden")
    func folders() throws {
        let files = [
            "b/B.storekit": Self.warned, "a/A.STOREKIT": Self.warned, "C.storekit": Self.warned, "d.json": "{",
            ".hidden/D.storekit": Self.wrong,
        ]
        try Self.folder(files) { path in
            try FileManager.default.createSymbolicLink(atPath: "\(path)/b/loop", withDestinationPath: path)
            let lines = Self.run(path).text.split(separator: "\n")
            expectEqual(
                lines.map { $0.dropFirst(path.count + 1).prefix { $0 != ":" } }.dropLast(),
                ["C.storekit", "a/A.STOREKIT", "b/B.storekit"])
            expectEqual(lines.last, "3 files, 0 errors, 3 warnings.")
        }
        try Self.folder(["d.json": "{"]) { path in
            let answer = Self.run(path)
            expectEqual(answer.status, 2)
            expectContains(answer.text, "it is a folder")
        }
    }

    @Test("JSON is one line, with all of it")
    func json() throws {
        try Self.folder(["good.storekit": Self.good, "wrong.storekit": Self.wrong]) {
            let answer = Self.run("--json", $0)
            expectEqual(answer.text.filter { $0 == "\n" }.count, 1)
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(answer.text.utf8)) as? [String: Any])
            expectEqual(object["errors"] as? Int, 1)
            let files = try #require(object["files"] as? [[String: Any]])
            expectEqual(
                files.map { ($0["file"] as? String)?.split(separator: "/").last },
                ["good.storekit", "wrong.storekit"])
            let problems = try #require(files.last?["problems"] as? [[String: Any]])
            let problem = try #require(problems.first { $0["severity"] as? String == "error" })
            expectEqual(problem["name"] as? String, "unknownProductType")
            expectEqual(problem["line"] as? Int, 2)
            expectEqual(problem["path"] as? String, "products[0].type")
            expectEqual((problem["advice"] as? String)?.isEmpty, false)
        }
    }

    @Test("what is in a file cannot break a line, nor give a terminal orders")
    func hostileText() throws {
        let text = Self.good.replacing(
            "\"products\" : []", with: #""products" : [{ "productID" : "a", "type" : "x\u001b[2J\n\u202ey" }]"#)
        try Self.folder(["Shop.storekit": text]) {
            let answer = Self.run("\($0)/Shop.storekit").text
            expectEqual(answer.split(separator: "\n").count, 2)
            expectContains(answer, #"x\u{1b}[2J\u{a}\u{202e}y"#)
        }
    }

    @Test("a file that is not there, and none at all, are told, with 2")
    func calls() {
        let missing = Self.run("/nowhere/Shop.storekit")
        expectEqual(missing.status, 2)
        #expect(
            missing.text.hasPrefix(
                "/nowhere/Shop.storekit:1:1: error: The file '/nowhere/Shop.storekit' cannot be read"))
        #expect(Self.run().status == 2 && Self.run().isMisuse)
        #expect(Self.run("--strickt", "x").status == 2 && Self.run("--strickt").isMisuse)
        expectContains(Self.run("--strickt").text, "--strickt")
        expectEqual(Self.run("--help").status, 0)
        expectContains(Self.run("--help").text, "--strict")
        // After two dashes everything is a file.
        expectPrefix(Self.run("--", "--json").text, "--json:1:1: error: ")
    }
}
