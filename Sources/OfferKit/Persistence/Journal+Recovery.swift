import OfferKitCore

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
        try journal.compact(archive)
        return (archive, journal)
    }

    private static func recover(
        _ bytes: [UInt8], from file: JournalFile, _ options: JournalOptions
    ) throws(JournalError) -> (StoreArchive, Journal) {
        var (archive, digest, place): (StoreArchive, String, Int)
        do throws(SnapshotError) {
            (archive, digest, place) = try StoreArchive.read(bytes[...])
        } catch {
            throw .badSnapshot(path: file.path, error)
        }
        let baseLength = place
        var end = (place: place, digest: digest)
        // Events of a turn whose last record has not come yet.
        var turn: [StoreEvent] = []
        var damage: (offset: Int, SnapshotError.Damage)?
        reading: while place < bytes.count {
            switch JournalRecord.read(bytes[place...], after: digest) {
            case .record(let record, let next, let length):
                turn += record.events
                if record.isContinued != true {
                    guard archive.apply(turn) else {
                        damage = (end.place, .content("it tells of something that cannot have happened then"))
                        break reading
                    }
                    (archive.chance, turn) = (record.chance, [])
                    end = (place + length, next)
                }
                (place, digest) = (place + length, next)
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
            // The archive may have taken a part of what is impossible, so it is made again, of what is good.
            let recovered = try recover(Array(bytes.prefix(end.place)), from: file, options)
            try file.copy(bytes, ending: ".damaged")
            try file.truncate(to: end.place)
            return recovered
        }
        if let fault = archive.fault() { throw .damaged(path: file.path, offset: baseLength, .content(fault)) }
        if end.place < bytes.count { try file.truncate(to: end.place) }
        let journal = Journal(
            file, options: options, baseLength: baseLength, length: end.place, digest: end.digest,
            chance: archive.chance)
        return (archive, journal)
    }
}

extension StoreArchive {
    /// Lets these events happen; false at the first that cannot.
    fileprivate mutating func apply(_ events: [StoreEvent]) -> Bool {
        for event in events {
            guard state.accepts(event) else { return false }
            add(event)
        }
        return true
    }

    /// The digest in the first line of an archive's bytes.
    static func digest(of bytes: [UInt8]) -> String {
        bytes[...].words(limit: 160)?.list.last ?? ""
    }
}
