// The code of Documentation/TheModelOfTime.md, compiled and run. A test holds the guide against this file: each block of
// the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to time.
struct TimeRecipes {
    private let store: Store

    init() throws {
        store = Store(catalog: try #require(myShop))
    }

    @Test("everything that is due happens at its own instant, before the call returns")
    func advance() throws {
        // guide: advance
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")  // 1 January 2026, 00:00 UTC
        let move = try store.advance(by: .months(3))
        #expect(move.renewed == 3)
        let renewals = device.transactions.dropFirst().map(\.purchaseDate)
        #expect(try renewals == ["2026-01-08", "2026-02-08", "2026-03-08"].map { try Date(utc: $0) })
        #expect(try store.now == Date(utc: "2026-04-01"))
        // guide: end
    }

    @Test("one instant after another")
    func steps() throws {
        // guide: next
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        let end = store.now.addingTimeInterval(90 * 86_400)
        while let due = store.nextDue, due <= end {
            try store.advanceToNext()
            #expect(store.now == due)
        }
        // guide: end
        #expect(device.transactions.count == 4)
    }

    @Test("entries as they come, and a move that ends where the caller wants")
    func forEach() throws {
        // guide: each
        struct Found: Error {}
        let customer = store.addCustomer()
        try customer.addDevice().purchase("com.example.app.monthly")
        customer.failCharge(3)
        #expect(throws: Found.self) {
            try store.advance(by: .years(1)) { entry in
                if case .renewalFailed = entry.event { throw Found() }
            }
        }
        #expect(try store.now == Date(utc: "2026-03-08"))  // the clock stands where that happened
        // guide: end
    }

    @Test("C-19: the 31st of January")
    func calendar() throws {
        // guide: calendar
        let catalog = try Catalog(groups: [
            .group("Premium", [.subscription("com.example.app.monthly", level: 1, period: .monthly, price: 9.99)])
        ])
        let start = try Date(utc: "2026-01-31 10:00")
        let store = Store(catalog: catalog, startingAt: start)
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.app.monthly")
        try store.advance(by: .months(4))
        let dates = device.transactions.map(\.purchaseDate)
        let days = ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]
        #expect(try dates == days.map { try Date(utc: "\($0) 10:00") })
        // guide: end
    }

    @Test("C-43: the renewal of an instant comes before what the customer does then")
    func sameInstant() throws {
        // guide: instant
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try device.purchase("com.example.app.monthly")
        try store.advance(by: .days(7))  // to the very instant of the renewal
        try customer.setAutoRenew(false, inGroup: "Premium")  // too late for this one
        #expect(device.transactions.count == 2)
        // guide: end
    }

    @Test("a store that follows a clock")
    func follows() throws {
        // guide: follow
        store.follow(ContinuousClock())  // from here a second is a second
        #expect(throws: ClockRefusal.clockIsFollowing) { try store.advance(by: .days(1)) }
        store.stopFollowing()  // the clock stands still where it is
        try store.advance(by: .days(1))
        // guide: end
    }

    @Test("B19: a pace changes what a month is, and not what a minute is")
    func pace() throws {
        let catalog = try #require(myShop)
        // guide: pace
        let store = Store(catalog: catalog, pace: .sandbox())
        let device = store.addCustomer().addDevice()
        let week = try device.purchase("com.example.app.monthly")
        #expect(week.expirationDate == store.now.addingTimeInterval(180))  // a free week: three minutes
        let hour = try store.advance(by: .hours(2))
        #expect(hour.renewed == 12)  // the sandbox stops after twelve (B19-1)
        #expect(hour.lapsed == 1)
        // guide: end
    }

    @Test("a clock moved to the year 3000 renews until then")
    func farAway() throws {
        let catalog = try #require(myShop)
        // guide: far
        let store = Store(catalog: catalog, keeping: .liveOnly)
        try store.addCustomer().addDevice().purchase("com.example.app.monthly")
        let move = try store.advance(by: .years(974))  // 1 January 3000
        #expect(move.renewed == 974 * 12)
        // guide: end
    }
}
