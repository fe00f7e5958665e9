import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitReports
import OfferKitServer

extension Reader {
    /// Snapshots of stores.
    static let snapshot = Reader(name: "snapshot", weight: 6, form: .lines) {
        let world = try World.shared.get()
        let small = Store(catalog: try Catalog(groups: [], products: [.consumable("coins", price: 0.99)]))
        try small.addCustomer().addDevice().purchase("coins")
        let seeds = [try small.snapshot(), try world.store.snapshot()].map { Array($0) }
        return Subject(seeds: seeds, dictionary: ["null", "true", "{}", "liveOnly"], mend: SavedLines.mended) { input in
            let store = reading { () throws(SnapshotError) in try Store(snapshot: Data(input)) }
            guard let store else { return }
            try goOn(with: store)
        }
    }

    /// Uses a store that was read: it must not trap, and its saved form must read as the same store.
    private static func goOn(with store: Store) throws {
        guard let saved = reading({ () throws(SnapshotError) in try store.snapshot() }) else { return }
        let again = reading { () throws(SnapshotError) in try Store(snapshot: saved) }
        try expect(again?.state == store.state, "a store is another one when it was saved")
        _ = store.log.count
        // Only one due item is carried out, as periods may have any length now.
        _ = reading { () throws(ClockRefusal) in try store.advanceToNext() }
        let device = store.addCustomer().addDevice()
        for product in device.products.prefix(2) {
            _ = reading { () throws(PurchaseRefusal) in try device.purchase(product.id) }
        }
    }

    /// Journals of stores.
    static let journal = Reader(name: "journal", weight: 4, form: .lines) {
        let url = Scratch.folder.appending(
            path: "fuzz-\(ProcessInfo.processInfo.processIdentifier).journal")
        func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }
        try write([])
        do {
            let catalog = try Catalog(
                groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 9.99)])],
                products: [.consumable("coins", price: 0.99)])
            let store = try Store(journal: url, startingWith: Store(catalog: catalog))
            let device = store.addCustomer().addDevice()
            try device.purchase("a")
            try device.purchase("coins", quantity: 3)
            try store.advance(by: .months(2))
            try store.refund(1)
        }
        let seed = Array(try Data(contentsOf: url))
        return Subject(seeds: [seed], dictionary: ["null", "true", "isContinued"], mend: SavedLines.mended) { input in
            for recovery in [JournalOptions.Recovery.refusesDamage, .dropsWhatFollowsDamage] {
                try write(input)
                let options = JournalOptions(recovery: recovery)
                let store = reading { () throws(JournalError) in try Store(journal: url, options: options) }
                guard let store else { continue }
                let state = store.state
                store.closeJournal()
                let again = reading { () throws(JournalError) in try Store(journal: url) }
                try expect(again?.state == state, "a journal is another store when it is opened again")
                again?.closeJournal()
            }
            for ending in ["", ".damaged", ".new"] { try? FileManager.default.removeItem(atPath: url.path + ending) }
        }
    }

    /// Files of events, and reports of them.
    static let events = Reader(name: "events", weight: 40, form: .lines) {
        let log = try World.shared.get().events
        let all = Array(EventFile.data(of: log))
        let lines = all.split(separator: UInt8(ascii: "\n"))
        let few = Array(lines.prefix(4).joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
        let words =
            ReportEvent.Kind.allCases.map(\.rawValue) + [
                "graceEnd", "replaced", "offerCharge", "quantity", "P1M", "level",
            ]
        return Subject(seeds: [few, all], dictionary: words) { input in
            let read = reading { () throws(EventFileError) in try EventFile.read(Data(input)) }
            guard let read else { return }
            let written = EventFile.data(of: read)
            let again = reading { () throws(EventFileError) in try EventFile.read(written) }
            try expect(again == read, "a log is another one when it was written")
            var fold = ReportFold()
            for event in read.events { fold.add(event, read.names) }
            try expect(fold.reports.eventCount == read.events.count, "an event is in no report")
        }
    }
}

/// Snapshots and journals as lines: one for protection, and one of JSON.
private enum SavedLines {
    /// Returns the lines with lengths and checksums corrected for their content, computed apart from the library.
    static func mended(_ saved: [UInt8]) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        let lines = saved.split(separator: newline, omittingEmptySubsequences: false).map { Array($0) }
        guard lines.count > 1 else { return saved }
        let words = lines[0].split(separator: UInt8(ascii: " ")).prefix(3).joined(separator: [UInt8(ascii: " ")])
        let intent = Array(words) + Array(" \(lines[1].count)".utf8)
        var digest = hash(intent + lines[1])
        var mended = intent + Array(" \(digest)\n".utf8) + lines[1] + [newline]
        var place = 2
        while place + 1 < lines.count {
            let payload = lines[place + 1]
            digest = hash(Array("\(digest) \(payload.count)".utf8) + payload)
            let line = "\(payload.count) \(digest)"
            mended += Array("\(line) \(hash(Array(line.utf8)).prefix(8))\n".utf8) + payload + [newline]
            place += 2
        }
        return mended + (place < lines.count ? lines[place] : [])
    }

    private static func hash(_ bytes: [UInt8]) -> String { Hexadecimal.text(SHA256.hash(bytes)) }
}
