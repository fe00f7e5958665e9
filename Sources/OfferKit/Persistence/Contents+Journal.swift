import OfferKitCore

extension Store.Contents {
    /// The values that are restored when a turn of the lock cannot be written, and that the file does not hold.
    ///
    /// State and log are read from the file again, because a reference to them here would have the next event copy all
    /// of them, in each turn.
    struct Checkpoint: Sendable {
        let now: Instant
        let listeners: Listeners
        let streams: Streams
        let isAheadOfLog: Bool
    }

    /// Remembers the present values, unless this turn has done so, or keeps no journal.
    ///
    /// A command is written ahead, so this is for what comes of time.
    mutating func takeCheckpoint() {
        guard journal != nil, journal?.checkpoint == nil else { return }
        journal?.checkpoint = Checkpoint(
            now: machine.now, listeners: listeners, streams: streams, isAheadOfLog: isAheadOfLog)
    }

    /// Returns whether events can be recorded: not in a store that has let go of its journal.
    mutating func canRecord() -> Bool {
        guard journal?.isClosed ?? false else { return true }
        journal?.refuse()
        return false
    }

    /// Writes a command's events before any of them happens.
    ///
    /// - Returns: Whether it is safe; a store without a journal needs nothing written.
    mutating func writeAhead(_ kinds: [StoreEvent.Kind]) -> Bool {
        guard journal != nil, !kinds.isEmpty else { return true }
        let now = machine.now
        return journal?.writeCommand(kinds.map { StoreEvent(at: now, $0) }, chance: chance) ?? true
    }

    /// Makes sure that everything of this turn is written, or takes it back.
    ///
    /// - Returns: Whether what the turn answers is true.
    mutating func endTurn(_ archive: (Store.Contents) -> StoreArchive) -> Bool {
        // Unwrapping copies as much as a journal takes, even where there is none; so this is asked first.
        guard journal != nil, var journal else { return true }
        // Held once while it is changed.
        self.journal = nil
        defer { self.journal = journal }
        if journal.hasUnwritten || chance != journal.writtenChance { _ = journal.write(chance: chance) }
        let isRecorded = !journal.hasFailed || journal.holdsCommand
        if journal.hasFailed {
            if let checkpoint = journal.checkpoint { restore(checkpoint, from: &journal) }
            chance = journal.writtenChance
        }
        journal.endTurn()
        if journal.isDueForCompaction {
            // What is acknowledged is safe without it; it is tried again when the file has doubled.
            do throws(JournalError) { try journal.compact(archive(self)) } catch { journal.postponeCompaction() }
        }
        return isRecorded
    }

    private mutating func restore(_ checkpoint: Checkpoint, from journal: inout Journal) {
        let archive: StoreArchive
        do throws(JournalError) {
            archive = try journal.storeInFile()
        } catch {
            // Nothing says any more what the store was like. It can be read as it is, and refuses everything from now
            // on.
            return journal.close(because: error)
        }
        machine = archive.machine
        log = archive.log
        eventCount = archive.eventCount
        happened = archive.happened
        if checkpoint.isAheadOfLog { machine.apply(StoreEvent(at: checkpoint.now, .clockMoved)) }
        listeners.restore(checkpoint.listeners)
        streams = checkpoint.streams
        isAheadOfLog = checkpoint.isAheadOfLog
    }
}

/// The answer to a command that can be a refusal.
protocol Refusable {
    /// The answer that is given instead when the journal could not be written.
    var notRecorded: Self { get }
}

extension Result: Refusable where Failure: StoreRefusal {
    var notRecorded: Result { .failure(.notRecorded) }
}
