// The code of Documentation/ReportsAndPictures.md, compiled and run. A test holds the guide against this file: each block of the guide
// stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitReports
import Testing

/// Recipes of the guide to reports.
struct ReportRecipes {
    /// A store in which one customer redeems an offer on the way out, and another stays.
    private func playedStore(keeping retention: HistoryRetention = .everything, collects: Bool = false) throws -> Store
    {
        let catalog = try Catalog(groups: [
            .group(
                "Plans",
                [
                    .subscription(
                        "plan", level: 1, period: .monthly, price: 9.99,
                        offers: [.promotional("stay", .payAsYouGo(4.99, periods: 1))])
                ])
        ])
        let store = Store(catalog: catalog, keeping: retention)
        store.collectsEvents = collects
        let signer = store.makeSigner()
        try store.registerKeys(of: signer)
        for number in 0..<2 {
            let device = store.addCustomer().addDevice()
            try device.purchase("plan", account: .userName("u\(number)"))
            guard number == 0 else { continue }
            try device.customer.setAutoRenew(false, inGroup: "Plans")
            let claim = try store.sign(offer: "stay", of: "plan", for: .userName("u0"), with: signer)
            try device.purchase("plan", offer: .promotional(claim), account: .userName("u0"))
        }
        return store
    }

    // On the first of each month from January to July both pay 9.99, but for 4.99 that one pays in February.
    @Test("S0-132, S0-135: what a store says, and how it looks")
    func fromStore() throws {
        let store = try playedStore()
        try store.advance(by: .months(6))
        // guide: store
        let reports = Reports(of: store.reportLog)
        let day = try #require(ReportDay(year: 2026, month: 6, day: 30))

        let subscribers = reports.state.counts(at: day)
        print(subscribers.active, subscribers.introductory, subscribers.inGrace)

        let events = reports.events.counts(where: ReportFilter(offers: .id("stay")))
        print(events.redeemed, events.converted)

        let money = reports.proceeds.totals()["USD"]
        print(money?.revenue ?? MoneySum(), money?.proceeds ?? MoneySum())
        // guide: end
        #expect(subscribers.active == 2)
        #expect(events.redeemed == 1)
        #expect(events.converted == 1)
        #expect(money?.revenue == MoneySum(milliunits: 13 * 9_990 + 4_990))
        // 70 % of 9.990 is 6.993, of 4.990 3.493.
        #expect(money?.proceeds == MoneySum(milliunits: 13 * 6_993 + 3_493))
        let page = FileManager.default.temporaryDirectory.appending(
            path: "offerkit-report-\(ProcessInfo.processInfo.processIdentifier).html")
        defer { try? FileManager.default.removeItem(at: page) }
        // guide: look
        for table in reports.tables { print(table.text) }
        try Data(reports.dashboard(title: "My shop").html.utf8).write(to: page)
        let csv = reports.tables[0].csv
        let svg = reports.sections[0].charts[0].svg(width: 800, height: 400)
        let days = reports.dailyTables.map(\.csv)  // every day: by storefront, and by product, offer and storefront
        // guide: end
        #expect(csv.hasPrefix("Day,Active,Growth,"))
        #expect(svg.hasPrefix("<svg"))
        #expect(days.map { $0.prefix(11) } == ["Storefront,", "Product,Off"])
        #expect(reports.sections.map(\.heading).count == 5)
    }

    @Test("B17-2: what is collected as it happens is folded as a log is")
    func onTheFly() throws {
        let store = try playedStore(keeping: .liveOnly, collects: true)
        // guide: fly
        var fold = ReportFold()
        for _ in 1...12 {
            try store.advance(by: .months(1))
            fold.add(store.takeEvents())
        }
        print(fold.reports.retention.recovery.recovered)
        // guide: end
        #expect(fold.reports.events.counts().renewed == 24)
        #expect(fold.reports.passedOver.total == 0)
    }

    @Test("B17-1: a file and its parts say what the log says")
    func fromFile() throws {
        let store = try playedStore()
        try store.advance(by: .months(6))
        let log = store.reportLog
        let url = FileManager.default.temporaryDirectory.appending(
            path: "offerkit-recipe-\(ProcessInfo.processInfo.processIdentifier).jsonl")
        defer { try? FileManager.default.removeItem(at: url) }
        try EventFile.write(log, to: url)
        // guide: file
        var reader = try EventReader(contentsOf: url)
        var fold = ReportFold([.state, .proceeds])
        while let event = try reader.next() { fold.add(event, reader.names) }
        // guide: end
        #expect(fold.reports.state == Reports(of: log).state)
        #expect(fold.reports.proceeds == Reports(of: log).proceeds)
        let shards = [0, 1].map { customer in
            ReportLog(names: log.names, events: log.events.filter { ($0.customer ?? 0) == customer })
        }
        // guide: shards
        var all = Reports()
        for shard in shards { all.merge(Reports(of: shard)) }
        // guide: end
        #expect(all == Reports(of: log))
    }
}
