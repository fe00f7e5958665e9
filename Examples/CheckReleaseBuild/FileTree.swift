import Foundation

/// All files in a folder and below it, hidden ones too.
struct FileTree {
    /// Their paths, in alphabetical order, those of a folder before those below it.
    private(set) var files: [String] = []
    /// The folders that cannot be read.
    private(set) var unreadable: [String] = []

    /// Lists the files in a folder.
    ///
    /// Links to files are followed, those to folders are not, because one may lead back up; devices and pipes hold no
    /// code.
    init(_ root: String) {
        var folders = [root]
        while let folder = folders.popLast() {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
                unreadable.append(folder)
                continue
            }
            var below: [String] = []
            for name in names.sorted() {
                let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
                var (link, facts) = (stat(), stat())
                // A dead link holds nothing.
                guard lstat(path, &link) == 0, stat(path, &facts) == 0 else { continue }
                switch facts.st_mode & S_IFMT {
                case S_IFDIR where link.st_mode & S_IFMT != S_IFLNK: below.append(path)
                case S_IFREG: files.append(path)
                default: break
                }
            }
            folders += below.reversed()
        }
    }
}
