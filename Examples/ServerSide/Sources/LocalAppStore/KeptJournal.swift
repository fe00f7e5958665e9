import Foundation
import Logging
import OfferKit

/// The journal of a store that is opened: says what was cut off, and what to do where it cannot be opened.
struct KeptJournal {
    private let url: URL
    private let recovery: JournalOptions.Recovery
    private let logger: Logger

    /// - Parameters:
    ///   - url: Its place.
    ///   - recovery: What becomes of damage in the middle.
    ///   - logger: Hears of what is cut off.
    init(at url: URL, _ recovery: JournalOptions.Recovery, _ logger: Logger) {
        (self.url, self.recovery, self.logger) = (url, recovery, logger)
    }

    /// Begins one with a store: the file is there as a whole or not at all, whenever the server is killed.
    ///
    /// - Throws: ``ControlError`` with the status 507, or what ``open()`` throws.
    func begin(with first: Store) throws -> Store {
        try PrivateFile.put(try first.snapshot(), at: url)
        return try open()
    }

    /// Opens it.
    ///
    /// A record that was being written when the server was killed is cut off: nobody was answered before it was there as a whole.
    ///
    /// - Returns: The store.
    /// - Throws: ``ControlError`` for damage, `JournalError` for everything else.
    func open() throws -> Store {
        let before = (try? Data(contentsOf: url)) ?? Data()
        let store: Store
        do {
            store = try Store(journal: url, options: JournalOptions(recovery: recovery))
        } catch {
            throw refusal(error)
        }
        let size = (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? before.count
        if size < before.count { warn(of: before.suffix(from: before.startIndex + size), at: size) }
        return store
    }

    /// What to say of a file that cannot be opened.
    private func refusal(_ error: JournalError) -> any Error {
        switch error {
        case .damaged(_, let offset, let damage):
            ControlError(
                409, "damagedJournal",
                "The file \(url.path) is damaged at byte \(offset) (\(damage)). Put back a copy of it; or start with --drop-damage, "
                    + "which opens the store as it was before that, and keeps the file as it is beside it; or begin a new store "
                    + "elsewhere with --data.", at: "data")
        case .badSnapshot(_, let error):
            ControlError(
                409, "damagedJournal",
                "The file \(url.path) does not begin with a store that can be read (\(ControlError.words(error))). Put back a copy of it, or begin a "
                    + "new store elsewhere with --data.", at: "data")
        default: error
        }
    }

    private func warn(of lost: Data, at offset: Int) {
        // Each record is two lines; the last may have less.
        let lines = lost.split(separator: UInt8(ascii: "\n")).count
        logger.warning(
            "the end of a journal was cut off: it was not written as a whole, or damaged",
            metadata: [
                "file": "\(url.path)", "from": "\(offset)", "bytes": "\(lost.count)", "records": "\((lines + 1) / 2)",
            ])
    }
}
