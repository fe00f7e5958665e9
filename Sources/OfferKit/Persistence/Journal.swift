import Foundation
import OfferKitCore
import OfferKitCrypto

/// The file that a store is kept in, and the events of the present turn of the lock that are not in it yet.
struct Journal: Sendable {
    /// The most events in one record.
    ///
    /// A turn with more is written in several records, so that a move of the clock over years needs no record of years.
    static let mostEventsPerRecord = 1_024

    private(set) var path: String
    private var file: JournalFile?
    let options: JournalOptions
    /// The place where the next record begins.
    private var length: Int
    /// The number of bytes that the snapshot at the file's beginning takes.
    private var baseLength: Int
    private var digest: String
    /// The number of bytes of records before a compaction that failed is tried again.
    private var postponed = 0
    /// The reason why the latest command was not written; nil once one is.
    private(set) var error: JournalError?
    /// The state of chance in the latest record.
    private(set) var writtenChance: SplitMix64

    /// The place where the turn's records begin, and the digest of the record before them; nil while there are none.
    private var turnStart: (length: Int, digest: String)?
    /// The events that happened in this turn and stand in no record yet.
    private var unwritten: [StoreEvent] = []
    /// The values of the contents before the events that may still have to be taken back.
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

    /// Writes all events of this turn, those that are about to happen included.
    ///
    /// - Returns: Whether they are safe now; if not, nothing of the turn is in the file.
    mutating func write(_ events: [StoreEvent] = [], chance: SplitMix64) -> Bool {
        unwritten += events
        guard write(chance, isContinued: false) else { return false }
        turnStart = nil
        checkpoint = nil
        return true
    }

    /// Writes all events of this turn, and those of a command, and notes whether the command is safe.
    mutating func writeCommand(_ events: [StoreEvent], chance: SplitMix64) -> Bool {
        holdsCommand = write(events, chance: chance)
        return holdsCommand
    }

    /// Refuses to write anything of this turn, of which nothing has happened.
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
        defer { unwritten = [] }
        guard !hasFailed else { return false }
        do throws(JournalError) {
            try append(JournalRecord(chance: chance, events: unwritten, isContinued: isContinued ? true : nil))
            if !isContinued { (writtenChance, error) = (chance, nil) }
            return true
        } catch {
            hasFailed = true
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

    /// Takes the records of this turn out of the file.
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

    /// Replaces the whole file with a snapshot.
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

    /// Whether the store has let go of the file, so that nothing is written any more.
    var isClosed: Bool { file == nil }

    /// Returns the store that the records in the file make.
    func storeInFile() throws(JournalError) -> StoreArchive {
        guard let file else { throw .closed(path: path) }
        return try Journal.read(file.contents().prefix(length), of: file, options).archive
    }
}
