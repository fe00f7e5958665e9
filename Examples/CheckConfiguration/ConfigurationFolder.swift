import Foundation

/// The `.storekit` files in a folder and below it.
struct ConfigurationFolder {
    /// Their paths, in alphabetical order, those of a folder before those below it.
    let files: [String]

    /// The most folders that are read, more than any project has: a folder mounted into itself ends here.
    private static let mostFolders = 100_000

    init(_ path: String) {
        var files: [String] = []
        var folders = [path]
        var seen = 0
        while let folder = folders.popLast(), seen < ConfigurationFolder.mostFolders {
            seen += 1
            let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
            var below: [String] = []
            for name in names where !name.hasPrefix(".") {
                let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
                // A link may lead back up.
                let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
                if isFolder.boolValue {
                    if !isLink { below.append(path) }
                } else if name.lowercased().hasSuffix(".storekit") {
                    files.append(path)
                }
            }
            folders += below.reversed()
        }
        self.files = files
    }
}
