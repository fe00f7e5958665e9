import OfferKitCore

extension Store.Contents {
    /// What a turn of the lock that cannot be written takes back.
    struct Checkpoint: Sendable {
        let state: StoreState
        let log: EventLog
        let eventCount: Int
        let listeners: Listeners
        let streams: Streams
        let isAheadOfLog: Bool
        let wakes: [Wake]
    }

    /// Remembers what there is now, unless this turn has done so, or keeps no journal.
    ///
    /// What is changed afterwards is copied once. So a command is written ahead instead, and only what comes of time is
    /// remembered.
    mutating func takeCheckpoint() {
        guard journal != nil, journal?.checkpoint == nil else { return }
        journal?.checkpoint = Checkpoint(
            state: state, log: log, eventCount: eventCount, listeners: listeners, streams: streams,
            isAheadOfLog: isAheadOfLog, wakes: afterwards.wakes)
    }

    /// Writes what a command is about to bring about, before any of it happens.
    ///
    /// - Returns: Whether it is safe; a store without a journal needs nothing written.
    mutating func writeAhead(_ kinds: [StoreEvent.Kind]) -> Bool {
        guard journal != nil, !kinds.isEmpty else { return true }
        takeCheckpoint()
        return journal?.writeCommand(kinds.map { StoreEvent(at: state.now, $0) }, chance: chance) ?? true
    }

    /// Sees that everything of this turn is written, or takes it back.
    ///
    /// - Returns: Whether what the turn answers is true.
    mutating func endTurn(_ archive: (Store.Contents) -> StoreArchive) -> Bool {
        guard var journal else { return true }
        // Held once while it is changed.
        self.journal = nil
        defer { self.journal = journal }
        if journal.hasUnwritten || chance != journal.writtenChance { _ = journal.write(chance: chance) }
        let isTrue = !journal.hasFailed || journal.holdsCommand
        if journal.hasFailed {
            if let checkpoint = journal.checkpoint { restore(checkpoint) }
            chance = journal.writtenChance
        }
        journal.endTurn()
        if journal.isDueForCompaction {
            // What is acknowledged is safe without it; it is tried again when the file has doubled.
            do throws(JournalError) { try journal.compact(archive(self)) } catch { journal.postponeCompaction() }
        }
        return isTrue
    }

    private mutating func restore(_ checkpoint: Checkpoint) {
        state = checkpoint.state
        log = checkpoint.log
        eventCount = checkpoint.eventCount
        listeners = checkpoint.listeners
        streams = checkpoint.streams
        isAheadOfLog = checkpoint.isAheadOfLog
        afterwards.wakes = checkpoint.wakes
    }
}

/// A refusal that can say that the store's journal could not be written.
protocol JournalRefusal: Error {
    static var notRecorded: Self { get }
}

extension PurchaseRefusal: JournalRefusal {}
extension CodeRefusal: JournalRefusal {}
extension CodeCreationRefusal: JournalRefusal {}
extension ConfigurationRefusal: JournalRefusal {}
extension RefundRefusal: JournalRefusal {}
extension ExtensionRefusal: JournalRefusal {}
extension FamilyRefusal: JournalRefusal {}

/// The answer to a command that can be a refusal.
protocol Refusable {
    /// What is answered instead when the journal could not be written.
    var notRecorded: Self { get }
}

extension Result: Refusable where Failure: JournalRefusal {
    var notRecorded: Result { .failure(.notRecorded) }
}
