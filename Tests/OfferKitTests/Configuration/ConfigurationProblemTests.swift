import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// Problems of .storekit files, with their places.
struct ConfigurationProblemTests {
    private typealias Files = ConfigurationFiles
    private typealias Problem = StoreKitConfiguration.Problem

    private static func problems(_ text: String) -> [Problem] {
        StoreKitConfiguration.problems(in: Data(text.utf8))
    }

    /// The text of a file of version 3.0, one member a line.
    private static let shop = """
        {
          "identifier" : "5A0F17E1",
          "nonRenewingSubscriptions" : [],
          "products" : [
            {
              "displayPrice" : 4.99,
              "familyShareable" : false,
              "internalID" : "1",
              "localizations" : [],
              "productID" : "coins",
              "referenceName" : "Coins",
              "type" : "Consumabel"
            }
          ],
          "settings" : { "_storefront" : "ATL" },
          "subscriptionGroups" : [
            {
              "id" : "g", "localizations" : [], "name" : "Pro",
              "subscriptions" : [
                { "productID" : "é", "recurringSubscriptionPeriod" : "P1M", "type" : "RecurringSubscription" },
                { "productID" : "b", "recurringSubscriptionPeriod" : "P1X", "type" : "RecurringSubscription" }
              ]
            }
          ],
          "version" : { "major" : 3, "minor" : 0 }
        }

        """

    @Test("each warning says in which line and column it is: at the key, or at what lacks one")
    func positions() throws {
        let file = Self.shop.replacing("P1X", with: "P1Y").replacing("4.99,", with: "\"4.99\",")
        let places = try Files.read(file).warnings.map { "\($0.position.line):\($0.position.column) \($0.path)" }
        expectEqual(
            places,
            [
                "12:7 products[0].type",
                "15:18 settings._storefront",
                "20:9 subscriptionGroups[0].subscriptions[0]",
                "21:9 subscriptionGroups[0].subscriptions[1]",
                "20:9 subscriptionGroups[0].subscriptions[0]",
                "21:9 subscriptionGroups[0].subscriptions[1]",
            ])
    }

    @Test(
        "what cannot be read does not end the search: the next product is looked at, and all is told in the order of the text"
    )
    func collected() throws {
        let file = Self.shop.replacing("\"productID\" : \"coins\",\n", with: "\n").replacing(
            "Consumabel", with: "Consumable")
        expectEqual(Files.error(file), .missing(path: "products[0].productID"))
        let problems = Self.problems(file)
        expectEqual(
            problems.map { "\($0.position.line):\($0.position.column) \($0.severity) \($0.name)" },
            [
                "5:5 error missing", "15:18 warning unknownStorefront", "20:9 warning limit",
                "20:9 warning missingKeys",
                "21:9 warning missingKeys", "21:30 error impossibleValue",
            ])
        expectEqual(
            problems.filter { $0.severity == .error }.map(\.path),
            ["products[0].productID", "subscriptionGroups[0].subscriptions[1].recurringSubscriptionPeriod"])
        expectEqual(problems.map(\.position.byteOffset), problems.map(\.position.byteOffset).sorted())
        for problem in problems {
            #expect(!problem.advice.isEmpty && problem.advice.hasSuffix("."))
            expectPrefix(problem.description, "\(problem.position.line):\(problem.position.column): ")
        }
    }

    @Test("columns are counted in characters of Unicode, and a name with escapes is found")
    func unicode() throws {
        let file = "\u{FEFF}{ \"products\" : [], \"é\" : 1, \"version\" : { \"m\\u0061jor\" : 9 } }"
        let warning = try #require(try Files.read(file).warnings.first)
        guard case .unknownVersion(let version?) = warning.kind else { throw SnapshotError.notASnapshot }
        expectEqual(version.major, 9)
        expectEqual(warning.position.line, 1)
        // The byte order mark counts as a character, and columns from 1.
        #expect(Array(file.unicodeScalars)[(warning.position.column - 1)...].starts(with: "\"version\"".unicodeScalars))
    }

