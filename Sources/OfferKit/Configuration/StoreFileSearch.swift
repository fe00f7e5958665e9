public import Foundation
public import OfferKitCore

extension Store {
    /// Creates a store that sells the products of a `.storekit` file, which is found by its name (C-236).
    ///
    /// ```swift
    /// let store = try Store(fileNamed: "Shop.storekit", bundleID: "com.example.app")
    /// ```
    ///
    /// A path from the root is taken as it is. Any other is looked for, in this order, 1. beside the calling source
    /// file, and in the folders `Resources` and `Fixtures` there; 2. in the same three places of each folder above it,
    /// up to the one that holds `Package.swift`, an Xcode project or `.git`;
    ///    without such a one, only beside the file;
    /// 3. in the working directory.
    ///
    /// Products and offers that were left out are reported as by
    /// ``init(contentsOf:bundleID:appAppleID:otherBundleIDs:rules:environment:pace:gracePeriod:startingAt:seed:signingWith:keeping:firstTransactionID:keepsNotifications:)``.
    ///
    /// - Parameters:
    ///   - name: The file's name or path, with or without `.storekit`.
    ///   - bundleID: The app's bundle identifier, which the file does not hold.
    ///   - rules: The rules where Apple's documents disagree or have changed; ``StoreRules/today`` has the newest.
    ///   - environment: The environment of Apple's that transactions name.
    ///   - pace: The lengths of periods, grace and billing retry; those of the file's time rate unless given.
    ///   - gracePeriod: The app's billing grace period; 16 days where the file switches it on, unless given.
    ///   - start: The date at which the store's clock starts.
    ///   - seed: The seed of nonces, codes, keys and certificates.
    ///   - sourceFile: The file of Swift beside which the search begins; the caller's unless given.
    /// - Throws: ``StoreFileNotFoundError``, or ``StoreKitConfigurationError`` when the file cannot be read.
    public convenience init(
        fileNamed name: String, bundleID: String = Store.defaultBundleID, rules: StoreRules = .documents,
        environment: StoreEnvironment = .xcode, pace: Pace? = nil, gracePeriod: BillingGracePeriod? = nil,
        startingAt start: Date = Store.defaultStart, seed: UInt64 = 1, beside sourceFile: String = #filePath
    ) throws {
        let url = try StoreFileSearch(sourceFile: sourceFile).file(named: name)
        try self.init(
            contentsOf: url, bundleID: bundleID, rules: rules, environment: environment, pace: pace,
            gracePeriod: gracePeriod, startingAt: start, seed: seed)
    }
}

/// The error when no `.storekit` file of a name is in the folders searched.
public struct StoreFileNotFoundError: Error, Hashable, Sendable {
    /// The name that was looked for.
    public let name: String
    /// The folders searched, in order, each once.
    public let folders: [String]
    /// The paths of the `.storekit` files in those folders.
    public let present: [String]
    /// The number of the folders, from the first, whose `Resources` and `Fixtures` were searched, too.
    let countWithSubfolders: Int
}

extension StoreFileNotFoundError: CustomStringConvertible {
    /// The file that was not found, the folders that were searched, and the files that are there.
    public var description: String {
        func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
        let meant = Spelling.nearest(to: fileName(name), among: present.map(fileName))
        let hint = meant.map { " Did you mean \(VisibleText.quoted($0))?" } ?? ""
        // The working directory stands last, behind the folders of the sources, where it is none of these.
        let isOfAll = countWithSubfolders >= folders.count
        let those = folders.count == 1 ? "" : isOfAll ? ", of each," : ", of each but the last,"
        let more = countWithSubfolders > 0 ? "\nand\(those) in its Resources and Fixtures." : ""
        let there =
            present.isEmpty
            ? "There is no .storekit file there."
            : "There are:" + present.prefix(8).map { "\n- \($0)" }.joined()
        return """
            There is no file \(VisibleText.quoted(name)).\(hint) It was looked for in:\(folders.map { "\n- \($0)" }.joined())\(more)
            \(there)
            """
    }
}

extension StoreFileNotFoundError: DescribedError {}

/// The search for a `.storekit` file by its name (C-236).
package struct StoreFileSearch {
    /// The source file's folder and those above it, up to that of the package.
    private let sourceFolders: [URL]
    private let workingDirectory: URL

    /// Creates a search that begins beside a source file.
    ///
    /// - Parameters:
    ///   - sourceFile: The source file.
    ///   - workingDirectory: The folder searched last; the process's unless given.
    init(sourceFile: String, workingDirectory: String = FileManager.default.currentDirectoryPath) {
        self.workingDirectory = URL(fileURLWithPath: workingDirectory, isDirectory: true)
        sourceFolders = StoreFileSearch.folders(from: sourceFile)
    }

    /// Returns a source file's folder and those above it, up to that of the package or project; its own folder alone where
    /// there is none.
    package static func folders(from sourceFile: String) -> [URL] {
        let first = URL(fileURLWithPath: sourceFile).standardizedFileURL.deletingLastPathComponent()
        var folders = [first]
        while let last = folders.last, !isRoot(last) {
            let above = last.deletingLastPathComponent()
            // Without a package around the source file, only its own folder is searched, not those of others.
            guard last.path != "/", above.path != last.path, folders.count < 32 else { return [first] }
            folders.append(above)
        }
        return folders
    }

    /// Returns the file of a name, with or without its extension.
    func file(named name: String) throws(StoreFileNotFoundError) -> URL {
        let full = name.hasSuffix(".storekit") ? name : name + ".storekit"
        if full.hasPrefix("/") {
            let url = URL(fileURLWithPath: full)
            if StoreFileSearch.isFile(url) { return url }
            let folder = url.deletingLastPathComponent()
            throw notFound(name, in: [folder], searching: [folder], withSubfolders: 0)
        }
        let found = places.lazy.map { $0.appendingPathComponent(full) }.first { StoreFileSearch.isFile($0) }
        guard let found else {
            throw notFound(
                name, in: sourceFolders + [workingDirectory], searching: places, withSubfolders: sourceFolders.count)
        }
        return found
    }

    /// The folders to search, in order.
    private var places: [URL] {
        sourceFolders.flatMap { folder in
            [folder] + ["Resources", "Fixtures"].map { folder.appendingPathComponent($0, isDirectory: true) }
        } + [workingDirectory]
    }

    private func notFound(
        _ name: String, in folders: [URL], searching searched: [URL], withSubfolders count: Int
    ) -> StoreFileNotFoundError {
        var (seen, seenFolders): (Set<String>, Set<String>) = ([], [])
        let present = searched.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
                .filter { $0.hasSuffix(".storekit") }.map { folder.appendingPathComponent($0).path }
        }
        return StoreFileNotFoundError(
            name: name, folders: folders.map(\.path).filter { seenFolders.insert($0).inserted },
            present: present.filter { seen.insert($0).inserted }, countWithSubfolders: count)
    }

    private static func isRoot(_ folder: URL) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.contains {
            $0 == "Package.swift" || $0 == ".git" || $0.hasSuffix(".xcodeproj") || $0.hasSuffix(".xcworkspace")
        }
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}
