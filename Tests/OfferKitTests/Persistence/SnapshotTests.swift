import Foundation
import OfferKit
import OfferKitCore
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A store that is saved.
struct SnapshotTests {
    @Test(
        "goes on to the byte as if it had never stopped, at any instant",
        arguments: 1...(Effort.isFull ? 40 : 4) as ClosedRange<UInt64>)
    func goingOn(seed: UInt64) throws {
        let store = try RandomShopping.store(seed: seed)
        var shopping = RandomShopping(seed: seed)
        for part in 0..<6 {
            shopping.steps(15, on: store)
            let snapshot = try store.snapshot()
            let restored = try Store(snapshot: snapshot)
            try expectEqual(restored.snapshot(), snapshot, "seed \(seed), part \(part)")
            expectEqual(restored.log, store.log, "seed \(seed), part \(part)")
            var same = shopping
            var other = shopping
            same.steps(15, on: store)
            other.steps(15, on: restored)
            try expectEqual(restored.snapshot(), store.snapshot(), "seed \(seed), part \(part)")
            shopping = same
        }
    }

    @Test("gives the same bytes for equal stores, whatever the order in which their sets and tables were filled")
    func stableBytes() throws {
        let territories = Territory.all.prefix(60)
        func bytes(_ territories: some Sequence<Territory>) throws -> Data {
            var prices = Prices.everywhere(9.99)
            var places: Set<Territory> = []
            for territory in territories {
                prices.byTerritory[territory] = 5
                places.insert(territory)
            }
            let catalog = try Catalog(groups: [
                .group(
                    "G",
                    [
                        .subscription(
                            "a", level: 1, period: .monthly, price: prices,
                            offers: [.introductory(.freeTrial(.weekly), in: places)])
                    ])
            ])
            return try Store(catalog: catalog).snapshot()
        }
        try expectEqual(bytes(territories), bytes(territories.reversed()))
    }

    // C-87. A look ahead whose time passed with nothing to say is over, also where the renewal is put off afterwards.
    @Test("plans no look ahead whose time has passed")
    func passedLooks() throws {
        let day = Pace.oneRenewal(every: .seconds(86_400))
        let monthly = Catalog.Product.subscription("m", level: 1, period: .monthly, price: 5)
        let store = Store(catalog: try Catalog(groups: [.group("G", [monthly])]), pace: day)
        let customer = store.addCustomer()
        try customer.addDevice().purchase("m")
        customer.paymentMethod = .declining
        customer.paymentMethod = .working
        // A day stands for a month, so ten days before the renewal are eight hours.
        try store.advance(by: .hours(20))
        let snapshot = try store.snapshot()
        let restored = try Store(snapshot: snapshot)
        try expectEqual(restored.snapshot(), snapshot)
        for store in [store, restored] {
            let customer = try #require(store.customers.first)
            try customer.extendRenewalDate(inGroup: "G", byDays: 30)
            store.pace = .testFlight
            customer.paymentMethod = .declining
            store.pace = day
        }
        expectEqual(restored.nextDue, store.nextDue)
        try expectEqual(restored.snapshot(), store.snapshot())
        try store.advance(by: .days(10))
        try restored.advance(by: .days(10))
        expectEqual(restored.log, store.log)
    }

    @Test("plans no look ahead for a change that was taken back before its time")
    func plansTakenBack() throws {
        let catalog = try Catalog(groups: [
            .group(
                "G",
                [
                    .subscription("gold", level: 1, period: .monthly, price: 10),
                    .subscription("silver", level: 3, period: .weekly, price: 2),
                ])
        ])
        let store = Store(catalog: catalog)
        let device = store.addCustomer().addDevice()
        try device.purchase("gold")
        try device.purchase("silver")
        try device.customer.setAutoRenew(false, inGroup: "G")
        try store.advance(by: .days(25))
        let snapshot = try store.snapshot()
        try expectEqual(Store(snapshot: snapshot).snapshot(), snapshot)
    }

    @Test("cancels its open sheets in the copy, with an entry, and leaves them open where it is")
    func openSheets() throws {
        let shop = try Shopping()
        let sheet = try shop.device.requestPurchase(Shopping.pro)
        let restored = try Store(snapshot: shop.store.snapshot())
        expectEqual(restored.log.dropLast(), shop.store.log[...])
        guard case .purchaseRefused(sheet.id, shop.customer.id, Shopping.pro, .cancelled)? = restored.log.last?.event
        else {
            Issue.record("\(String(describing: restored.log.last))")
            return
        }
        try expectEqual(sheet.confirm().productID, Shopping.pro)
    }

