import Foundation

/// Where stores are kept between two starts of the server.
///
/// Each has a journal, which the library writes, and beside it what no journal holds: how the store was begun, its snapshots, and keys
/// and deliveries that requests set.
struct KeptFiles: Sendable {
    private let file: URL
    let folder: URL

    /// The places at a path: the default store's journal there and everything else in a folder of the same name with `.d`; or everything
    /// in the folder that the path leads to.
    ///
    /// - Parameter place: A folder that is there, a path with a slash at its end, or a file.
    init(at place: URL) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
        if isThere ? isFolder.boolValue : place.hasDirectoryPath {
            folder = place
            file = place.appendingPathComponent("\(LocalAppStore.defaultName).journal")
        } else {
            file = place
            folder = place.deletingLastPathComponent().appendingPathComponent(place.lastPathComponent + ".d")
        }
    }

    /// Makes the folder, for its owner alone.
    ///
    /// - Throws: ``ControlError`` with the status 507.
    func makeFolder() throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ControlError.notKept("The folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
    }

    /// Takes hold of the folder for this server alone, and removes what one that was killed had not finished writing.
    ///
    /// - Throws: ``ControlError`` where another server has it, or it cannot be made.
    func takeHold() throws -> FolderLock {
        try makeFolder()
        let lock = try FolderLock(folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(PrivateFile.unfinished) {
            unlink(folder.appendingPathComponent(name).path)
        }
        unlink(file.path + PrivateFile.unfinished)
        return lock
    }

    /// The journal of a store.
    func journal(of name: String) -> URL {
        name == LocalAppStore.defaultName ? file : folder.appendingPathComponent("\(name).journal")
    }

    /// The names of the stores that are kept, but for the default one's.
    func names() -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".journal") }.map { String($0.dropLast(".journal".count)) }
            .filter { $0 != LocalAppStore.defaultName }.sorted()
    }

    /// Where the server's certificates are kept.
    var authority: URL { folder.appendingPathComponent("authority.pem") }

    /// Where a store's snapshots are kept.
    func snapshots(of name: String) -> URL { folder.appendingPathComponent("\(name).snapshots") }

    /// Where that is kept of a store which no journal holds.
    func setup(of name: String) -> URL { folder.appendingPathComponent("\(name).json") }

    /// What is kept of a store beside its journal; nil where there is nothing.
    ///
    /// - Throws: ``ControlError`` for a file that cannot be read.
    func readSetup(of name: String) throws -> KeptSetup? {
        let url = setup(of: name)
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        do {
            return try JSONDecoder().decode(KeptSetup.self, from: Data(contentsOf: url))
        } catch {
            let why = error is DecodingError ? "it is damaged" : error.localizedDescription
            throw ControlError(
                500, "unreadableSetup", "The file \(url.path) cannot be read: \(why). Put back a copy of it.",
                at: "data")
        }
    }

    /// Keeps it; a file that says the same already stays as it is, also where nothing can be written.
    ///
    /// - Throws: ``ControlError`` with the status 507.
    func write(_ setup: KeptSetup, of name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let (data, place) = (try encoder.encode(setup), self.setup(of: name))
        guard (try? Data(contentsOf: place)) != data else { return }
        try makeFolder()
        try PrivateFile.put(data, at: place)
    }

    /// The names of a store's files, in the folder of all of them.
    func fileNames(of name: String) -> [String] {
        [journal(of: name), setup(of: name), snapshots(of: name)].map(\.lastPathComponent)
    }

    /// Takes the folder away that was made beside a file, where nothing is in it.
    func removeFolderIfEmpty() {
        guard file.deletingLastPathComponent().path != folder.path else { return }
        rmdir(folder.path)
    }

    /// Takes everything of a store away.
    func remove(_ name: String) {
        for url in [journal(of: name), setup(of: name), snapshots(of: name)] {
            try? FileManager.default.removeItem(at: url)
        }
    }
}

/// What is kept of a store beside its journal.
struct KeptSetup: Sendable, Codable {
    /// A key that a request brought, or asked for.
    struct Key: Sendable, Codable, Hashable {
        let id: String
        /// The issuer, of a key of the API.
        var issuerID: String?
        let pem: String
    }

    /// How the store was begun.
    var options: StoreOptions
    var delivery: DeliveryPlan
    /// Keys that may ask the API, beside the store's own.
    var apiKeys: [Key] = []
    /// Private halves of offer keys that the store made.
    var offerKeys: [Key] = []
}

/// A file of its owner's alone, which is there as a whole or not at all.
enum PrivateFile {
    /// The end of the name of a file that is being written.
    static let unfinished = ".new"

    /// Puts a file in the place of the one that is there.
    ///
    /// - Parameters:
    ///   - data: What it holds.
    ///   - url: Its place.
    /// - Throws: ``ControlError`` with the status 507; what is there stays as it is then.
    static func put(_ data: Data, at url: URL) throws {
        try move(try write(data, beside: url), to: url)
    }

    /// Writes a file beside another one, and returns when the disk has it.
    ///
    /// - Returns: Its place.
    static func write(_ data: Data, beside url: URL) throws -> URL {
        let place = url.deletingLastPathComponent().appendingPathComponent(url.lastPathComponent + unfinished)
        // What stands there was left behind by a server that was killed.
        unlink(place.path)
        let descriptor = open(place.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(place) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try file.write(contentsOf: data)
            try file.synchronize()
            try file.close()
        } catch {
            unlink(place.path)
            throw ControlError.notKept("\(place.path) cannot be written: \(error.localizedDescription)")
        }
        return place
    }

    /// Puts a file that was written beside another one in its place.
    static func move(_ place: URL, to url: URL) throws {
        guard rename(place.path, url.path) == 0 else {
            let failure = failure(url)
            unlink(place.path)
            throw failure
        }
    }

    private static func failure(_ url: URL) -> ControlError {
        ControlError.notKept("\(url.path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
