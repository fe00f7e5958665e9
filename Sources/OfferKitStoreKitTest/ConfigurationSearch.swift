import Foundation
import OfferKit

/// A search for a configuration file by its name alone.
///
/// It begins where SwiftPM copies the calling module's resources to, beside the running program. Then it takes the
/// folder of the calling file and the folders above it, up to that of the package, each with everything below it. Last
/// come the resources of other modules.
struct ConfigurationSearch {
    /// The file's name, with its extension.
    let name: String

    private let callerFile: String
    private let callerModule: String

    init(_ name: String, calledFrom file: String, in fileID: String) {
        self.name = name.hasSuffix(".storekit") ? name : name + ".storekit"
        callerFile = file
        callerModule = fileID.split(separator: "/").first.map(String.init) ?? ""
    }

    /// Looks for the file.
    ///
    /// - Returns: The nearest file of that name.
    /// - Throws: ``SKTestError/fileNotFound``, with a text that lists the places searched.
    func file() throws -> URL {
        let resources = resourceFolders()
        var folders = StoreFileSearch.folders(from: callerFile)
        // The whole disk is not searched.
        if folders.last?.path == "/" { folders = Array(folders.prefix(1)) }
        let places = resources.own + folders + resources.others
        for place in places {
            if let found = nearestFile(in: place) { return found }
        }
        throw SKTestError(
            .fileNotFound,
            """
            There is no configuration file '\(name)'. Add it to the resources of the test target, or put it below the \
            folder of the package, or open it by SKTestSession(contentsOf:). Looked in: \
            \(places.map(\.path).joined(separator: ", ")).
            """)
    }

    /// Returns the folders of resources beside the program: those of the calling module, and those of others.
    private func resourceFolders() -> (own: [URL], others: [URL]) {
        var homes = [Bundle.main.bundleURL]
        if let resources = Bundle.main.resourceURL { homes.append(resources) }
        if let program = Bundle.main.executableURL { homes.append(program.deletingLastPathComponent()) }
        #if canImport(Darwin)
        // In Xcode the program is Xcode's own, and the tests are a bundle that it has loaded.
        homes += Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        #endif
        if let program = CommandLine.arguments.first {
            homes.append(URL(fileURLWithPath: program).deletingLastPathComponent())
        }
        var seen: Set<String> = []
        let folders = homes.map(\.standardizedFileURL).filter { seen.insert($0.path).inserted }.flatMap { home in
            entries(of: home).filter { ["resources", "bundle", "xctest"].contains($0.pathExtension) && isFolder($0) }
        }
        let own = folders.filter {
            $0.deletingPathExtension().lastPathComponent.hasSuffix("_\(callerModule)")
        }
        return (own, folders.filter { !own.contains($0) })
    }

    /// Returns the file of that name nearest below a folder, the first by the alphabet among those as near.
    private func nearestFile(in folder: URL) -> URL? {
        var level = [folder]
        // A caller in "/" would otherwise have the whole disk searched.
        var foldersLeft = 10_000
        while !level.isEmpty, foldersLeft >= level.count {
            foldersLeft -= level.count
            let all = level.flatMap { entries(of: $0) }
            if let found = all.first(where: { $0.lastPathComponent == name && !isFolder($0) }) { return found }
            level = all.filter { !$0.lastPathComponent.hasPrefix(".") && !isLink($0) && isFolder($0) }
        }
        return nil
    }

    private func entries(of folder: URL) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0) }
    }

    private func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private func isLink(_ url: URL) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: url.path)) != nil
    }
}
