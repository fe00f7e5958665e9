import Foundation

/// A file that one store writes, locked for as long as its descriptor is held.
struct JournalFile: Sendable {
    /// The path by which the file was named, for errors.
    let path: String
    /// The path without a link on the way: found out once, so that whoever changes a link later splits no journal.
    private let place: String
    private let descriptor: Descriptor
    /// Whether this call made it.
    private var isNew = false

    /// Opens and locks a file; nil when there is none and none is to be made.
    static func open(_ path: String, creates: Bool) throws(JournalError) -> JournalFile? {
        while true {
            guard let place = FilePlace.resolved(path) else {
                if errno == ENOENT, !creates { return nil }
                throw .unreadable(path: path, reason: Descriptor.reason)
            }
            // A pipe would have us wait for somebody at its other end.
            let flags = O_RDWR | O_NONBLOCK | O_NOFOLLOW
            var (descriptor, isNew) = (Descriptor(opening: place, flags), false)
            if descriptor == nil, errno == ENOENT {
                guard creates else { return nil }
                (descriptor, isNew) = (Descriptor(opening: place, flags | O_CREAT | O_EXCL), true)
                // Somebody made it meanwhile.
                if descriptor == nil, errno == EEXIST { continue }
            }
            guard let descriptor else { throw .unreadable(path: path, reason: Descriptor.reason) }
            let file = JournalFile(path: path, place: place, descriptor: descriptor, isNew: isNew)
            try file.requireRegular()
            try file.lock()
            // Until it was locked, its owner may have put another file in its place.
            if file.isAtItsPlace { return file }
        }
    }

    /// Removes a file that opening made, and in which nothing stands yet.
    func undoOpening() {
        if isNew { takeAway() }
    }

    /// Makes a file with some bytes beside another one, for its owner alone: it may hold private keys.
    ///
    /// Whatever stands there already, a file or a link, is somebody else's: then the file gets a number after its name.
    /// What cannot be finished is taken away again.
    ///
    /// - Parameters:
    ///   - path: The other file.
    ///   - ending: The text after its name.
    ///   - bytes: The content.
    ///   - options: The journal's options.
    /// - Returns: The file, locked.
    /// - Throws: ``JournalError``.
    static func make(
        beside path: String, ending: String, _ bytes: [UInt8], _ options: JournalOptions
    ) throws(JournalError) -> JournalFile {
        var name = path + ending
        for number in 2...mostBeside {
            if let descriptor = Descriptor(opening: name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW) {
                let file = JournalFile(path: name, place: name, descriptor: descriptor)
                do throws(JournalError) {
                    try file.lock()
                    try file.write(bytes, at: 0, options)
                    try file.synchronize()
                } catch {
                    // Whoever was faster to lock it has it now.
                    if error != .inUse(path: name) { file.takeAway() }
                    throw error
                }
                return file
            }
            guard errno == EEXIST else { break }
            name = "\(path)\(ending)-\(number)"
        }
        throw .unwritable(path: name, reason: Descriptor.reason)
    }

    /// The most files with one ending: more are left behind by nobody.
    private static let mostBeside = 1_000

    /// Throws unless the file is a regular one of a journal's size: a device or a pipe may never end.
    private func requireRegular() throws(JournalError) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw .unreadable(path: path, reason: Descriptor.reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is no regular file") }
        guard Int64(status.st_size) <= JournalFile.largest else {
            throw .unreadable(path: path, reason: "it is larger than 16 GiB")
        }
    }

    private static let largest = Int64(16) << 30

