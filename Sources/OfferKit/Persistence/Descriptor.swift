import Foundation

/// An open file of the system's, closed when the last who holds it lets go.
final class Descriptor: Sendable {
    let number: Int32
    /// The device and the number that tell the file from all others, whatever its name.
    private let device: dev_t
    private let file: ino_t

    /// Opens a file; nil with the reason in `errno`.
    ///
    /// What is made is readable by its owner alone.
    init?(opening path: String, _ flags: Int32) {
        let opened = Descriptor.retrying { open(path, flags | O_CLOEXEC, 0o600) }
        guard opened >= 0, let number = Descriptor.behindStandardStreams(opened) else { return nil }
        var status = stat()
        guard fstat(number, &status) == 0 else {
            close(number)
            return nil
        }
        (self.number, device, file) = (number, status.st_dev, status.st_ino)
    }

    deinit {
        // Closing alone would leave the lock to a child that was forked just now and has not begun its own program yet.
        flock(number, LOCK_UN)
        close(number)
    }

    /// Returns a number that stands for no standard stream.
    ///
    /// In a process that has closed one, whatever is printed would be written into the file that is opened next.
    private static func behindStandardStreams(_ opened: Int32) -> Int32? {
        guard opened <= STDERR_FILENO else { return opened }
        let moved = retrying { fcntl(opened, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
        let reason = errno
        close(opened)
        errno = reason
        return moved >= 0 ? moved : nil
    }

    /// Returns whether a file that was found at some path is this one.
    func isOpen(on found: stat) -> Bool { found.st_dev == device && found.st_ino == file }

    /// Waits until the disk itself has everything; returns false with the reason in `errno`.
    func synchronize() -> Bool {
        #if canImport(Darwin)
        // There `fsync` stops at the drive's own memory.
        if Descriptor.retrying({ fcntl(number, F_FULLFSYNC) }) == 0 { return true }
        #endif
        return Descriptor.retrying { fsync(number) } == 0
    }

    /// Calls the system again for as long as a signal interrupts it.
    static func retrying<Number: BinaryInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            guard result == -1, errno == EINTR else { return result }
        }
    }

    /// The system's reason for the latest failure.
    static var reason: String { String(cString: strerror(errno)) }
}
