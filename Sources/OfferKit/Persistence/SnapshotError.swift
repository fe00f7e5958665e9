import Foundation
public import OfferKitServer

/// The reasons why a saved store cannot be read.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SnapshotError: Error, Hashable, Sendable {
    /// The bytes do not begin like a snapshot.
    case notASnapshot
    /// A newer version of OfferKit wrote it, in a format that this one does not know.
    case newerVersion(Int, supported: Int)
    /// An older version of OfferKit wrote it, in a format that is not read any more.
    case olderVersion(Int, supported: Int)
    /// The snapshot was changed or cut off since it was written; the damage shows at that byte, or in what begins
    /// there.
    case damaged(offset: Int, Damage)
    /// The store could not be written down; the reason is the encoder's.
    case unwritable(String)

    /// The signs of damage.
    public enum Damage: Hashable, Sendable {
        /// The line that announces the content cannot be read.
        case header
        /// The content ends too early.
        case tooShort
        /// The checksum is not that of the content.
        case checksum
        /// The checksum is right, but no store can be like that.
        case content(String)
        /// More bytes follow the end of a snapshot.
        case surplus
    }
}

extension SnapshotError: DescribedError {
    /// The reason in a sentence, and advice on what to do.
    public var description: String {
        switch self {
        case .notASnapshot:
            "notASnapshot: this does not begin like a snapshot that a store made."
        case .newerVersion(let found, let supported):
            "newerVersion: the snapshot has version \(found) of the format, and this OfferKit reads version \(supported). "
                + "Update OfferKit to read it."
        case .olderVersion(let found, let supported):
            "olderVersion: the snapshot has version \(found) of the format, and this OfferKit reads versions from \(supported) on. "
                + "Make the store anew, or read it with the OfferKit that wrote it."
        case .damaged(let offset, let damage):
            "damaged: \(damage) (byte \(offset)). Take another copy of it, or make the store anew."
        case .unwritable(let reason): "unwritable: the store could not be written down: \(reason)"
        }
    }
}

extension SnapshotError.Damage: CustomStringConvertible {
    /// The damage as a part of a sentence.
    public var description: String {
        switch self {
        case .header: "the first line is no header of the format"
        case .tooShort: "it ends too early"
        case .checksum: "it is not what was written, says its checksum"
        case .content(let fault): "its checksum is right, but what it says is impossible: \(fault)"
        case .surplus: "there are bytes after its end"
        }
    }
}
