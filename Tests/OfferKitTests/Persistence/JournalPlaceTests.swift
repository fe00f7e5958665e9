import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// The place of a journal.
///
/// What stands at a journal's path, or beside it: links, other stores' files, folders, pipes, nothing any more.
struct JournalPlaceTests {
    private let file = JournalFolder()

    private func beside(_ name: String) -> URL { file.url.deletingLastPathComponent().appending(path: name) }

    private func mode(of url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: beside("").path).sorted()
    }

    /// A store in a file that has a customer, so that opening the file again can be told from beginning it.
    private func begin(_ url: URL) throws -> (store: Store, device: Device) {
        let store = try Store(journal: url, startingWith: Store(try .sample()))
        return (store, store.addCustomer().addDevice())
    }

    @Test("a snapshot is not written over a journal that a store keeps, but over any other file")
    func snapshotOverJournal() throws {
        let (store, device) = try begin(file.url)
        let other = Store(try .sample())
        #expect(throws: JournalError.inUse(path: file.url.path)) { try other.writeSnapshot(to: file.url) }
        try device.purchase(Shopping.coins)
        store.closeJournal()
        let again = try Store(journal: file.url)
        try expectEqual(again.snapshot(), store.snapshot())
        again.closeJournal()
        try other.writeSnapshot(to: file.url)
        try expectEqual(Data(contentsOf: file.url), other.snapshot())
        try expectEqual(names(), ["store.journal"])
    }

    // MARK: - Compaction

    @Test("compaction leaves another store's journal alone that has the name of the new file")
    func otherJournalBeside() throws {
        let (store, device) = try begin(file.url)
        let (other, otherDevice) = try begin(beside("store.journal.new"))
        try store.compactJournal()
        try device.purchase(Shopping.coins)
        try otherDevice.purchase(Shopping.theme)
        for store in [store, other] { store.closeJournal() }
        try expectEqual(Store(journal: file.url).snapshot(), store.snapshot())
        try expectEqual(Store(journal: beside("store.journal.new")).snapshot(), other.snapshot())
        try expectEqual(names(), ["store.journal", "store.journal.new"])
    }

    @Test("compaction follows no link that has the name of the new file, and removes none")
    func linkBeside() throws {
        let (store, device) = try begin(file.url)
        let target = beside("notes")
        try Data("mine".utf8).write(to: target)
        try FileManager.default.createSymbolicLink(at: beside("store.journal.new"), withDestinationURL: target)
        try store.compactJournal()
        try device.purchase(Shopping.coins)
        store.closeJournal()
        try expectEqual(Data(contentsOf: target), Data("mine".utf8))
        try expectEqual(names(), ["notes", "store.journal", "store.journal.new"])
        try expectEqual(file.open().snapshot(), store.snapshot())
    }

    @Test("a compaction that fails takes its own file away, and says which file it could not write")
    func failedCompaction() throws {
        let (first, _) = try begin(file.url)
        first.closeJournal()
        // The disk has been filled since.
        var options = JournalOptions()
        options.largestFile = 1_000
        let store = try file.open(options: options)
        let error = #expect(throws: JournalError.self) { try store.compactJournal() }
        guard case .unwritable(let path, _)? = error else {
            Issue.record("\(error.map { "\($0)" } ?? "no error")")
            return
        }
        expectSuffix(path, "/store.journal.new")
        try expectEqual(names(), ["store.journal"])
        store.closeJournal()
        try expectEqual(file.open().snapshot(), store.snapshot())
    }

    @Test("a file that could not be begun is not left behind")
    func failedBeginning() throws {
        var options = JournalOptions()
        options.largestFile = 100
        #expect(throws: JournalError.self) { try file.open(startingWith: Store(try .sample()), options: options) }
        try expectEqual(names(), [])
    }

    // MARK: - Links

    @Test("opened by a link, it is the link's file before and after compaction, and the link stays")
    func link() throws {
        let link = beside("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file.url)
        // The file is not there yet: the link says where it is to be.
        let (store, device) = try begin(link)
        try device.purchase(Shopping.coins)
        try store.compactJournal()
        try device.purchase(Shopping.theme)
        #expect(throws: JournalError.inUse(path: file.url.path)) { try file.open() }
        store.closeJournal()
        try expectEqual(FileManager.default.destinationOfSymbolicLink(atPath: link.path), file.url.path)
        try expectEqual(file.open().snapshot(), store.snapshot())
        try expectEqual(names(), ["link", "store.journal"])
    }

    @Test("a link that is turned to another file splits no journal")
    func turnedLink() throws {
        let link = beside("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file.url)
        let (store, device) = try begin(link)
        try FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: beside("elsewhere"))
        try device.purchase(Shopping.coins)
        try store.compactJournal()
        try device.purchase(Shopping.theme)
        store.closeJournal()
        try expectEqual(names(), ["link", "store.journal"])
        try expectEqual(file.open().snapshot(), store.snapshot())
    }

    @Test("links in a circle are an error")
    func circle() throws {
        let (one, two) = (beside("one"), beside("two"))
        try FileManager.default.createSymbolicLink(at: one, withDestinationURL: two)
        try FileManager.default.createSymbolicLink(at: two, withDestinationURL: one)
        #expect(throws: JournalError.unreadable(path: one.path, reason: String(cString: strerror(ELOOP)))) {
            try begin(one)
        }
    }

    // MARK: - No file

    @Test("a folder, a pipe and a device in its place are errors at once, and are left as they are")
    func otherThings() throws {
        let (folder, pipe) = (beside("folder"), beside("pipe"))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        expectEqual(mkfifo(pipe.path, 0o600), 0)
        for (url, reason) in [
            (folder, String(cString: strerror(EISDIR))), (pipe, "it is no regular file"),
            (URL(filePath: "/dev/zero"), "it is no regular file"),
        ] {
            #expect(throws: JournalError.unreadable(path: url.path, reason: reason)) { try Store(journal: url) }
            #expect(throws: JournalError.unreadable(path: url.path, reason: reason)) { try begin(url) }
        }
        try expectEqual(names(), ["folder", "pipe"])
        let nowhere = beside("nowhere").appending(path: "store.journal")
        #expect(throws: JournalError.noJournal(path: nowhere.path)) { try Store(journal: nowhere) }
        #expect(throws: JournalError.unreadable(path: nowhere.path, reason: String(cString: strerror(ENOENT)))) {
            try begin(nowhere)
        }
    }

    // MARK: - Gone

    /// Ways to have the file not be found at its path any more.
    private static let losses: [@Sendable (URL) throws -> Void] = [
        { try FileManager.default.removeItem(at: $0) },
        { try FileManager.default.moveItem(at: $0, to: $0.appendingPathExtension("old")) },
        { try FileManager.default.removeItem(at: $0.deletingLastPathComponent()) },
        { url in
            try FileManager.default.removeItem(at: url)
            try Data("something else".utf8).write(to: url)
        },
        { url in
            try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("old"))
            // The same bytes, and not the same file.
            try FileManager.default.copyItem(at: url.appendingPathExtension("old"), to: url)
        },
        { url in
            try FileManager.default.moveItem(at: url, to: url.appendingPathExtension("old"))
            try FileManager.default.createSymbolicLink(
                at: url, withDestinationURL: url.appendingPathExtension("old"))
        },
    ]

    @Test("a store whose journal was removed or replaced acknowledges nothing any more", arguments: losses.indices)
    func gone(way: Int) throws {
        let (store, device) = try begin(file.url)
        try device.purchase(Shopping.weekly)
        let before = try store.snapshot()
        try JournalPlaceTests.losses[way](file.url)
        let found = try? file.bytes()
        expectEqual(refusal { try device.purchase(Shopping.coins) }, .notRecorded)
        expectEqual(store.journalError, .displaced(path: file.url.path))
        #expect(throws: ClockRefusal.notRecorded) { try store.advance(by: .years(3)) }
        _ = store.addCustomer()
        #expect(throws: JournalError.displaced(path: file.url.path)) { try store.compactJournal() }
        try expectEqual(store.snapshot(), before)
        // What is there now is not the store's.
        expectEqual(try? file.bytes(), found)
    }

    @Test("a store goes on when its journal is back, and another that began at the path is not disturbed")
    func back() throws {
        let (store, device) = try begin(file.url)
        let old = beside("old")
        try FileManager.default.moveItem(at: file.url, to: old)
        let (other, otherDevice) = try begin(file.url)
        expectEqual(refusal { try device.purchase(Shopping.coins) }, .notRecorded)
        try otherDevice.purchase(Shopping.theme)
        other.closeJournal()
        try expectEqual(file.open().snapshot(), other.snapshot())
        try FileManager.default.removeItem(at: file.url)
        try FileManager.default.moveItem(at: old, to: file.url)
        try device.purchase(Shopping.coins)
        expectNil(store.journalError)
        store.closeJournal()
        try expectEqual(file.open().snapshot(), store.snapshot())
    }

    // MARK: - Secrets

    @Test("every file that a journal writes is its owner's alone to read: the copy of a damaged one too")
    func modes() throws {
        let (store, _) = try begin(file.url)
        try expectEqual(mode(of: file.url), 0o600)
        try store.compactJournal()
        try expectEqual(mode(of: file.url), 0o600)
        let first = try file.bytes().count
        _ = store.addCustomer()
        _ = store.addCustomer()
        store.closeJournal()
        var bytes = try file.bytes()
        bytes[first + 10] ^= 1
        // What stands there with the name of the copy is somebody else's.
        let other = beside("store.journal.damaged")
        try Data("mine".utf8).write(to: other)
        try file.write(bytes)
        try file.open(options: JournalOptions(recovery: .dropsWhatFollowsDamage))
        try expectEqual(Data(contentsOf: other), Data("mine".utf8))
        let copy = beside("store.journal.damaged-2")
        try expectEqual(Array(Data(contentsOf: copy)), bytes)
        try expectEqual(mode(of: copy), 0o600)
    }
}
