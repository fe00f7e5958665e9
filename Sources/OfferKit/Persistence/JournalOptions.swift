/// The options by which a store keeps its journal.
public struct JournalOptions: Hashable, Sendable {
    /// The ways to handle damage in the middle of a journal.
    public enum Recovery: Hashable, Sendable {
        /// The journal is not opened: ``JournalError/damaged(path:offset:_:)``.
        case refusesDamage
        /// The store is what it was before the damage; what comes after it is cut off, once the file was copied beside
        /// itself, with `.damaged` after its name, and a number where such a file is there already.
        case dropsWhatFollowsDamage
    }

    /// Whether each command waits until the disk itself has its record.
    ///
    /// Without it, which is the default, everything acknowledged survives the end of the process, however it ends, but
    /// perhaps not a loss of power. With it, everything acknowledged survives a loss of power too, as far as the disk keeps
    /// its word; a command then takes as long as the disk does.
    public var synchronizes: Bool
    /// The number of bytes of records that may follow the snapshot at the file's beginning before a new snapshot takes
    /// the place of all; nil where none ever does.
    ///
    /// The records must also outgrow the snapshot.
    public var compactsAfter: Int?
    /// The way to handle damage in the middle.
    public var recovery: Recovery
    /// The largest size of the file: stands for a disk that is full.
    package var largestFile: Int?
    /// The number of bytes that are written at once: few, so that a test can kill the process in the middle of a
    /// record.
    package var largestWrite = Int.max

    /// Creates options; the defaults suit tests.
    public init(synchronizes: Bool = false, compactsAfter: Int? = 4_194_304, recovery: Recovery = .refusesDamage) {
        self.synchronizes = synchronizes
        self.compactsAfter = compactsAfter
        self.recovery = recovery
    }
}
