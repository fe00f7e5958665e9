import Foundation
import OfferKitCore
import OfferKitCrypto

/// The file that a store is kept in, and what of the present turn of the lock is not in it yet.
struct Journal: Sendable {
    /// More events of one turn are written in several records, so that a move of the clock over years needs no record
    /// of years.
    static let mostEventsPerRecord = 1_024

    private(set) var path: String
    private var file: JournalFile?
    let options: JournalOptions
    /// Where the next record begins.
    private var length: Int
    /// How many bytes the snapshot at the file's beginning takes.
    private var baseLength: Int
    private var digest: String
    /// How long the records grow before a compaction that failed is tried again.
    private var postponed = 0
    /// Why the latest command was not written; nil once one is.
    private(set) var error: JournalError?
    /// Where chance stood in the latest record.
    private(set) var writtenChance: SplitMix64

    /// Where the turn's records begin, and what the one before them said, while there are any.
    private var turnStart: (length: Int, digest: String)?
    /// Events that happened in this turn and stand in no record yet.
    private var unwritten: [StoreEvent] = []
    /// What the contents were before the events that may still have to be taken back.
    var checkpoint: Store.Contents.Checkpoint?
    /// Whether the command of this turn is safe, whatever becomes of what follows it.
    private(set) var holdsCommand = false

    init(
        _ file: JournalFile, options: JournalOptions, baseLength: Int, length: Int, digest: String, chance: SplitMix64
    ) {
        path = file.path
        self.file = file
        self.options = options
        self.baseLength = baseLength
        self.length = length
        self.digest = digest
        writtenChance = chance
    }

    var hasUnwritten: Bool { !unwritten.isEmpty || turnStart != nil }

    /// Takes an event that is about to happen, and writes a part of the turn where it grows long.
    mutating func note(_ event: StoreEvent, chance: SplitMix64) {
        unwritten.append(event)
        if unwritten.count >= Journal.mostEventsPerRecord { _ = write(chance, isContinued: true) }
    }

    /// Writes all that happened in this turn, and events that are about to.
    ///
    /// - Returns: Whether they are safe now; if not, nothing of the turn is in the file.
    mutating func write(_ events: [StoreEvent] = [], chance: SplitMix64) -> Bool {
        unwritten += events
        guard write(chance, isContinued: false) else { return false }
        turnStart = nil
        checkpoint = nil
        return true
    }

    /// The same for the events of a command.
    mutating func writeCommand(_ events: [StoreEvent], chance: SplitMix64) -> Bool {
        holdsCommand = write(events, chance: chance)
        return holdsCommand
    }

    /// Nothing of this turn can be written, nor has any of it happened.
    mutating func refuse() {
        hasFailed = true
    }

    mutating func endTurn() {
        if isCutShort { file = nil }
        (turnStart, unwritten, checkpoint, holdsCommand, hasFailed) = (nil, [], nil, false, false)
    }

    /// Whether something of this turn could not be written: then nothing more of it is.
    private(set) var hasFailed = false
    /// Whether the file ends with half a record that nothing may follow: only opening it again cuts that off.
    private var isCutShort = false

    private mutating func write(_ chance: SplitMix64, isContinued: Bool) -> Bool {
        guard !hasFailed else {
            unwritten = []
            return false
        }
        do throws(JournalError) {
            try append(JournalRecord(chance: chance, events: unwritten, isContinued: isContinued ? true : nil))
            unwritten = []
            if !isContinued { (writtenChance, error) = (chance, nil) }
            return true
        } catch {
            hasFailed = true
            unwritten = []
            self.error = error
            takeBack()
            return false
        }
    }

    private mutating func append(_ record: JournalRecord) throws(JournalError) {
        guard let file else { throw .closed(path: path) }
        let (bytes, next) = try JournalError.quoting(record.data(after: digest)) {
            .unwritable(path: path, reason: $0)
        }
        if turnStart == nil { turnStart = (length, digest) }
        try file.write(bytes, at: length, options)
        if record.isContinued == nil {
            if options.synchronizes { try file.synchronize() }
            try file.requirePlace()
        }
        (length, digest) = (length + bytes.count, next)
    }

    /// Takes what was written of this turn out of the file.
    private mutating func takeBack() {
        guard let file, let start = turnStart else { return }
        (length, digest) = start
        do throws(JournalError) {
            try file.truncate(to: length)
        } catch {
            isCutShort = true
        }
    }

    /// Whether the records have outgrown the snapshot and the size that was set.
    var isDueForCompaction: Bool {
        guard let most = options.compactsAfter, file != nil else { return false }
        return length - baseLength > max(most, baseLength, postponed)
    }

    mutating func postponeCompaction() {
        postponed = 2 * (length - baseLength)
    }

    /// Puts a snapshot in the place of everything.
    mutating func compact(_ archive: StoreArchive) throws(JournalError) {
        guard let file else { throw .closed(path: path) }
        let bytes = try JournalError.quoting(archive.data()) { .unwritable(path: path, reason: $0) }
        self.file = try file.replaced(by: bytes, options)
        (length, baseLength, digest) = (bytes.count, bytes.count, StoreArchive.digest(of: bytes))
        (writtenChance, postponed) = (archive.chance, 0)
    }

    mutating func close() {
        close(because: .closed(path: path))
    }

    mutating func close(because error: JournalError) {
        file = nil
        self.error = error
    }

    /// Whether the store has let go of the file: then nothing is written any more.
    var isClosed: Bool { file == nil }

    /// The store as the records in the file make it.
    func storeInFile() throws(JournalError) -> StoreArchive {
        guard let file else { throw .closed(path: path) }
        return try Journal.read(file.contents().prefix(length), of: file, options).archive
    }
}
