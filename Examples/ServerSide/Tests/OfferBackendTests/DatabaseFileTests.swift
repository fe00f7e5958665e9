import Foundation
import GRDB
import Testing

@testable import OfferBackend

@Suite("Whose the database's file is")
struct DatabaseFileTests {
    /// Runs `body` with the path of a file that is not there yet.
    private static func atPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("file-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("users.sqlite").path)
    }

    /// Changes a file as another program would.
    private static func change(_ path: String, _ sql: String) throws {
        let file = try DatabaseQueue(path: path)
        try file.write { try $0.execute(sql: sql) }
        try file.close()
    }

    @Test(
        "A database of another program is refused with a sentence, and not a byte of it changes",
        arguments: [
            "CREATE TABLE song (title TEXT)", "PRAGMA application_id = 7",
            "CREATE TABLE user (id TEXT); CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY); INSERT INTO grdb_migrations VALUES ('v1')",
        ])
    func otherProgram(sql: String) throws {
        try Self.atPath { path in
            try Self.change(path, sql)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            let error = #expect(throws: BackendError.self) { _ = try UserDatabase(path) }
            #expect(error?.code == "otherDatabase" && error?.at == "data", "\(String(describing: error))")
            #expect(error?.message.contains(path) == true && error?.message.contains("--data") == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o640)
        }
    }

    @Test("A database of a later version is refused, and stays as it is")
    func laterVersion() throws {
        try Self.atPath { path in
            try UserDatabase(path).pool.close()
            try Self.change(path, "INSERT INTO grdb_migrations VALUES ('99: something new')")
            let error = #expect(throws: BackendError.self) { _ = try UserDatabase(path) }
            #expect(error?.code == "laterDatabase" && error?.message.contains("later version") == true)
            try Self.change(path, "DELETE FROM grdb_migrations WHERE identifier LIKE '99%'")
            try UserDatabase(path).pool.close()
        }
    }

    @Test("A file that is empty, of an earlier version, or half made is taken, and says then whose it is")
    func own() throws {
        try Self.atPath { path in
            let beginnings: [(String, (String) throws -> Void)] = [
                ("empty", { path in #expect(FileManager.default.createFile(atPath: path, contents: nil)) }),
                ("no tables", { path in try Self.change(path, "CREATE TABLE a (b); DROP TABLE a") }),
                (
                    "earlier",
                    { path in
                        let pool = try DatabasePool(path: path)
                        try UserDatabase.migrator.migrate(pool, upTo: UserDatabase.firstMigration)
                        try pool.close()
                    }
                ),
                (
                    "half made",
                    { path in try Self.change(path, "PRAGMA application_id = \(UserDatabase.applicationID)") }
                ),
            ]
            for (name, begin) in beginnings {
                try? FileManager.default.removeItem(atPath: path)
                try begin(path)
                for _ in 1...2 {
                    let database = try UserDatabase(path)
                    let id = try database.pool.read { try Int32.fetchOne($0, sql: "PRAGMA application_id") }
                    #expect(id == UserDatabase.applicationID, "\(name)")
                    try database.pool.close()
                }
            }
        }
    }

    @Test("A file that is no database at all is refused as before")
    func noDatabase() throws {
        try Self.atPath { path in
            try Data(repeating: 0x41, count: 5_000).write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: DatabaseError.self) { _ = try UserDatabase(path) }
            #expect(error?.resultCode == .SQLITE_NOTADB)
        }
    }

    private static func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test("What is no file is refused, and nothing of it changes", arguments: ["folder", "pipe", "link to nothing"])
    func noFile(kind: String) throws {
        try Self.atPath { path in
            switch kind {
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case "pipe": #expect(mkfifo(path, 0o644) == 0)
            default: #expect(symlink("\(path)-nothing", path) == 0)
            }
            let before = try Self.mode(path)
            let error = #expect(throws: BackendError.self) { _ = try UserDatabase(path) }
            #expect(error?.at == "data" && error?.message.contains(path) == true, "\(String(describing: error))")
            #expect(try Self.mode(path) == before)
            #expect(!FileManager.default.fileExists(atPath: "\(path)-nothing"))
        }
    }

    @Test("A text is refused with its mode as it was; our own file is closed to others, and a link to it stays a link")
    func modes() throws {
        try Self.atPath { path in
            try Data("A text of somebody.".utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(throws: DatabaseError.self) { _ = try UserDatabase(path) }
            #expect(try Self.mode(path) == 0o644)
            try FileManager.default.removeItem(atPath: path)

            try UserDatabase(path).pool.close()
            #expect(try Self.mode(path) == 0o600)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            #expect(symlink(path, "\(path)-link") == 0)
            try UserDatabase("\(path)-link").pool.close()
            #expect(try Self.mode(path) == 0o600)
        }
    }

    @Test("A file that cannot be made is refused with the reason")
    func impossible() throws {
        try Self.atPath { path in
            let error = #expect(throws: BackendError.self) { _ = try UserDatabase("\(path)/inner.sqlite") }
            #expect(error?.message.contains("cannot be made: No such file or directory") == true)
        }
    }
}
