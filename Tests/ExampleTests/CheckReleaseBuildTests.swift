import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import check_release_build

/// The program that looks for a test store in a release build.
struct CheckReleaseBuildTests {
    /// A new folder with files, by their paths in it.
    private static func folder(_ files: [String: [UInt8]], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "release-\(ProcessInfo.processInfo.globallyUniqueString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (path, bytes) in files {
            let url = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: url)
        }
        try body(folder.path)
    }

    private static func run(_ arguments: String..., part: Int = 1 << 20) -> (status: Int32, lines: [String]) {
        var lines: [String] = []
        let status = ReleaseCheck(arguments, search: MarkSearch(part: part)).run { lines.append($0) }
        return (status, lines)
    }

    private static let elf: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]
    private static let machO: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1]
    private static let archive = Array("!<arch>\n".utf8)
    private static func marked(_ mark: Mark) -> [UInt8] { [0] + Array(mark.rawValue.utf8) + [0] }

    @Test("the mark is the text that every store holds, and stands in a program that has one")
    func mark() throws {
        expectEqual(LinkMark.text.description, Mark.testStore.rawValue)
        // The program stands beside the tests.
        let finding = try MarkSearch().finding(inFileAt: PipeTests.program("quickstart").path)
        expectEqual(finding.marks, Set(Mark.allCases))
        expectEqual(finding.kind, .code)
    }

    @Test("a mark is found wherever it stands, at every place of a border between two parts", arguments: Mark.allCases)
    func borders(_ mark: Mark) throws {
        let text = Self.marked(mark)
        try Self.folder([:]) { folder in
            for place in 0..<70 {
                let path = "\(folder)/\(place)"
                let bytes =
                    Self.elf + [UInt8](repeating: 0x4F, count: place) + text + [UInt8](repeating: 0x24, count: 20)
                try Data(bytes).write(to: URL(filePath: path))
                for part in [1, 7, 64, 4096] {
                    try expectEqual(MarkSearch(part: part).finding(inFileAt: path).marks, [mark])
                }
                // A letter less is none.
                let broken = bytes.prefix(8 + place + text.count - 2) + [0x21] + text
                try Data(broken.dropLast(2)).write(to: URL(filePath: path))
                try expectEqual(MarkSearch(part: 16).finding(inFileAt: path).marks, [])
            }
        }
    }

    @Test("0 where it is linked into nothing, 1 where it is, for each kind of file")
    func files() throws {
        let files = [
            "elf": Self.elf, "mach": Self.machO, "lib.a": Self.archive, "marked": Self.elf + Self.marked(.testStore),
            "named": Self.machO + Self.marked(.symbol), "lib2.a": Self.archive + Self.marked(.testStore),
        ]
        try Self.folder(files) { folder in
            for name in ["elf", "mach", "lib.a"] {
                let answer = Self.run("\(folder)/\(name)")
                expectEqual(answer.status, 0)
                expectEqual(answer.lines, ["\"\(folder)/\(name)\": OfferKit is not linked into it."])
            }
            let words = [
                ("marked", "the mark of a test store"), ("named", "names of OfferKit"),
                ("lib2.a", "the mark of a test store"),
            ]
            for (name, words) in words {
                let answer = Self.run("\(folder)/\(name)")
                expectEqual(answer.status, 1)
                expectEqual(answer.lines, ["\"\(folder)/\(name)\": OfferKit is linked into it: \(words)."])
            }
            expectEqual(Self.run("\(folder)/elf", "\(folder)/marked", "\(folder)/none").status, 1)
            expectEqual(Self.run("\(folder)/elf", "\(folder)/none").status, 2)
        }
    }

    @Test("every file in an app is looked at, hidden ones too, and a link that leads back up ends nothing")
    func apps() throws {
        let files = [
            "Shop.app/Shop": Self.machO, "Shop.app/Base.lproj/text.strings": [0x61],
            "Shop.app/data.zip": [0x50, 0x4B, 3, 4],
        ]
        try Self.folder(files) { folder in
            let app = "\(folder)/Shop.app"
            try FileManager.default.createSymbolicLink(atPath: "\(app)/loop", withDestinationPath: folder)
            try FileManager.default.createSymbolicLink(
                atPath: "\(app)/nowhere", withDestinationPath: "\(folder)/nothing")
            let clean = Self.run(app)
            expectEqual(clean.status, 0)
            expectEqual(
                clean.lines,
                ["\"\(app)\": OfferKit is linked into none of 3 files (executables, libraries and object files: 1)."])
            let hidden = URL(filePath: "\(app)/.plugins/Kit")
            try FileManager.default.createDirectory(
                at: hidden.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(Self.machO + Self.marked(.testStore)).write(to: hidden)
            let linked = Self.run(app)
            expectEqual(linked.status, 1)
            expectEqual(linked.lines.first, "\"\(hidden.path)\": OfferKit is linked into it: the mark of a test store.")
            // A folder that is named by a link is looked into.
            try FileManager.default.createSymbolicLink(atPath: "\(folder)/Latest.app", withDestinationPath: app)
            expectEqual(Self.run("\(folder)/Latest.app").status, 1)
        }
    }

    @Test("2 where nothing can be told: no file, nothing to look into, something packed, no arguments")
    func unanswered() throws {
        let files = [
            "Empty.app/Info.plist": [0x3C], "Shop.ipa": [0x50, 0x4B, 3, 4], "Export/Shop.ipa": [0x50, 0x4B, 3, 4],
            "Export/Shop": Self.machO, "text": [0x61], "thin.a": Array("!<thin>\n".utf8), "empty": [],
        ]
        try Self.folder(files) { folder in
            expectEqual(mkfifo("\(folder)/pipe", 0o600), 0)
            for name in ["Empty.app", "Shop.ipa", "Export", "text", "thin.a", "empty", "none", "pipe"] {
                expectEqual(Self.run("\(folder)/\(name)").status, 2, "\(name)")
            }
            expectEqual(
                Self.run("\(folder)/Shop.ipa").lines, ["\"\(folder)/Shop.ipa\": It is packed: unpack it first."])
        }
        expectEqual(Self.run().status, 2)
        expectEqual(
            Self.run("--strict").lines, ["There is no option \"--strict\". There is --help; -- ends the options."])
        expectEqual(Self.run("--strict").status, 2)
        expectEqual(Self.run("--help").status, 0)
        expectEqual(Self.run("--", "--help").lines, ["\"--help\": No such file or directory."])
    }
}
