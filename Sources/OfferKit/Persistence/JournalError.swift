import Foundation
public import OfferKitServer

/// The reasons why a journal cannot be opened, or was not written.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum JournalError: Error, Hashable, Sendable {
    /// There is no file, and no store to begin one with.
    case noJournal(path: String)
    /// Another store has the journal open, in this process or another.
    case inUse(path: String)
    /// The file cannot be opened or read; the reason is the system's.
    case unreadable(path: String, reason: String)
    /// The file cannot be written, because the disk is full for instance; the reason is the system's.
    case unwritable(path: String, reason: String)
    /// The file was removed, moved or replaced while the store had it open, so that whoever opens the path does not
    /// find it.
    case displaced(path: String)
    /// The store that the file begins with cannot be read.
    case badSnapshot(path: String, SnapshotError)
    /// A record is damaged: everything before that byte is good.
    case damaged(path: String, offset: Int, SnapshotError.Damage)
    /// The store has let go of its journal.
    case closed(path: String)
    /// The store is in memory only.
    case notKept
}

extension JournalError: DescribedError {
    /// The reason in a sentence, and advice on what to do.
    public var description: String {
        switch self {
        case .noJournal(let path):
            "noJournal: there is no journal at '\(path)'. Give a store to begin one with: "
                + "Store(journal: url, startingWith: Store(catalog: …))."
        case .inUse(let path):
            "inUse: the journal '\(path)' belongs to a store that is open. Close that one first, or end its process."
        case .unreadable(let path, let reason):
            "unreadable: the journal '\(path)' cannot be read: \(reason). Give a file that this process may read and write, or "
                + "a new one in a folder that exists."
        case .unwritable(let path, let reason):
            "unwritable: the journal '\(path)' cannot be written: \(reason). The store is as it was before the command; "
                + "the next one tries again."
        case .displaced(let path):
            "displaced: the journal '\(path)' was removed or moved, or another file was put in its place. The store is as it "
                + "was before the command, and goes on once its own file is there again."
        case .badSnapshot(let path, let error):
            "badSnapshot: the store that the journal '\(path)' begins with cannot be read. \(error) Nothing was written to "
                + "the file. If that is no journal, give another file."
        case .damaged(let path, let offset, let damage):
            "damaged: in the journal '\(path)', the record at byte \(offset): \(damage). The option "
                + ".dropsWhatFollowsDamage opens the store as it was before it."
        case .closed(let path): "closed: the store has let go of its journal '\(path)'. Open it again."
        case .notKept: "notKept: the store is in memory only. Store(journal:startingWith:) makes one that is kept."
        }
    }
}
