import Foundation

/// One run of the program: its arguments, and its messages.
package struct ReleaseCheck {
    /// The statuses of the program.
    private enum Status {
        static let clean: Int32 = 0
        static let linked: Int32 = 1
        static let unanswered: Int32 = 2
    }

    /// The results for one path.
    private struct Count {
        var files = 0
        var code = 0
        var linked = 0
        var faults = 0
    }

    private let arguments: [String]
    private let search: MarkSearch

    /// - Parameters:
    ///   - arguments: The arguments of the program, without its own name.
    ///   - search: The search for marks in files.
    package init(_ arguments: [String], search: MarkSearch = MarkSearch()) {
        self.arguments = arguments
        self.search = search
    }

    /// Checks every path.
    ///
    /// - Parameter say: Prints a line.
    /// - Returns: 0 where OfferKit is linked into nothing, 1 where it is, and 2 where that is unknown.
    package func run(_ say: (String) -> Void) -> Int32 {
        var paths = arguments
        if paths == ["--help"] || paths == ["-h"] {
            say(ReleaseCheck.help)
            return Status.clean
        }
        if paths.first == "--" {
            paths.removeFirst()
        } else if let option = paths.first(where: { $0.hasPrefix("-") }) {
            say("There is no option \(option.debugDescription). There is --help; -- ends the options.")
            return Status.unanswered
        }
        guard !paths.isEmpty else {
            say("Name executables, libraries, object files, archives, or folders such as an .app. --help says more.")
            return Status.unanswered
        }
        let counts = paths.map { look(at: $0, say) }
        if counts.contains(where: { $0.linked > 0 }) { return Status.linked }
        return counts.contains { $0.faults > 0 } ? Status.unanswered : Status.clean
    }

    private func look(at path: String, _ say: (String) -> Void) -> Count {
        var count = Count()
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            note(path, isNamed: true, &count, say)
            if count.linked + count.faults == 0 { say("\(path.debugDescription): OfferKit is not linked into it.") }
            return count
        }
        let tree = FileTree(path)
        for folder in tree.unreadable { fail(folder, "It cannot be read", &count, say) }
        for file in tree.files { note(file, isNamed: false, &count, say) }
        // A folder without code is probably the wrong one.
        if count.code == 0 { fail(path, "There is no executable, library or object file in it", &count, say) }
        let linked = count.linked == 0 ? "none" : "\(count.linked)"
        say(
            "\(path.debugDescription): OfferKit is linked into \(linked) of \(count.files) files "
                + "(executables, libraries and object files: \(count.code)).")
        return count
    }

    /// Searches a file: one named in the arguments, or one of a folder, where most files hold no code.
    private func note(_ path: String, isNamed: Bool, _ count: inout Count, _ say: (String) -> Void) {
        do throws(MarkSearch.Fault) {
            let finding = try search.finding(inFileAt: path)
            count.files += 1
            if finding.kind == .code { count.code += 1 }
            if !finding.marks.isEmpty {
                count.linked += 1
                let words = Mark.allCases.filter(finding.marks.contains).map(\.words).joined(separator: " and ")
                say("\(path.debugDescription): OfferKit is linked into it: \(words).")
            } else if finding.kind == .packed, isNamed || ReleaseCheck.isPackage(path) {
                fail(path, "It is packed: unpack it first", &count, say)
            } else if finding.kind == .other, isNamed {
                fail(path, "It is no executable, library, object file or archive", &count, say)
            }
        } catch {
            fail(path, error.reason, &count, say)
        }
    }

    private func fail(_ path: String, _ reason: String, _ count: inout Count, _ say: (String) -> Void) {
        count.faults += 1
        say("\(path.debugDescription): \(reason).")
    }

    /// Returns whether a packed file in a folder carries code, unlike other packed resources of an app.
    private static func isPackage(_ path: String) -> Bool {
        ["ipa", "apk", "aab", "aar", "pkg", "xip", "a"].contains { path.lowercased().hasSuffix(".\($0)") }
    }

    /// The text of the option `--help`.
    static let help = """
        check-release-build says whether OfferKit, a store for tests, is linked into a release build.

            swift run check-release-build .build/release/server
            swift run check-release-build Shop.xcarchive Shop.app

        It takes executables, libraries, object files and archives, and folders, in which it looks at every file. It finds a store in
        stripped binaries, too. What is packed, such as an .ipa, has to be unpacked first.

        It ends with 0 where OfferKit is linked into nothing, with 1 where it is linked into something, and with 2 where a file cannot
        be read, or there is nothing to look into.
        """
}
