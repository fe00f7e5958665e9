import Foundation

/// The snapshots of one store by their names: in memory, or in a folder.
struct SnapshotShelf: Sendable {
    /// More snapshots than this are a mistake.
    static let most = 100
    private static let ending = ".snapshot"

    private let folder: URL?
    private var inMemory: [String: Data] = [:]

    /// A shelf in a folder; in memory where there is none.
    init(in folder: URL?) { self.folder = folder }

    /// The names, in alphabetical order.
    var names: [String] {
        guard let folder else { return inMemory.keys.sorted() }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.compactMap(SnapshotShelf.name).sorted()
    }

    /// Keeps a snapshot, in the place of one of that name.
    ///
    /// - Throws: ``ControlError`` where there are too many, or where it cannot be written.
    mutating func put(_ data: Data, as name: String) throws {
        let name = SnapshotShelf.canonical(name)
        let names = names
        guard names.contains(name) || names.count < SnapshotShelf.most else {
            throw ControlError(
                409, "tooManySnapshots", "There are \(SnapshotShelf.most) snapshots. Delete some.", at: "name")
        }
        guard let folder else {
            inMemory[name] = data
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw ControlError.notKept("The folder \(folder.path) cannot be made: \(error.localizedDescription)")
        }
        try PrivateFile.put(data, at: SnapshotShelf.file(name, in: folder))
    }

    /// A snapshot.
    ///
    /// - Throws: ``ControlError`` where there is none of that name.
    func data(of name: String) throws -> Data {
        let name = SnapshotShelf.canonical(name)
        let data = folder.map { try? Data(contentsOf: SnapshotShelf.file(name, in: $0)) } ?? inMemory[name]
        guard let data else { throw ControlError.unknown("snapshot", name, at: "name", known: names) }
        return data
    }

    /// Deletes a snapshot.
    ///
    /// - Throws: ``ControlError`` where there is none of that name.
    mutating func remove(_ name: String) throws {
        let name = SnapshotShelf.canonical(name)
        guard names.contains(name) else { throw ControlError.unknown("snapshot", name, at: "name", known: names) }
        inMemory[name] = nil
        if let folder { try? FileManager.default.removeItem(at: SnapshotShelf.file(name, in: folder)) }
    }

    /// The one spelling of a name: those that look the same are the same.
    private static func canonical(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// A file's name holds any text: its bytes in hexadecimal digits.
    private static func file(_ name: String, in folder: URL) -> URL {
        let digits = name.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        return folder.appendingPathComponent(digits + ending)
    }

    private static func name(_ file: String) -> String? {
        guard file.hasSuffix(ending) else { return nil }
        var digits = file.dropLast(ending.count)
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return digits.isEmpty ? String(bytes: bytes, encoding: .utf8) : nil
    }
}
