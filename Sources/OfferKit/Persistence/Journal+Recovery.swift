import OfferKitCore
import OfferKitCrypto

extension Journal {
    /// Opens a journal, or begins one.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - first: The store to begin with; nil where there has to be a file.
    ///   - options: How it is kept.
    /// - Returns: The store that the file holds, and the file.
    /// - Throws: ``JournalError``.
    static func open(
        _ path: String, startingWith first: StoreArchive?, _ options: JournalOptions
    ) throws(JournalError) -> (StoreArchive, Journal) {
        guard let file = try JournalFile.open(path, creates: first != nil) else { throw .noJournal(path: path) }
        let bytes = try file.contents()
        // An empty file is one whose maker was stopped before anything was in it.
        guard bytes.isEmpty else { return try recover(bytes, from: file, options) }
        guard let archive = first else { throw .noJournal(path: path) }
        var journal = Journal(file, options: options, baseLength: 0, length: 0, digest: "", chance: archive.chance)
        do throws(JournalError) {
            try journal.compact(archive)
        } catch {
            file.undoOpening()
            throw error
        }
        return (archive, journal)
    }

    private static func recover(
        _ bytes: [UInt8], from file: JournalFile, _ options: JournalOptions
    ) throws(JournalError) -> (StoreArchive, Journal) {
        var found = try read(bytes[...], of: file, options)
        if found.isDamaged {
            // The archive may have applied a part of the damaged record, so it is made again from the good records alone.
            found = try read(bytes.prefix(found.end), of: file, options)
            try file.copy(bytes, ending: ".damaged", options)
        }
        // One that is written anew is left as it is until then.
        if found.end < bytes.count, !found.archive.isOlder { try file.truncate(to: found.end) }
        var journal = Journal(
            file, options: options, baseLength: found.baseLength, length: found.end, digest: found.digest,
            chance: found.archive.chance)
        // Today's events cannot follow those of an older version, which its readers would take for damage.
        if found.archive.isOlder { try journal.compact(found.archive) }
        return (found.archive, journal)
    }

    /// The contents of a journal's bytes.
    struct Found {
        var archive: StoreArchive
        let baseLength: Int
        /// The end of its last whole turn; `digest` is the checksum that the record there carries.
        var end: Int
        var digest: String
        /// Whether damage follows there: then the archive may hold a part of it.
        var isDamaged = false
    }

    /// Reads the bytes of a journal up to the first that are cut off or damaged.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - file: The file that they are from.
    ///   - options: Whether damage is allowed for.
    ///   - judgesTurns: Whether the store is judged after each turn, to find the one after which it cannot be; otherwise
    ///     it is judged at the end alone, which is enough for a good journal.
    /// - Returns: The contents.
    /// - Throws: ``JournalError``; for damage where the options do not allow for it.
    static func read(
        _ bytes: ArraySlice<UInt8>, of file: JournalFile, _ options: JournalOptions, judgesTurns: Bool = false
    ) throws(JournalError) -> Found {
        let (archive, beginning, length) = try JournalError.wrapping(StoreArchive.read(bytes)) {
            (error: SnapshotError) in
            .badSnapshot(path: file.path, error)
        }
        var found = Found(archive: archive, baseLength: length, end: length, digest: beginning)
        var (place, digest) = (found.end, found.digest)
        // Events of a turn whose last record has not come yet.
        var turn: [StoreEvent] = []
        var damage: (offset: Int, SnapshotError.Damage)?
        reading: while place < bytes.count {
            switch JournalRecord.read(bytes[place...], after: digest, isOlder: archive.isOlder) {
            case .record(let record, let next, let length):
                turn += record.events
                (place, digest) = (place + length, next)
                guard record.isContinued != true else { continue }
                guard found.archive.apply(turn) else {
                    damage = (found.end, .content("it tells of something that cannot have happened then"))
                    break reading
                }
                if judgesTurns, let fault = found.archive.faultAfterTurns() {
                    damage = (found.end, .content(fault))
                    break reading
                }
                (found.archive.chance, turn) = (record.chance, [])
                (found.end, found.digest) = (place, digest)
            case .torn: break reading
            case .damaged(let fault):
                damage = (place, fault)
                break reading
            }
        }
        if let damage {
            guard options.recovery == .dropsWhatFollowsDamage else {
                throw .damaged(path: file.path, offset: damage.offset, damage.1)
            }
            found.isDamaged = true
        } else if !judgesTurns, found.archive.faultAfterTurns() != nil {
            return try read(bytes, of: file, options, judgesTurns: true)
        }
        return found
    }
}

extension StoreArchive {
    /// Returns the fault of a store to which a journal's turns were applied, its agenda included; nil for none.
    fileprivate func faultAfterTurns() -> String? { fault() ?? machine.brokenInvariants().first }

    /// Applies these events; false at the first that cannot happen.
    fileprivate mutating func apply(_ events: [StoreEvent]) -> Bool {
        for (place, event) in events.enumerated() {
            let event =
                isOlder ? OlderForm.concluded(event, before: events.dropFirst(place + 1), in: state) : event
            guard state.accepts(event) else { return false }
            add(event)
        }
        return true
    }

    /// Returns the digest in the first line of an archive's bytes.
    static func digest(of bytes: [UInt8]) -> String {
        bytes[...].words(limit: 160)?.list.last ?? ""
    }
}
