import Foundation
import GRDB

/// Whose a file is: nobody's data is taken for ours, and none of ours is read by what does not know all of it.
extension UserDatabase {
    /// What SQLite keeps in the file's header, so that a file of another program is told from ours: "OfBk".
    static let applicationID: Int32 = 0x4F66_426B

    /// Looks into a file that is there, and changes nothing of it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - configuration: How long it is waited for.
    /// - Throws: ``BackendError`` for a file of another program or of a later version; GRDB's errors.
    static func requireOwn(_ path: String, _ configuration: Configuration) throws {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber, size.intValue > 0
        else { return }
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
