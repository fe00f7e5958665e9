import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A forged snapshot.
///
/// Snapshots with the right checksum and one value that no store writes: each is refused before anybody works with it.
struct ForgedSnapshotTests {
    /// A forgery: what is kept, the field, and what it says.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let retention: HistoryRetention
        let field: String
        let value: String
        var testDescription: String { "\(retention): \(field) = \(value)" }
    }

    @Test(
        "is refused as damaged, and traps nobody",
        arguments: [
            Forgery(retention: .everything, field: "ledger.transactions.facts[].subscription", value: "7"),
            Forgery(retention: .everything, field: "ledger.transactions.last", value: "0"),
            Forgery(retention: .everything, field: "ledger.transactions.last", value: "18446744073709551615"),
            Forgery(retention: .liveOnly, field: "ledger.transactions.last", value: "9223372036854775807"),
            Forgery(retention: .liveOnly, field: "ledger.transactions.last", value: "18446744073709551615"),
            Forgery(retention: .transactions, field: "setup.retention", value: "\"liveOnly\""),
            // It runs, and was upgraded, was refunded, or its transaction was not, or it lapses in the year 9999.
            Forgery(retention: .everything, field: "ledger.rows[].latest.facts.marks", value: "1"),
            Forgery(retention: .liveOnly, field: "ledger.rows[].latest.facts.marks", value: "1"),
            Forgery(retention: .liveOnly, field: "ledger.rows[].latest.facts.marks", value: "2"),
            Forgery(retention: .liveOnly, field: "ledger.rows[].phase", value: "4"),
            Forgery(retention: .liveOnly, field: "ledger.rows[].phase", value: "11"),
        ])
    func forged(_ forgery: Forgery) throws {
        let store = try store(keeping: forgery.retention)
        let saved = SavedBytes(snapshot: try store.snapshot())
        let tree = SavedTree(saved.payload)
        let node = try #require(tree.nodes.first { $0.field == "machine.state.\(forgery.field)" })
        var payload = saved.payload
        payload.replaceSubrange(node.range, with: Array(forgery.value.utf8))
        #expect(throws: SnapshotError.self) { try Store(snapshot: saved.snapshot(of: payload)) }
    }

    @Test(
        "is refused where a renewal would be tried beyond the clock's end, or paid service is none",
        arguments: [
            ("standingDate", "9223372036854775807"), ("standingEnd", "9223372036854775807"),
            ("paidEnd", "0"), ("closedMonths", "-1"),
        ])
    func forgedStanding(field: String, value: String) throws {
        let store = try store(keeping: .everything)
        store.customers[0].paymentMethod = .declining
        try store.advance(by: .months(1))
        let saved = SavedBytes(snapshot: try store.snapshot())
        let tree = SavedTree(saved.payload)
        let node = try #require(tree.nodes.first { $0.field == "machine.state.ledger.rows[].\(field)" })
        var payload = saved.payload
        payload.replaceSubrange(node.range, with: Array(value.utf8))
        #expect(throws: SnapshotError.self) { try Store(snapshot: saved.snapshot(of: payload)) }
    }

    @Test("is refused with a sentence where the byte of a standing means nothing")
    func forgedPhase() throws {
        // In the lowest three bits the kinds 0 to 4, above them the reason: 0 to 2 of a failure, 1 to 5 of a lapse.
        let meaning: Set<UInt8> = [0, 1, 9, 17, 2, 10, 18, 11, 19, 27, 35, 43, 4]
        let saved = SavedBytes(snapshot: try store(keeping: .liveOnly).snapshot())
        let tree = SavedTree(saved.payload)
        let node = try #require(tree.nodes.first { $0.field == "machine.state.ledger.rows[].phase" })
        for byte in UInt8.min...UInt8.max where !meaning.contains(byte) {
            var payload = saved.payload
            payload.replaceSubrange(node.range, with: Array("\(byte)".utf8))
            let refusal = #expect(throws: SnapshotError.self) { try Store(snapshot: saved.snapshot(of: payload)) }
            expectContains(refusal?.description, "A subscription has a standing that means nothing.", "byte \(byte)")
        }
    }

    @Test("is refused where a transaction was made before its date")
    func forgedMade() throws {
        let store = try store(keeping: .everything)
        store.gracePeriod = BillingGracePeriod(.sixteenDays)
        store.customers[0].failNextCharges()
        try store.advance(by: .months(1))
        try store.advance(by: .days(2))
        store.customers[0].paymentMethod = .working
        try expectRefusal(
            of: SavedBytes(snapshot: store.snapshot()), "machine.state.ledger.transactions.made[]",
            "was made before its date"
        ) { _ in "1" }
    }

    /// A change of the last value of a field in a store that has everything.
    struct Change: Sendable, CustomTestStringConvertible {
        let kind: RichStore.Kind
        let field: String
        let fault: String
        let forged: @Sendable (_ text: String) -> String
        var testDescription: String { field }

        init(
            _ kind: RichStore.Kind = .everything, field: String, fault: String,
            _ forged: @escaping @Sendable (_ text: String) -> String
        ) {
            (self.kind, self.field, self.fault, self.forged) = (kind, field, fault, forged)
        }
    }

    @Test(
        "is refused where a number, a date, a claim, the use of an offer or a failure is none that a store can have",
        arguments: [
            Change(field: "ledger.rows[].latest.number", fault: "has the transaction of another one") { _ in "1" },
            Change(field: "ledger.rows[].latest.number", fault: "whose number was not given") { _ in "4000000000" },
            Change(field: "ledger.transactions.last", fault: "a number that no store gives") { _ in "4294967296" },
            Change(field: "ledger.transactions.last", fault: "and their numbers go from") { "1\($0)" },
            Change(field: "ledger.rows[].originallyPurchased", fault: "began at another instant") {
                "\((Int($0) ?? 0) - 1)"
            },
            Change(field: "ledger.rows[].cycleAnchor", fault: "has no such cycle") { _ in "0" },
            Change(field: "ledger.rows[].cycleAnchor", fault: "has no such cycle") { _ in "253402387199000" },
            Change(field: "ledger.starts[].series", fault: "began that cannot be its own") { _ in "0" },
            Change(field: "ledger.starts[].series", fault: "began that cannot be its own") { _ in "253402300799000" },
            Change(field: "ledger.starts[].run", fault: "began that cannot be its own") { _ in "1" },
            Change(field: "ledger.transactions.facts[].purchased", fault: "has the transaction of another one") { _ in
                "0"
            },
            Change(field: "ledger.transactions.facts[].price", fault: "has the transaction of another one") { _ in "1"
            },
            Change(.liveOnly, field: "ledger.rows[].latest.facts.purchased", fault: "is later than the store's clock") {
                _ in "253402300799000"
            },
            Change(.liveOnly, field: "ledger.rows[].latest.facts.end", fault: "is later than the store's clock") { _ in
                "1"
            },
            Change(.liveOnly, field: "ledger.rows[].latest.facts.price", fault: "names something that does not exist") {
                _ in "10000000000001"
            },
            Change(field: "ledger.transactions.facts[].storefront", fault: "No storefront has the number 143999.") {
                _ in
                "999"
            },
            Change(field: "ledger.transactions.made[]", fault: "later than the store's clock") { _ in "253402300799000"
            },
            Change(field: "offers.uses[][].ends", fault: "The redemptions of") { _ in "253402387199000" },
            Change(field: "setup.rules.outreach.steps[].day", fault: "has day 60, outside 0 to 59") { _ in "60" },
            Change(field: "setup.rules.outreach.steps[].day", fault: "stands behind one that comes later") { _ in "0" },
            Change(field: "keyring.keys[].revoked", fault: "The key '") { _ in "253402300799000" },
            Change(field: "adjustments.revoked[].date", fault: "later than the store's clock") { _ in "253402300799000"
            },
            Change(field: "adjustments.extended[][].date", fault: "has an extension") { _ in "253402300799000" },
            Change(field: "priceRises.silent[]", fault: "rose silently after") { _ in "253402300799000" },
            Change(field: "charges.retries[].since", fault: "The failed renewal of") {
                $0 + #","attemptDue":253402387199000"#
            },
            Change(field: "charges.rate.share", fault: "The failure rate") { _ in "1.5" },
            Change(field: "charges.plans[].rate.share", fault: "The charge plan of") { _ in "-1" },
            Change(field: "charges.retries[].since", fault: "The failed renewal of") { _ in "253402300799000" },
            Change(field: "customers.downloads", fault: "customer 4000000000, who does not exist") {
                "[4000000000" + $0.drop { $0 != "," }
            },
            Change(field: "codes.createdByQuarter[]", fault: "codes for -1 redemptions cannot") { _ in "-1" },
            Change(field: "ledger.plans", fault: "The plans have subscription 4000000000") {
                "[4000000000" + $0.drop { $0 != "," }
            },
            Change(field: "ledger.plans", fault: "is marked as having a plan for its renewal") { _ in "[]" },
            Change(field: "ledger.heads", fault: "customers, and there are") {
                "[" + $0.dropFirst().dropLast() + ",0]"
            },
            Change(field: "setup.opened", fault: "The store opened at 9999-12-31") { _ in "253402300799000" },
            Change(field: "offers.terms", fault: "is the same as value 0") { terms in
                let first = terms.dropFirst().prefix { $0 != "}" } + "}"
                return "[" + first + "," + terms.dropFirst()
            },
            Change(field: "outbox.deliveries.count", fault: "is not below the count, 1.") { _ in "1" },
            Change(field: "families.shares[].since", fault: "began at another instant than its first") { _ in "1" },
            Change(.liveOnly, field: "families.shares[].since", fault: "began at another instant than its first") { _ in
                "253402300799000"
            },
            Change(.liveOnly, field: "settings.pace.lengths.table._0[].milliseconds", fault: "Row 5 of the pace's") {
                _ in
                "-1"
            },
            Change(.liveOnly, field: "settings.pace.billingRetry", fault: "billing retry lasts -1") { _ in "-1" },
            Change(.liveOnly, field: "settings.pace.longestGap", fault: "gap in a series lasts -1") { _ in "-1" },
            Change(.liveOnly, field: "settings.pace.grace.weekly", fault: "weekly products lasts -1") { _ in "-1" },
            Change(.liveOnly, field: "settings.pace.grace.other", fault: "other products lasts -1") { _ in "-1" },
            Change(.liveOnly, field: "settings.pace.lengths", fault: "every period lasts 0") { _ in
                #"{"fixed":{"_0":0}}"#
            },
            Change(field: "desk.recentClaims.named[].customer", fault: "User name 6") { _ in "4000000000" },
            Change(field: "desk.recentClaims.named", fault: "The recent claims are") { named in
                "[" + Array(repeating: named.dropFirst().dropLast(), count: 65).joined(separator: ",") + "]"
            },
            Change(field: "desk.recentClaims.signed", fault: "The recent claims are") { signed in
                "[" + Array(repeating: signed.dropFirst().dropLast(), count: 65).joined(separator: ",") + "]"
            },
            Change(field: "desk.spentNonces[]", fault: "was used after the store's clock") { _ in "253402300799000" },
            Change(field: "offers.uses[]", fault: "The redemptions of") { uses in
                "[" + uses.dropFirst().dropLast() + "," + uses.dropFirst()
            },
        ])
    func forgedClaims(_ change: Change) async throws {
        let saved = SavedBytes(snapshot: try await RichStore.make(change.kind).snapshot())
        try expectRefusal(of: saved, "machine.state.\(change.field)", change.fault) { change.forged($0.last ?? "") }
    }

    @Test("is refused with the row that repeats another, and with both counts where they differ")
    func forgedRows() async throws {
        let saved = SavedBytes(snapshot: try await RichStore.make(.everything).snapshot())
        let state = "machine.state"
        try expectRefusal(
            of: saved, "\(state).shop.entries[].product.id",
            "Entry 7 is product 'com.example.theme.night', as an earlier one is"
        ) { $0[$0.count - 2] }
        try expectRefusal(
            of: saved, "\(state).shop.entries[].offers[].winBackNumber", "as another one has"
        ) { $0[$0.count - 2] }
        try expectRefusal(of: saved, "happened", "that changed something, and the store has counted 5") { _ in "5" }
        try expectRefusal(of: saved, "eventCount", "The store cannot have counted 5 events") { _ in "5" }
        try expectRefusal(of: saved, "eventCount", "events, and the store has counted 5000") { _ in "5000" }
        try expectRefusal(of: saved, "machine.looksAhead", "Subscription 4000000000 does not exist, and is to be") {
            "[4000000000" + ($0.first ?? "").drop { $0 != "," }
        }
        let live = SavedBytes(snapshot: try await RichStore.make(.liveOnly).snapshot())
        try expectRefusal(of: live, "happened", "The store cannot have counted") { _ in "5000" }
        // A number that fits nowhere is named, and no other one.
        let pace = "\(state).settings.pace."
        for (field, place) in [
            ("lengths.table._0[].milliseconds", "lengths.table._0[5].milliseconds"), ("billingRetry", "billingRetry"),
        ] {
            for number in ["18446744073709551615", "1e300", "-9223372036854775809"] {
                let fault = "\(pace)\(place) is \(number), which does not fit"
                try expectRefusal(of: live, pace + field, fault) { _ in number }
            }
        }
        for (field, number) in [("eventCount", "1e300"), ("happened", "18446744073709551615")] {
            try expectRefusal(of: live, field, "\(field) is \(number), which does not fit") { _ in number }
        }
        for (field, number) in [
            ("purchaseRequested._0.quantity", "1e300"), ("transactionMade._0.facts.quantity", "300"),
        ] {
            try expectRefusal(of: saved, "log[].kind.\(field)", ".\(field) is \(number), which does not fit") { _ in
                number
            }
        }
        let log = try #require(SavedTree(saved.payload).nodes.first { $0.field == "log" })
        try expectRefusal(of: live, "log", "and a store of this retention keeps none") { _ in
            String(decoding: saved.payload[log.range], as: UTF8.self)
        }
    }

    @Test("C-221: is refused with the number that apps see, and whose it is")
    func forgedNumbers() throws {
        var rules = StoreRules.documents
        rules.numbersFromZero = true
        let shopping = try Shopping(rules: rules)
        for id in [Shopping.coins, Shopping.theme] { try shopping.device.purchase(id) }
        shopping.device.sheetAnswer = .askToBuy
        for _ in 0..<2 { _ = try? shopping.device.purchase(Shopping.coins) }
        let saved = SavedBytes(snapshot: try shopping.store.snapshot())
        // Purchases 3 and 4 wait under the numbers 2 and 3.
        let forgeries = [
            ("shown", "[0]", "Apps see the numbers of 1 transactions, and those of the store go from 1 to 2."),
            ("next", "9", "The next number that apps see is 9, and 2 transactions and 2 purchases have one."),
            ("own", "[0,1,1,9]", "The number 1 that apps see is that of no transaction."),
            ("waiting", "[3,2,4,2]", "The number 2 that apps see is that of attempt 3 and of attempt 4."),
            (
                "waiting", "[3,2,4,7]",
                "The number 7 that apps see is above those that were given, or there was no attempt 4"
            ),
        ]
        for (field, value, fault) in forgeries {
            try expectRefusal(of: saved, "machine.state.counted.\(field)", fault) { _ in value }
        }
    }

    /// Expects that a saved store with another value at the last place of a kind is refused with a text.
    private func expectRefusal(
        of saved: SavedBytes, _ field: String, _ fault: String, forged: ([String]) -> String
    ) throws {
        let tree = SavedTree(saved.payload)
        let ranges = tree.nodes.filter { $0.field == field }.map(\.range)
        let last = try #require(ranges.last, "\(field)")
        var payload = saved.payload
        payload.replaceSubrange(last, with: Array(forged(ranges.map { tree.text($0) }).utf8))
        let refusal = #expect(throws: SnapshotError.self) { try Store(snapshot: saved.snapshot(of: payload)) }
        guard case .damaged(_, .content(let said)) = refusal else {
            Issue.record("\(field): \(String(describing: refusal))")
            return
        }
        expectContains(said, fault)
    }

    private func store(keeping retention: HistoryRetention) throws -> Store {
        let store = Store(
            catalog: try Catalog(groups: [
                .group("G", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])
            ]), keeping: retention)
        try store.addCustomer().addDevice().purchase("monthly")
        try store.advance(by: .months(3))
        return store
    }

    @Test(
        "a store whose rules allow fewer codes than none is opened again, and creates none",
        arguments: [-1, Int.min])
    func noCodes(perQuarter: Int) throws {
        let created = try Shopping().store
        _ = try created.createCodes(1, for: "Spring campaign", of: Shopping.pro)
        let saved = SavedBytes(snapshot: try created.snapshot())
        let limit = try #require(
            SavedTree(saved.payload).nodes.first { $0.field == "machine.state.setup.rules.codesPerQuarter" })
        var payload = saved.payload
        payload.replaceSubrange(limit.range, with: Array("\(perQuarter)".utf8))
        let opened = try Store(snapshot: saved.snapshot(of: payload))
        expectEqual(opened.rules.codesPerQuarter, perQuarter)
        #expect(throws: CodeCreationRefusal.quarterLimitReached(wanted: 1, left: 0)) {
            try opened.createCodes(1, for: "Spring campaign", of: Shopping.pro)
        }
    }

    @Test("a key's identifier that is too long to be looked up is not registered")
    func longIdentifier() throws {
        let store = try store(keeping: .everything)
        let signer = store.makeSigner()
        #expect(throws: KeyRefusal.keyIdentifierTooLong(limit: 256)) {
            try store.registerKey(
                String(repeating: "K", count: 257), pem: signer.publicKeyPEM(for: signer.keyIdentifier))
        }
    }

    @Test(
        "a failure that is planned for never comes never, and a renewal that fails near the clock's end is tried till then"
    )
    func endOfTheClock() throws {
        let end = Double(253_402_300_799)
        let store = Store(
            catalog: try Catalog(groups: [
                .group("G", [.subscription("monthly", level: 1, period: .monthly, price: 9.99)])
            ]), gracePeriod: BillingGracePeriod(.sixteenDays),
            startingAt: Date(timeIntervalSince1970: end - 40 * 86_400))
        let customer = store.addCustomer()
        customer.failCharges(from: Date(timeIntervalSince1970: .infinity))
        try customer.addDevice().purchase("monthly")
        customer.paymentMethod = .declining
        // The renewal fails less than sixty days before the end.
        try expectEqual(store.advance(by: .days(35)).failed, 1)
        try expectEqual(Store(snapshot: try store.snapshot()).now, store.now)
    }
}