    @Test("C-224: keys that Xcode always writes are missed, in every part")
    func missingKeys() throws {
        let file = Files.subscription(#""codeOffers": [{ "paymentMode": "free", "subscriptionPeriod": "P1M" }]"#)
        let missing = try Files.read(file).warnings.compactMap { warning -> String? in
            guard case .missingKeys(let keys, let part) = warning.kind else { return nil }
            return "\(part.rawValue): \(keys.joined(separator: " "))"
        }
        expectEqual(
            missing,
            [
                "the top level: appPolicies identifier nonRenewingSubscriptions products settings",
                "groups: localizations",
                "subscriptions: adHocOffers familyShareable groupNumber internalID localizations referenceName "
                    + "subscriptionGroupID winbackOffers",
                "offers: eligibility internalID isStackable referenceName",
            ])
        // A key that is there and holds null is there: Xcode writes introductoryOffer so.
        let held = file.replacing(#""codeOffers""#, with: #""groupNumber": null, "codeOffers""#)
        #expect(
            try Files.read(held).warnings.allSatisfy {
                if case .missingKeys(let keys, _) = $0.kind { !keys.contains("groupNumber") } else { true }
            })
    }

    @Test(
        "C-224: a file lacks only what Xcode writes in its version",
        arguments: [(1, 0, false), (1, 1, true), (3, 0, true), (4, 0, true), (5, 0, true), (6, 0, true)])
    func versions(major: Int, minor: Int, hasIdentifier: Bool) throws {
        let file =
            #"{ "version": { "major": \#(major), "minor": \#(minor) }, "products": [], "settings": {}, "#
            + #""subscriptionGroups": [] }"#
        let keys = try Files.read(file).warnings.flatMap { warning -> [String] in
            if case .missingKeys(let keys, _) = warning.kind { keys } else { [] }
        }
        expectEqual(keys.contains("identifier"), hasIdentifier)
        expectEqual(keys.contains("appPolicies"), major >= 4)
    }

    @Test(
        "C-225: names that App Store Connect has taken break no limit, in a synchronised file",
        arguments: [true, false])
    func synchronised(isSynchronised: Bool) throws {
        let settings = isSynchronised ? #""settings": { "_lastSynchronizedDate": 7.5e8 }, "# : ""
        let file = Files.subscription(
            #""winbackOffers": [{ "offerID": "o", "isEligible": true, "referenceName": "5 - $5", "paymentMode": "free", "#
                + #""subscriptionPeriod": "P1M" }]"#
        ).replacing("{ \"version\"", with: "{ \(settings)\"version\"")
        let limits = try Files.read(file).warnings.filter { if case .limit = $0.kind { true } else { false } }
        expectEqual(limits.isEmpty, isSynchronised, "\(limits)")
    }

    @Test(
        "a property list is called one",
        arguments: [
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\">\n<plist/>",
            "\u{FEFF}\n <?xml version=\"1.0\"?><plist version=\"1.0\"><dict/></plist>", "<plist version=\"1.0\"/>",
            "bplist00\u{1}\u{2}",
        ])
    func propertyList(text: String) {
        expectEqual(Files.error(text), .propertyList)
        expectContains(Files.error(text)?.description, "property list")
        expectEqual(Self.problems(text).map(\.name), ["propertyList"])
    }

    @Test("a store has the warnings of its file, and one that was saved has none")
    func store() throws {
        let folder = try FileManager.default.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "Shop.storekit")
        try Data(Self.shop.replacing("P1X", with: "P1M").utf8).write(to: url)
        let store = try Store(contentsOf: url)
        try expectEqual(store.configurationProblems, StoreKitConfiguration(contentsOf: url).problems)
        #expect(
            store.configurationProblems.contains { $0.name == "unknownProductType" && $0.text.contains("Consumabel") })
        try expectEqual(Store(snapshot: try store.snapshot()).configurationProblems, [])
        expectEqual(Store(try .sample()).configurationProblems, [])
    }

    @Test("what Xcode wrote has no problem")
    func sample() {
        expectEqual(StoreKitConfiguration.problems(inFileAt: Files.sampleShop), [])
    }

    // MARK: - Hostile input

    @Test(
        "hostile text is one typed error with a place, and no crash",
        arguments: [
            ("", "empty", 1), (" \n ", "empty", 1), ("\0", "notJSON", 1), ("{\n\0}", "notJSON", 2),
            (String(repeating: "[", count: 200_000), "tooDeep", 1),
            (String(repeating: "{\"a\":", count: 200_000), "tooDeep", 1),
            ("{\n\n\"" + String(repeating: "k", count: 300) + "\": 1}", "nameTooLong", 3),
            ("[]", "wrongType", 1), ("\"x\"", "wrongType", 1),
        ])
    func hostile(text: String, name: String, line: Int) {
        let problems = Self.problems(text)
        expectEqual(problems.map(\.name), [name])
        expectEqual(problems.first?.position.line, line)
        expectEqual(problems.first?.severity, .error)
    }

    @Test(
        "bytes that are not UTF-8 are named with their line", arguments: [[0xC3], [0xFF, 0xFE], [0xED, 0xA0, 0x80]])
    func notUTF8(bytes: [UInt8]) {
        let data = Data("{\n\"a\": \"".utf8) + Data(bytes) + Data("\"}".utf8)
        let problems = StoreKitConfiguration.problems(in: data)
        expectEqual(problems.map(\.name), ["notJSON"])
        expectEqual(problems.first?.position.line, 2)
    }

    @Test("a hundred megabytes, a folder, a missing file and a pipe are errors at once")
    func files() throws {
        let folder = try FileManager.default.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let large = folder.appending(path: "large.storekit")
        #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
        let handle = try FileHandle(forWritingTo: large)
        try handle.truncate(atOffset: 100 << 20)
        try handle.close()
        expectEqual(StoreKitConfiguration.problems(inFileAt: large).map(\.name), ["tooLarge"])
        expectEqual(StoreKitConfiguration.problems(inFileAt: folder).map(\.name), ["unreadable"])
        let missing = folder.appending(path: "none.storekit")
        expectEqual(StoreKitConfiguration.problems(inFileAt: missing).map(\.name), ["unreadable"])
        let pipe = folder.appending(path: "pipe.storekit")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        expectEqual(StoreKitConfiguration.problems(inFileAt: pipe).map(\.name), ["unreadable"])
        let remote = try #require(URL(string: "https://example.com/Shop.storekit"))
        expectEqual(StoreKitConfiguration.problems(inFileAt: remote).map(\.name), ["unreadable"])
    }

    @Test("however much is wrong, no more than some thousands are told")
    func many() {
        let product = "{},"
        let text = "{\"products\": [" + String(repeating: product, count: 30_000) + "{}]}"
        let problems = Self.problems(text)
        #expect(problems.count > 9_000 && problems.count < 40_000)
    }

    @Test("a file that is broken anywhere is never read without end, and never traps", arguments: 0..<8)
    func broken(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let bytes = Array(Self.shop.utf8)
        for step in 0..<60 {
            var broken = bytes
            for _ in 0..<(chance.next() % 4 + 1) where !broken.isEmpty {
                let place = Int(chance.next() % UInt64(broken.count))
                switch chance.next() % 3 {
                case 0: broken[place] = UInt8(truncatingIfNeeded: chance.next())
                case 1: broken.remove(at: place)
                default: broken = Array(broken[..<place])
                }
            }
            let problems = StoreKitConfiguration.problems(in: Data(broken))
            #expect(
                problems.allSatisfy { $0.position.line >= 1 && $0.position.byteOffset <= broken.count },
                "seed \(seed), step \(step)")
            let isReadable = (try? StoreKitConfiguration(data: Data(broken))) != nil
            #expect(
                isReadable || problems.contains { $0.severity == .error }, "seed \(seed), step \(step)")
        }
    }

    // A group that could not be read once took the place of the next one.
    @Test("C-224: of two groups of one identifier, the first of which is unreadable, the second is read")
    func secondGroupOfAName() {
        let group =
            #"{"id":"g","name":"Pro","localizations":[],"subscriptions":[{"#
            + #""productID":"b","recurringSubscriptionPeriod":"P1X","type":"RecurringSubscription"}]}"#
        let broken = group.replacing(#""localizations":[]"#, with: #""localizations":7"#)
        let file = #"{"version":{"major":3,"minor":0},"subscriptionGroups":["# + broken + "," + group + "]}"
        let errors = Self.problems(file).filter { $0.severity == .error }.map(\.path)
        expectEqual(
            errors,
            [
                "subscriptionGroups[0].localizations",
                "subscriptionGroups[1].subscriptions[0].recurringSubscriptionPeriod",
            ])
    }
}

extension FileManager {
    /// A new folder for one test.
    fileprivate func temporaryFolder() throws -> URL {
        let folder = temporaryDirectory.appending(path: "problems-\(ProcessInfo.processInfo.globallyUniqueString)")
        try createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