    private func lock() throws(JournalError) {
        guard Descriptor.retrying({ flock(descriptor.number, LOCK_EX | LOCK_NB) }) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse(path: path) : .unreadable(path: path, reason: Descriptor.reason)
        }
    }

    private var isAtItsPlace: Bool {
        var found = stat()
        return lstat(place, &found) == 0 && descriptor.isOpen(on: found)
    }

    /// Throws unless whoever opens the path finds this file, so that nothing is acknowledged into one that was removed.
    func requirePlace() throws(JournalError) {
        guard isAtItsPlace else { throw .displaced(path: path) }
    }

    /// Returns all bytes of the file.
    func contents() throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else {
            throw .unreadable(path: path, reason: Descriptor.reason)
        }
        bytes.reserveCapacity(Int(status.st_size))
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Descriptor.retrying { pread(descriptor.number, &part, part.count, off_t(bytes.count)) }
            guard count >= 0 else { throw .unreadable(path: path, reason: Descriptor.reason) }
            guard count > 0 else { return bytes }
            bytes += part.prefix(count)
        }
    }

    /// Writes bytes at a place; on failure some of them may stand there.
    func write(_ bytes: [UInt8], at offset: Int, _ options: JournalOptions) throws(JournalError) {
        let allowed = options.largestFile.map { min(bytes.count, max(0, $0 - offset)) } ?? bytes.count
        var done = 0
        while done < allowed {
            let count = bytes.withUnsafeBytes { buffer in
                let rest = UnsafeRawBufferPointer(rebasing: buffer[done..<allowed].prefix(options.largestWrite))
                return Descriptor.retrying {
                    pwrite(descriptor.number, rest.baseAddress, rest.count, off_t(offset + done))
                }
            }
            guard count > 0 else { throw .unwritable(path: path, reason: Descriptor.reason) }
            done += count
        }
        guard allowed == bytes.count else {
            throw .unwritable(path: path, reason: "the file has reached its largest size")
        }
    }

    /// Cuts off the bytes from a place on.
    func truncate(to length: Int) throws(JournalError) {
        guard Descriptor.retrying({ ftruncate(descriptor.number, off_t(length)) }) == 0 else {
            throw .unwritable(path: path, reason: Descriptor.reason)
        }
    }

    /// Waits until the disk itself has everything.
    func synchronize() throws(JournalError) {
        guard descriptor.synchronize() else { throw .unwritable(path: path, reason: Descriptor.reason) }
    }

    /// Puts a new, locked file with these bytes in the place of this one, and returns it.
    ///
    /// At every moment the path leads to the old file or to the whole new one.
    func replaced(by bytes: [UInt8], _ options: JournalOptions) throws(JournalError) -> JournalFile {
        try requirePlace()
        let new = try JournalFile.make(beside: place, ending: ".new", bytes, options)
        do throws(JournalError) {
            // Somebody may have put another store's file there, which is not ours to replace.
            try requirePlace()
            guard rename(new.place, place) == 0 else { throw .unwritable(path: path, reason: Descriptor.reason) }
        } catch {
            new.takeAway()
            throw error
        }
        new.synchronizeFolder()
        return JournalFile(path: path, place: place, descriptor: new.descriptor)
    }

    /// Copies bytes of the file beside it, under its name with an ending.
    func copy(_ bytes: [UInt8], ending: String, _ options: JournalOptions) throws(JournalError) {
        _ = try JournalFile.make(beside: place, ending: ending, bytes, options)
    }

    /// Puts a file for its owner alone at a path, in the place of the one that is there, unless a store keeps its
    /// journal in that.
    static func put(_ bytes: [UInt8], at path: String) throws(JournalError) {
        guard let place = FilePlace.resolved(path) else { throw .unwritable(path: path, reason: Descriptor.reason) }
        var status = stat()
        guard lstat(place, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .unwritable(path: path, reason: "something else than a file stands there")
        }
        var replaced: JournalFile?
        do throws(JournalError) {
            replaced = try open(path, creates: false)
        } catch .inUse(let path) {
            throw .inUse(path: path)
        } catch {
            // What cannot be read can be replaced all the same, where the folder may be written.
        }
        try withExtendedLifetime(replaced) { () throws(JournalError) in
            let new = try make(beside: place, ending: ".new", bytes, JournalOptions())
            guard rename(new.place, place) == 0 else {
                let reason = Descriptor.reason
                new.takeAway()
                throw .unwritable(path: path, reason: reason)
            }
        }
    }

    /// Waits until the disk knows the file by its name.
    ///
    /// What cannot be done about that is not worth a refusal.
    private func synchronizeFolder() {
        let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
        _ = Descriptor(opening: folder, O_RDONLY)?.synchronize()
    }

    /// Removes a file that was made here, unless somebody has put another in its place.
    private func takeAway() {
        if isAtItsPlace { unlink(place) }
    }
}
