import Foundation
import NIOConcurrencyHelpers

/// The hold of one server on the folder that its stores are kept in: a second one that starts there is refused.
///
/// It ends with the process, whatever ends that.
final class FolderLock: Sendable {
    private let descriptor: NIOLockedValueBox<Int32>

    /// Takes hold of a folder.
    ///
    /// - Throws: ``ControlError``: 409 where another server has it, 507 where it cannot be opened.
    init(_ folder: URL) throws {
        let opened = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else {
            throw ControlError.notKept(
                "The folder \(folder.path) cannot be opened: \(String(cString: strerror(errno)))")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            Foundation.close(opened)
            throw ControlError(
                409, "dataInUse",
                "Another server keeps its stores in \(folder.path). Stop it, or start this one with another --data.",
                at: "data")
        }
        descriptor = NIOLockedValueBox(opened)
    }

    deinit { release() }

    /// Lets go of the folder.
    func release() {
        descriptor.withLockedValue { descriptor in
            if descriptor >= 0 { Foundation.close(descriptor) }
            descriptor = -1
        }
    }
}
