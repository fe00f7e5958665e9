import Foundation
import GRDB

/// What tells a file from another one that is put in its place.
struct FileIdentity: Equatable, Sendable {
    private let device: Int64
    private let number: UInt64

    /// Nil where there is no file.
    init?(_ path: String) {
        var info = stat()
        guard stat(path, &info) == 0 else { return nil }
        (device, number) = (Int64(truncatingIfNeeded: info.st_dev), UInt64(info.st_ino))
    }
}

/// Whose a file is: nobody's data is taken for ours, and none of ours is read by what does not know all of it.
extension UserDatabase {
    /// What SQLite keeps in the file's header, so that a file of another program is told from ours: "OfBk".
    static let applicationID: Int32 = 0x4F66_426B

    /// Looks what there is at a path, and changes nothing of it.
    ///
    /// - Returns: Whether it is a file with something in it; an empty one is as good as none.
    /// - Throws: ``BackendError`` for what is no file: a folder, a device.
    static func holdsBytes(_ path: String) throws -> Bool {
        var info = stat()
        guard stat(path, &info) == 0 else { return false }
        guard isFile(info) else {
            throw BackendError(
                409, "noFile",
                "\(path) is no file, but a folder or a device, and stays as it is. Name a file with --data.",
                at: "data")
        }
        return info.st_size > 0
    }

    /// Makes a file its owner's alone, and makes it where there is none, before anything is in it; the files that SQLite lays beside it have
    /// its mode.
    ///
    /// - Parameter path: A path at which there is our own file, an empty one or none.
    /// - Returns: Whether there was none.
    /// - Throws: ``BackendError`` where it cannot be made or closed to others; what was made goes again then.
    static func closeToOthers(_ path: String) throws -> Bool {
        let owners: mode_t = 0o600
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, owners)
        let isNew = file >= 0
        guard isNew || errno == EEXIST else { throw unusable(path, "cannot be made") }
        // One that was there is not opened: to close it would let go of SQLite's locks, where this process has it open already.
        if isNew { close(file) }
        do {
            var info = stat()
            guard stat(path, &info) == 0 else { throw unusable(path, "is a link that leads nowhere") }
            for name in [path] + filesBeside(path) {
                guard stat(name, &info) == 0, isFile(info), info.st_mode & 0o077 != 0 else { continue }
                guard chmod(name, owners) == 0 else {
                    throw unusable(name, "cannot be closed to others than its owner")
                }
            }
        } catch {
            if isNew { remove(path) }
            throw error
        }
        return isNew
    }

    private static func isFile(_ info: stat) -> Bool { info.st_mode & S_IFMT == S_IFREG }

    private static func unusable(_ path: String, _ what: String, _ code: Int32 = errno) -> BackendError {
        BackendError(500, "database", "\(path) \(what): \(String(cString: strerror(code))).", at: "data")
    }

    /// What SQLite lays beside a file.
    private static func filesBeside(_ path: String) -> [String] { ["\(path)-wal", "\(path)-shm"] }

    /// Takes a file away with what lies beside it.
    static func remove(_ path: String) { for name in [path] + filesBeside(path) { unlink(name) } }

    /// Looks into a file with something in it, and changes nothing of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How long it is waited for.
    /// - Throws: ``BackendError`` for a file of another program or of a later version; GRDB's errors.
    static func requireOwn(_ path: String, _ configuration: Configuration) throws {
        var configuration = configuration
        configuration.readonly = true
        let file = try DatabaseQueue(path: path, configuration: configuration)
        defer { try? file.close() }
        try file.read { database in
            guard try isOwn(database) else {
                throw BackendError(
                    409, "otherDatabase",
                    "\(path) is the database of another program, and stays as it is. Name another file with --data.",
                    at: "data")
            }
            guard try !migrator.hasBeenSuperseded(database) else {
                throw BackendError(
                    409, "laterDatabase",
                    "\(path) was made by a later version of offer-backend, and stays as it is. Start that version, or name "
                        + "another file with --data.", at: "data")
            }
        }
    }

    /// Marks a file as ours, where it is not yet.
    static func sign(_ database: Database) throws {
        guard try Int32.fetchOne(database, sql: "PRAGMA application_id") != applicationID else { return }
        try database.execute(sql: "PRAGMA application_id = \(applicationID)")
    }

    /// Whether a file is ours: by its mark, or, since earlier versions left none, by the steps that its tables went.
    private static func isOwn(_ database: Database) throws -> Bool {
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        guard id == 0 else { return id == applicationID }
        let tables = try String.fetchAll(
            database,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'")
        return try tables.isEmpty || migrator.appliedIdentifiers(database).contains(firstMigration)
    }
}
