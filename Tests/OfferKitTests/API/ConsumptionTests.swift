import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// C-145: what the developer's server says of how a purchase was used.
struct ConsumptionTests {
    private let shop: APIShop

    init() throws {
        shop = try APIShop()
    }

    private static let first = #"""
        {"customerConsented":true,"sampleContentProvided":false,"consumptionStatus":2,"platform":1,"deliveryStatus":5,\#
        "appAccountToken":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","accountTenure":7,"playTime":6,\#
        "lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":4,"userStatus":3,"refundPreference":1}
        """#
    private static let second = #"""
        {"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED",\#
        "consumptionPercentage":67932,"refundPreference":"GRANT_PRORATED"}
        """#

    private func send(_ body: String, to id: Int, _ version: String = "v2") -> Int? {
        shop.code("PUT", "\(version)/transactions/consumption/\(id)", body)
    }

    @Test("C-145: version 1 is answered with 202 and kept, every answer of it")
    func first() throws {
        try shop.device.purchase("coins")
        expectNil(shop.store.consumptionInformation(of: 1))
        let response = shop.call("PUT", "v1/transactions/consumption/1", Self.first)
        expectEqual(response.status, 202)
        #expect(response.body.isEmpty)
        guard case .version1(let kept)? = shop.store.consumptionInformation(of: 1) else {
            Issue.record("Nothing was kept.")
            return
        }
        expectEqual(kept.appAccountToken, UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"))
        #expect(!kept.sampleContentProvided)
        // In the order of the names.
        let names = ConsumptionInformation.Version1.Question.allCases.sorted { $0.rawValue < $1.rawValue }
        expectEqual(names.map { kept[$0] }, [7, 2, 5, 4, 0, 1, 6, 1, 3])
        // A token may be left empty, and the preference out.
        let short = Self.first.replacing("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", with: "")
            .replacing(#","refundPreference":1"#, with: "")
        expectNil(send(short, to: 1, "v1"))
        guard case .version1(let again)? = shop.store.consumptionInformation(of: 1) else {
            Issue.record("Nothing was kept.")
            return
        }
        expectNil(again.appAccountToken)
        expectEqual(again[.refundPreference], 0)
    }

    @Test("C-145: version 2 is kept too, of every type of product; what comes later counts, and is saved")
    func second() throws {
        for product in ["coins", "theme", "pass", "gold"] { try shop.device.purchase(product) }
        for id in 1...3 { #expect(send(Self.second, to: id) == nil) }
        expectEqual(send(Self.second, to: 4), 4_000_209)
        let short = #"{"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"UNDELIVERED_OTHER"}"#
        expectNil(send(short, to: 4))
        expectNil(send(short, to: 3))
        let store = try Store(snapshot: shop.store.snapshot())
        var kept: [ConsumptionInformation.Version2] = []
        for id in 1...4 as ClosedRange<UInt64> {
            guard case .version2(let version)? = store.consumptionInformation(of: id) else { continue }
            kept.append(version)
        }
        expectEqual(kept.map(\.consumptionPercentage), [67_932, 67_932, nil, nil])
        expectEqual(kept.map(\.refundPreference), [.grantProrated, .grantProrated, nil, nil])
        expectEqual(kept.map(\.deliveryStatus), [.delivered, .delivered, .other, .other])
        expectEqual(kept.map(\.sampleContentProvided), [true, true, true, true])
        expectEqual(shop.store.log.last?.event, .consumptionInformationSent(id: 3, .version2(kept[2])))
    }

    @Test("C-145: nothing follows from it: the refund is still to be decided, and no notification is made")
    func nothingFollows() throws {
        shop.store.setKeepsNotifications(true)
        try shop.device.purchase("coins")
        try shop.buyer.requestRefund(of: 1, answer: .wait)
        expectEqual(shop.store.notifications.map(\.type), [.consumptionRequest])
        expectNil(send(Self.second, to: 1))
        expectEqual(shop.store.notifications.count, 1)
        expectNil(shop.device.transactions.first?.revocationDate)
    }

    /// A body with another value in the place of a member's, or without the member for nil.
    private func changed(_ body: String, _ name: String, _ value: String?) throws -> String {
        let old = try #require(body.firstMatch(of: try Regex(#""\#(name)":[^,}]+"#))?.output[0].substring)
        return body.replacing(old, with: value.map { #""\#(name)":\#($0)"# } ?? #""other":1"#)
    }

    @Test(
        "C-145: each member of version 1 has its code",
        arguments: [
            ("accountTenure", 4_000_032, 7), ("consumptionStatus", 4_000_034, 3), ("deliveryStatus", 4_000_036, 5),
            ("lifetimeDollarsPurchased", 4_000_037, 7), ("lifetimeDollarsRefunded", 4_000_038, 7),
            ("platform", 4_000_039, 2), ("playTime", 4_000_040, 7), ("userStatus", 4_000_042, 4),
            ("refundPreference", 4_000_044, 3),
        ])
    func numbers(_ name: String, _ code: Int, _ largest: Int) throws {
        try shop.device.purchase("coins")
        for wrong in ["-1", "\(largest + 1)", "1.0", "\"1\"", "true"] {
            try expectEqual(send(changed(Self.first, name, wrong), to: 1, "v1"), code, "\(wrong)")
        }
        for right in 0...largest { #expect(try send(changed(Self.first, name, "\(right)"), to: 1, "v1") == nil) }
        let isRequired = name != "refundPreference"
        for absent in [nil, "null"] {
            try expectEqual(send(changed(Self.first, name, absent), to: 1, "v1"), isRequired ? code : nil)
        }
    }

    @Test("C-145: consent, sample and token have their codes, and so have the members of version 2")
    func members() throws {
        try shop.device.purchase("coins")
        for (body, version) in [(Self.first, "v1"), (Self.second, "v2")] {
            for wrong in ["false", "1", "\"true\"", "null", nil] {
                try expectEqual(send(changed(body, "customerConsented", wrong), to: 1, version), 4_000_035)
            }
            for wrong in ["1", "\"true\"", "null", nil] {
                try expectEqual(send(changed(body, "sampleContentProvided", wrong), to: 1, version), 4_000_041)
            }
            expectEqual(send("{", to: 1, version), 4_000_000)
            expectEqual(send("{}", to: 1, version), 4_000_035)
        }
        for wrong in ["7", "\"x\"", "null", nil] {
            try expectEqual(send(changed(Self.first, "appAccountToken", wrong), to: 1, "v1"), 4_000_033)
        }
        for wrong in ["0", "\"delivered\"", "\"\"", "null", nil] {
            try expectEqual(send(changed(Self.second, "deliveryStatus", wrong), to: 1), 4_000_036)
        }
        for wrong in ["1", "\"GRANT\""] {
            try expectEqual(send(changed(Self.second, "refundPreference", wrong), to: 1), 4_000_044)
        }
        for wrong in ["-1", "100001", "0.5", "\"0\""] {
            try expectEqual(send(changed(Self.second, "consumptionPercentage", wrong), to: 1), 4_000_000)
        }
        // Of what was not delivered nothing was consumed.
        let undelivered = try changed(Self.second, "deliveryStatus", "\"UNDELIVERED_WRONG_ITEM\"")
        expectEqual(send(undelivered, to: 1), 4_000_000)
        expectNil(try send(changed(undelivered, "consumptionPercentage", "0"), to: 1))
        for right in ["0", "100000"] {
            expectNil(try send(changed(Self.second, "consumptionPercentage", right), to: 1))
        }
    }

    @Test("C-145: whose transaction it is of, and of which type: 4000006, 4000047, 4000048, 4000185, 4040010")
    func transactions() throws {
        _ = try shop.addMember()
        try shop.device.purchase("gold")  // 1, and 2 for the member
        for product in ["theme", "pass", "coins"] { try shop.device.purchase(product) }  // 3 to 5
        expectEqual(
            [1, 2, 3, 4, 5].map { send(Self.first, to: $0, "v1") }, [nil, 4_000_185, 4_000_047, 4_000_047, nil])
        expectEqual(send(Self.second, to: 2), 4_000_185)
        for version in ["v1", "v2"] {
            let body = version == "v1" ? Self.first : Self.second
            expectEqual(send(body, to: 99, version), 4_040_010)
            expectEqual(send(body, to: 0, version), 4_000_006)
            let path = "\(version)/transactions/consumption/\(shop.buyer.appTransactionID)"
            expectEqual(shop.code("PUT", path, body), 4_000_048)
        }
        // A renewal is a transaction of its own.
        try shop.go("2026-02-11")
        expectNil(send(Self.first, to: 6, "v1"))
        #expect(shop.store.consumptionInformation(of: 6) != nil)
        expectNil(shop.store.consumptionInformation(of: 2))
    }
}
