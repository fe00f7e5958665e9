import Foundation
import OfferKitCore

/// The file in which a device's receipt lies, in a folder of its own.
final class ReceiptFile: Sendable {
    /// The number of the last file, to tell the files of a process apart; devices of stores with one seed have the same
    /// identifiers.
    private static let lastNumber = Locked(0)

    let url: URL
    private let folder: URL
    /// One write at a time, so that the latest receipt is the one that stays.
    private let turn = Turn()

    init(in environment: StoreEnvironment) {
        let number = ReceiptFile.lastNumber.withLock { number in
            number += 1
            return number
        }
        let process = ProcessInfo.processInfo.processIdentifier
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("OfferKit-\(process)-\(number)", isDirectory: true)
        url = folder.appendingPathComponent("StoreKit", isDirectory: true)
            .appendingPathComponent(environment == .production ? "receipt" : "sandboxReceipt")
    }

    /// Writes the receipt as it is in this write's turn to the file; removes the file where there is none.
    func hold(_ receipt: () -> Data?) {
        turn.take {
            guard let receipt = receipt() else {
                try? FileManager.default.removeItem(at: url)
                return
            }
            // A receipt that cannot be written is one that is not there, which apps have to cope with.
            try? FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try? receipt.write(to: url, options: .atomic)
        }
    }

    /// Removes the folder.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }
}
