public import Foundation
import OfferKitCrypto

extension Store {
    /// Returns the whole store as bytes, as it is now: state, log, keys, and where chance stands.
    ///
    /// A store that is restored from them goes on to the byte as this one does. Equal stores give equal bytes, in every
    /// process. Payment sheets that are open are cancelled in the copy that is saved, with an entry in its log, and
    /// stay open here; purchases that wait for a parent are saved. What belongs to the process is not saved: devices
    /// and listeners. Of a clock that is followed, only the time is saved.
    ///
    /// Devices of the restored store start as the settings of the `.storekit` file say, as they do here: storefront,
    /// locale, Ask to Buy, interruptions and simulated errors.
    ///
    /// The key of a `.storekit` file that ``configuredSigner`` signs with is in it, in plain text; so is a key that was
    /// generated and has not been downloaded yet, and those of a ``SigningChain`` that was given: its leaf's, and its
    /// intermediate's where that was given too.
    ///
    /// - Returns: A line that names format, version and checksum, then JSON.
    /// - Throws: ``SnapshotError/unwritable(_:)``.
    public func snapshot() throws(SnapshotError) -> Data {
        var archive = transact { self.archive(of: $0) }
        _ = archive.leaveProcess()
        return Data(try SnapshotError.quoting(archive.data(), SnapshotError.unwritable))
    }

    /// Writes ``snapshot()`` to a file, in the place of the one that is there.
    ///
    /// Its owner alone can read it, because it may hold private keys.
    ///
    /// - Parameter url: The file.
    /// - Throws: ``SnapshotError`` or ``JournalError``; what is there stays as it is then.
    package func writeSnapshot(to url: URL) throws {
        try JournalFile.put(Array(snapshot()), at: url.path)
    }

    /// Creates the store that a snapshot was made of.
    ///
    /// Its clock stands still where it stood, even if that one's followed another.
    ///
    /// - Parameter snapshot: What ``snapshot()`` returned.
    /// - Throws: ``SnapshotError``: the bytes are none, or damaged, or of a newer version.
    public convenience init(snapshot: Data) throws(SnapshotError) {
        let bytes = Array(snapshot)
        var (archive, _, length) = try StoreArchive.read(bytes[...])
        guard length == bytes.count else { throw .damaged(offset: length, .surplus) }
        _ = archive.leaveProcess()
        self.init(archive, journal: nil)
    }

    /// Returns everything of this store that is saved, taken under the lock.
    func archive(of contents: Contents) -> StoreArchive {
        StoreArchive(
            machine: contents.machine, log: contents.log, eventCount: contents.eventCount, happened: contents.happened,
            chance: contents.chance, isAheadOfLog: contents.isAheadOfLog, otherBundleIDs: desk.otherBundleIDs,
            settings: defaults.settings, offersKey: defaults.offersKey, seed: signer.seed,
            chain: signer.givenChain.map { StoreArchive.Chain($0) })
    }

    convenience init(_ archive: StoreArchive, journal: Journal?) {
        self.init(
            archive.machine, otherBundleIDs: archive.otherBundleIDs, chance: archive.chance,
            signer: StoreSigner(seed: archive.seed, chain: try? archive.chain?.signingChain()),
            defaults: Defaults(archive.settings, archive.offersKey))
        withContents { contents in
            contents.log = archive.log
            contents.eventCount = archive.eventCount
            contents.happened = archive.happened
            contents.journal = journal
        }
    }

    /// Creates the store that is kept in a file, or one that is kept there from now on.
    ///
    /// ```swift
    /// let store = try Store(journal: url, startingWith: Store(contentsOf: configuration))
    /// ```
    ///
    /// It is used as any other. Each command is written to the file before it is answered, so the end of the process,
    /// at whatever moment, loses nothing that was acknowledged: the same line opens the store as it was. A move of the
    /// clock is there as a whole or not at all. Payment sheets that were open are cancelled then, with an entry in the
    /// log. Devices, listeners and a clock that was followed are not kept.
    ///
    /// One store has the file to itself, in all processes, for as long as anything holds it, or until
    /// ``closeJournal()``. When a command cannot be written, nothing of it happens: it throws its refusal's
    /// `notRecorded`, and ``journalError`` says why. A call that cannot throw, such as ``addCustomer()``, has no effect
    /// then, and what it returns is unknown to the store.
    ///
    /// The file is the user's own to read, but not to change: it holds everything that ``snapshot()`` does.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - first: The store to begin the file with, where there is none; it stays as it is, in memory. Where there is a
    ///     file, its store counts, with the catalogue it was made from.
    ///   - options: How the file is kept.
    /// - Throws: ``JournalError``.
    public convenience init(
        journal url: URL, startingWith first: Store? = nil, options: JournalOptions = JournalOptions()
    ) throws(JournalError) {
        guard url.isFileURL else { throw .unreadable(path: url.absoluteString, reason: "only local files are kept") }
        let beginning = first.map { first in
            first.transact { first.archive(of: $0) }
        }
        var (archive, journal) = try Journal.open(url.path, startingWith: beginning, options)
        let events = archive.leaveProcess()
        if !events.isEmpty {
            guard journal.write(events, chance: archive.chance) else { throw journal.error ?? .closed(path: url.path) }
            journal.endTurn()
        }
        self.init(archive, journal: journal)
    }

    /// The file that the store is kept in; nil for one in memory.
    public var journalURL: URL? { withContents { $0.journal?.path }.map { URL(fileURLWithPath: $0) } }

    /// The reason why the latest command was not written, and so did not happen; nil when it was, and for a store in
    /// memory.
    public var journalError: JournalError? { withContents { $0.journal?.error } }

    /// Puts a snapshot of the store in the place of everything in its file.
    ///
    /// It happens by itself when the file has grown, as ``JournalOptions/compactsAfter`` says.
    ///
    /// - Throws: ``JournalError``; the file is as it was then.
    public func compactJournal() throws(JournalError) {
        try withContents { contents in
            Result { () throws(JournalError) in
                guard var journal = contents.journal else { throw .notKept }
                try journal.compact(archive(of: contents))
                contents.journal = journal
            }
        }.get()
    }

    /// Lets go of the file, so that another store can open it.
    ///
    /// This one can be read from then on, and refuses every command as not recorded.
    public func closeJournal() {
        withContents { $0.journal?.close() }
    }
}
