import Foundation
import OfferKit

/// A folder for one journal, removed with this value.
final class JournalFolder {
    let url: URL
    private let folder: URL
    private static let names = Numbers()

    init() {
        let process = ProcessInfo.processInfo.processIdentifier
        folder = FileManager.default.temporaryDirectory
            .appending(path: "offerkit-\(process)-\(JournalFolder.names.next())")
        url = folder.appending(path: "store.journal")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    func open(startingWith first: Store? = nil, options: JournalOptions = JournalOptions()) throws -> Store {
        try Store(journal: url, startingWith: first, options: options)
    }

    func bytes() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: url) }

    /// Numbers that are unique among the folders of this process.
    private final class Numbers: @unchecked Sendable {
        private let lock = NSLock()
        private var last = 0

        func next() -> Int {
            lock.withLock {
                last += 1
                return last
            }
        }
    }
}
