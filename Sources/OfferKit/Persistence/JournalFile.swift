import Foundation
import OfferKitCrypto

/// A file that one store writes, locked for as long as this value lives.
final class JournalFile: Sendable {
    let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        // Closing alone would leave the lock to a child that was forked just now and has not begun its own program yet.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    /// Opens and locks a file; nil when there is none and none is to be made.
    static func open(_ path: String, creates: Bool) throws(JournalError) -> JournalFile? {
        while true {
            let descriptor = retrying { Foundation.open(path, O_RDWR | O_CLOEXEC | (creates ? O_CREAT : 0), 0o600) }
            guard descriptor >= 0 else {
                if errno == ENOENT, !creates { return nil }
                throw .unreadable(path: path, reason: JournalFile.reason)
            }
            let file = JournalFile(path: path, descriptor: descriptor)
            try file.requireRegular()
            try file.lock()
            // Until it was locked, its owner may have put another file in its place.
            if file.isAtItsPath { return file }
        }
    }

    /// A device or a pipe may never end, and a file that large is no journal.
    private func requireRegular() throws(JournalError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: JournalFile.reason) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .unreadable(path: path, reason: "it is no regular file") }
        guard status.st_size <= JournalFile.largest else {
            throw .unreadable(path: path, reason: "it is larger than 16 GiB")
        }
    }

    private static let largest = 16 << 30

    private func lock() throws(JournalError) {
        guard JournalFile.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
            throw errno == EWOULDBLOCK ? .inUse(path: path) : .unreadable(path: path, reason: JournalFile.reason)
        }
    }

    private var isAtItsPath: Bool {
        var (own, found) = (stat(), stat())
        guard fstat(descriptor, &own) == 0, stat(path, &found) == 0 else { return false }
        return own.st_ino == found.st_ino && own.st_dev == found.st_dev
    }

    /// Everything in it.
    func contents() throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: JournalFile.reason) }
        bytes.reserveCapacity(Int(status.st_size))
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = JournalFile.retrying { pread(descriptor, &part, part.count, off_t(bytes.count)) }
            guard count >= 0 else { throw .unreadable(path: path, reason: JournalFile.reason) }
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
                return JournalFile.retrying { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done)) }
            }
            guard count > 0 else { throw .unwritable(path: path, reason: JournalFile.reason) }
            done += count
        }
        guard allowed == bytes.count else {
            throw .unwritable(path: path, reason: "the file has reached its largest size")
        }
    }

    /// Cuts off what follows a place.
    func truncate(to length: Int) throws(JournalError) {
        guard JournalFile.retrying({ ftruncate(descriptor, off_t(length)) }) == 0 else {
            throw .unwritable(path: path, reason: JournalFile.reason)
        }
    }

    /// Returns when the disk itself has everything.
    func synchronize() throws(JournalError) {
        #if canImport(Darwin)
        // There `fsync` stops at the drive's own memory.
        if JournalFile.retrying({ fcntl(descriptor, F_FULLFSYNC) }) == 0 { return }
        #endif
        guard JournalFile.retrying({ fsync(descriptor) }) == 0 else {
            throw .unwritable(path: path, reason: JournalFile.reason)
        }
    }

    /// A new, locked file with these bytes in the place of this one: at no moment is there anything else than one of both.
    func replaced(by bytes: [UInt8], _ options: JournalOptions) throws(JournalError) -> JournalFile {
        let beside = path + ".new"
        let descriptor = JournalFile.retrying {
            Foundation.open(beside, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: JournalFile.reason) }
        let file = JournalFile(path: path, descriptor: descriptor)
        do throws(JournalError) {
            try file.lock()
            try file.write(bytes, at: 0, options)
            try file.synchronize()
            // Somebody may have put another store's file there, which is not ours to replace.
            guard isAtItsPath else {
                throw JournalError.unwritable(path: path, reason: "another file stands at its path, or none does")
            }
            guard rename(beside, path) == 0 else { throw .unwritable(path: path, reason: JournalFile.reason) }
        } catch {
            unlink(beside)
            throw error
        }
        try? file.synchronizeFolder()
        return file
    }

    /// Returns when the disk knows the file by its name.
    ///
    /// What cannot be done about that is not worth a refusal.
    private func synchronizeFolder() throws(JournalError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let descriptor = JournalFile.retrying { Foundation.open(folder, O_RDONLY | O_CLOEXEC) }
        guard descriptor >= 0 else { return }
        try JournalFile(path: path, descriptor: descriptor).synchronize()
    }

    /// Copies the file beside itself, under its name with an ending.
    func copy(_ bytes: [UInt8], ending: String) throws(JournalError) {
        try JournalError.quoting(Data(bytes).write(to: URL(fileURLWithPath: path + ending))) {
            .unwritable(path: path + ending, reason: $0)
        }
    }

    /// Calls the system again for as long as a signal interrupts it.
    private static func retrying<Number: BinaryInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            guard result == -1, errno == EINTR else { return result }
        }
    }

    /// The system's reason for the latest failure.
    private static var reason: String { String(cString: strerror(errno)) }
}