    @Test("knows its customers, its file's signer and where its devices start again")
    func whatComesWithIt() throws {
        let shop = try Shopping()
        try shop.device.purchase(Shopping.pro)
        try shop.buy(promo: "half3")
        let restored = try Store(snapshot: shop.store.snapshot())
        let customer = try #require(restored.customers.first)
        expectEqual(customer.id, shop.customer.id)
        expectEqual(restored.configuredSigner?.keyIdentifiers, shop.signer.keyIdentifiers)
        expectEqual(customer.addDevice().storefront, shop.device.storefront)
        expectEqual(customer.addDevice().locale, shop.device.locale)
        expectEqual(customer.addDevice().transactions.map(\.id), shop.device.transactions.map(\.id))
        expectEqual(restored.bundleID, shop.store.bundleID)
    }

    @Test("B10-8: starts its devices again as the settings of its file say, from a snapshot and in a journal")
    func settings() async throws {
        let members =
            #""settings": { "_askToBuyEnabled": true, "_failTransactionsEnabled": true, "_storeKitError": 12, "#
            + #""_storefront": "JPN", "_locale": "ja_JP" }"#
        let product = #""products": [{ "type": "Consumable", "productID": "coins", "displayPrice": "1" }]"#
        let first = Store(try ConfigurationFiles.read(ConfigurationFiles.file(members + ", " + product)))
        let file = JournalFolder()
        for store in [first, try Store(snapshot: first.snapshot()), try file.open(startingWith: first)] {
            let device = store.addCustomer().addDevice()
            expectEqual(device.sheetAnswer, .askToBuy)
            #expect(device.storefront == "JPN" && device.locale.identifier == "ja_JP")
            let coins = try #require(device.product("coins"))
            await #expect(throws: Product.PurchaseError.invalidOfferSignature) { try await coins.purchase() }
            device.clearSimulatedErrors()
            guard case .pending = try await coins.purchase() else {
                Issue.record("The purchase does not wait for a parent.")
                continue
            }
        }
    }

    // C-100.
    @Test("of a file that names an offer twice sells the first of the two, and is read again")
    func twoOffersOfOneName() throws {
        let offers = ["half3", "half3", "other"].enumerated().map { place, name in
            #"{"offerID":"\#(name)","paymentMode":"free","subscriptionPeriod":"P\#(place + 1)M","isEligible":true}"#
        }
        for list in ["adHocOffers", "winbackOffers"] {
            let members = "\"\(list)\": [\(offers.joined(separator: ","))]"
            let store = Store(try ConfigurationFiles.read(ConfigurationFiles.subscription(members)))
            for store in [store, try Store(snapshot: store.snapshot())] {
                let sold = try store.offers(of: "pro").map(\.offer)
                expectEqual(sold.map(\.id), ["half3", "other"])
                expectEqual(sold.map(\.terms), [.freeTrial(.monthly), .freeTrial(.everyThreeMonths)])
            }
        }
    }

    @Test("names both versions when a newer one wrote it")
    func newerVersion() throws {
        let text = String(decoding: try Shopping().store.snapshot(), as: UTF8.self)
        let newer = text.replacing("OfferKit snapshot 15 ", with: "OfferKit snapshot 16 ", maxReplacements: 1)
        #expect(throws: SnapshotError.newerVersion(16, supported: 15)) { try Store(snapshot: Data(newer.utf8)) }
        expectContains(SnapshotError.newerVersion(16, supported: 15).description, "version 16")
        expectContains(SnapshotError.newerVersion(16, supported: 15).description, "reads version 15")
    }

    @Test("an older version is named, with what can be done", arguments: [1, 6])
    func olderVersion(version: Int) throws {
        let text = String(decoding: try Shopping().store.snapshot(), as: UTF8.self)
        let older = text.replacing("snapshot 15 ", with: "snapshot \(version) ")
        #expect(throws: SnapshotError.olderVersion(version, supported: 14)) { try Store(snapshot: Data(older.utf8)) }
        expectContains(SnapshotError.olderVersion(version, supported: 14).description, "Make the store anew")
    }

    @Test("is not read from what is none", arguments: ["", "\n", "{}", "OfferKitX snapshot 1 2 3\n{}\n"])
    func noSnapshot(text: String) {
        #expect(throws: SnapshotError.notASnapshot) { try Store(snapshot: Data(text.utf8)) }
    }
}
