public import Foundation
import OfferKitCore

extension Store {
    /// The store that is kept in a file, or one that is kept there from now on.
    ///
    /// ```swift
    /// let store = try Store(journal: url, startingWith: Store(contentsOf: configuration))
    /// ```
    ///
    /// It is used as any other. Each command is written to the file before it is answered, so the end of the process, at
    /// whatever moment, loses nothing that was acknowledged: the same line opens the store as it was. A move of the clock
    /// is there as a whole or not at all. Payment sheets that were open are cancelled then, with an entry in the log.
    /// Devices, listeners and a clock that was followed are not kept.
    ///
    /// One store has the file to itself, in all processes, for as long as anything holds it, or until ``closeJournal()``.
    /// When a command cannot be written, nothing of it happens: it throws its refusal's `notRecorded`, and
    /// ``journalError`` says why. A call that cannot throw, such as ``addCustomer()``, has no effect then, and what it
    /// returns is unknown to the store.
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
    public var journalURL: URL? {
        withContents { $0.journal?.path }.map { URL(fileURLWithPath: $0) }
    }

    /// Why the latest command was not written, and so did not happen; nil when it was, and for a store in memory.
    public var journalError: JournalError? {
        withContents { $0.journal?.error }
    }

    /// Puts a snapshot of the store in the place of everything in its file.
    ///
    /// It happens by itself when the file has grown, as ``JournalOptions/compactsAfter`` says.
    ///
    /// - Throws: ``JournalError``; the file is as it was then.
    public func compactJournal() throws(JournalError) {
        try withContents { contents -> Result<Void, JournalError> in
            do throws(JournalError) {
                guard var journal = contents.journal else { throw .notKept }
                try journal.compact(archive(of: contents))
                contents.journal = journal
                return .success(())
            } catch {
                return .failure(error)
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
