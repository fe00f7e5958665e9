// The code of Documentation/EventFormat.md, compiled and run. A test holds the page against this file: each block of the page
// stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitReports
import Testing

/// Recipes of the event format.
struct EventRecipes {
    @Test("a log goes to a file and comes back")
    func file() throws {
        let shop = try NoticeShop(keepsNotifications: false)
        let store = shop.store
        try shop.device.purchase("gold")
        let url = FileManager.default.temporaryDirectory.appending(
            path: "offerkit-format-\(ProcessInfo.processInfo.processIdentifier).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        // guide: file
        try EventFile.write(store.reportLog, to: url)  // the whole log of a store that keeps everything
        let log = try EventFile.read(contentsOf: url)
        // guide: end
        #expect(log == store.reportLog)
    }

    @Test("a store that keeps little hands its events over month by month")
    func months() throws {
        let shop = try NoticeShop(keeping: .liveOnly, keepsNotifications: false)
        let store = shop.store
        try shop.device.purchase("gold")
        // guide: months
        store.collectsEvents = true
        try store.advance(by: .months(1))
        let month = EventFile.data(of: store.takeEvents())  // append it to a file
        // guide: end
        #expect(try EventFile.read(month).events.map(\.kind) == [.renewed])
    }
}
