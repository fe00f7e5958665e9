import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Refunds.
struct RefundTests {
    private func subscriber(at start: String = "2026-01-10T09:00:00Z") throws -> (bench: Bench, customer: CustomerID) {
        var bench = try Bench.quiet(at: start)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        return (bench, customer)
    }

    private func refund(
        _ id: TransactionID, _ bench: inout Bench, _ reason: RevocationReason = .other
    ) throws {
        _ = try bench.perform { $0.decideRefund(of: id, reason) }
    }

    @Test("B10-1, B10-2, C-24: the refund of the current period ends access now, renewal and queued offers with it")
    func current() throws {
        var (bench, customer) = try subscriber()
        try bench.buy(Sample.pro, promo: Sample.offer("half", Sample.pro), for: customer)
        bench.advance(to: morning("2026-01-20"))
        let count = bench.log.count
        try refund(1, &bench, .developerIssue)
        expectEqual(
            bench.happenings(since: count),
            ["2026-01-20 refunded 1 developerIssue, back 9.99", "2026-01-20 renewal off"])
        let subscription = try bench.subscription(of: customer, to: Sample.pro)
        try expectEqual(bench.standing(of: customer), "revoked 2026-01-20, until 2026-02-10")
        #expect(!subscription.hasService && !subscription.willAutoRenew && subscription.next.terms == nil)
        expectEqual(bench.state.adjustments.revocation(of: 1)?.date, morning("2026-01-20"))
        expectEqual(bench.state.adjustments.revocation(of: 1)?.reason.rawValue, 1)
        // The next purchase is a re-subscription of the same chain, at once.
        let again = try bench.buy(Sample.pro, for: customer).transaction
        expectEqual(again.originalID, 1)
        expectEqual(bench.line(again), "2026-01-20…2026-02-20 pro.monthly 9.99 purchase")
    }

    @Test("C-24: the refund of an older period marks that transaction, and the subscription goes on")
    func older() throws {
        var (bench, customer) = try subscriber()
        bench.advance(to: morning("2026-02-20"))
        let count = bench.log.count
        try refund(1, &bench)
        expectEqual(bench.happenings(since: count), ["2026-02-20 refunded 1 other, back 9.99"])
        bench.advance(to: morning("2026-03-10"))
        try expectEqual(
            bench.life(of: customer),
            [
                "2026-01-10…2026-02-10 pro.monthly 9.99 purchase refunded",
                "2026-02-10…2026-03-10 pro.monthly 9.99 renewal", "2026-03-10…2026-04-10 pro.monthly 9.99 renewal",
            ])
    }

    @Test("C-23, C-24: of an upgraded period only what the upgrade left is given back")
    func upgraded() throws {
        var bench = try Bench.quiet()
        let customer = bench.customer()
        try bench.buy(Sample.basic, for: customer)
        // Half of the 31 days: 4.99 leaves 2.495, and the other half is what can still be refunded.
        bench.advance(to: "2026-01-25T21:00:00Z")
        try bench.buy(Sample.pro, for: customer)
        try refund(1, &bench)
        expectEqual(bench.state.adjustments.revocation(of: 1)?.refund, 2.495)
        #expect(try bench.subscription(of: customer, to: Sample.pro).hasService)
    }

    @Test("a period is refunded once; what is unknown is not")
    func refused() throws {
        var (bench, _) = try subscriber()
        try refund(1, &bench)
        #expect(throws: RefundRefusal.alreadyRefunded(1, on: Date(morning("2026-01-10")))) { try refund(1, &bench) }
        #expect(throws: RefundRefusal.unknownTransaction(2)) { try refund(2, &bench) }
        #expect(throws: RefundRefusal.unknownTransaction(0)) { try refund(0, &bench) }
    }

    // C-93: nobody goes on being charged for it.
    @Test("C-24: a refund in grace or retry, where the last period is over, ends the attempts")
    func inRetry() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var (bench, customer) = try subscriber()
            bench.setGrace(grace)
            bench.pays(false, customer)
            bench.advance(to: morning("2026-02-15"))
            try refund(1, &bench)
            let count = bench.log.count
            bench.pays(true, customer)
            bench.advance(to: morning("2026-06-01"))
            expectEqual(bench.happenings(since: count), [])
            try expectEqual(bench.standing(of: customer), "revoked 2026-02-15, until 2026-02-10")
        }
    }

    @Test("C-24: the reversal of a refund that was granted in grace or retry brings neither of them back")
    func reversedInRetry() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var (bench, customer) = try subscriber()
            bench.setGrace(grace)
            bench.pays(false, customer)
            bench.advance(to: morning("2026-02-12"))
            try refund(1, &bench)
            _ = try bench.perform { $0.decideRefundReversal(of: 1) }
            try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
            bench.pays(true, customer)
            let count = bench.log.count
            bench.advance(to: morning("2026-06-01"))
            expectEqual(bench.happenings(since: count), [])
        }
    }

    @Test(
        "B10-4, C-24: a reversal restores the status with the old renewal date and leaves auto-renew off",
        arguments: [
            ("2026-01-25", "active until 2026-02-10"), ("2026-02-09", "active until 2026-02-10"),
            ("2026-02-10", "lapsed 2026-02-10, autoRenewDisabled"),
            ("2026-05-01", "lapsed 2026-02-10, autoRenewDisabled"),
        ])
    func reversed(time: String, standing: String) throws {
        var (bench, customer) = try subscriber()
        bench.advance(to: morning("2026-01-20"))
        try refund(1, &bench)
        bench.advance(to: morning(time))
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try expectEqual(bench.standing(of: customer), standing)
        #expect(try !bench.subscription(of: customer, to: Sample.pro).willAutoRenew)
        #expect(bench.state.ledger[1]?.isRevoked == false && bench.state.adjustments.revocation(of: 1) == nil)
        bench.advance(to: morning("2026-06-01"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-10, autoRenewDisabled")
        #expect(throws: RefundRefusal.notRefunded(1)) {
            _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        }
    }

    @Test("B10-4: after a reversal the customer can turn auto-renew on, and it renews on the old date")
    func reversedAndRenewed() throws {
        var (bench, customer) = try subscriber()
        try refund(1, &bench)
        bench.advance(to: morning("2026-01-25"))
        _ = try bench.perform { $0.decideRefundReversal(of: 1) }
        try bench.autoRenew(true, customer)
        bench.advance(to: morning("2026-02-10"))
        try expectEqual(bench.life(of: customer).last, "2026-02-10…2026-03-10 pro.monthly 9.99 renewal")
    }

    @Test(
        "B10-3: asking in the app turns auto-renew off, whatever the answer and whatever the period",
        arguments: [
            (
                2, true, ["refund of 2 asked", "refunded 2 other, back 9.99", "renewal off"],
                "revoked 2026-02-20, until 2026-03-10"
            ),
            (2, false, ["refund of 2 asked", "renewal off", "refund of 2 declined"], "active until 2026-03-10"),
            (2, nil, ["refund of 2 asked", "renewal off"], "active until 2026-03-10"),
            (1, true, ["refund of 1 asked", "renewal off", "refunded 1 other, back 9.99"], "active until 2026-03-10"),
        ] as [(TransactionID, Bool?, [String], String)])
    func requested(id: TransactionID, isGranted: Bool?, events: [String], standing: String) throws {
        var (bench, customer) = try subscriber()
        bench.advance(to: morning("2026-02-20"))
        let count = bench.log.count
        _ = try bench.perform { $0.decideRefundRequest(for: id, by: customer, isGranted: isGranted, .other) }
        expectEqual(bench.happenings(since: count), events.map { "2026-02-20 \($0)" })
        try expectEqual(bench.standing(of: customer), standing)
    }

    @Test("C-93: asked for in the app and granted, the refund itself ends what is tried, as without asking")
    func grantedInRetry() throws {
        for grace in [BillingGracePeriod(.sixteenDays), nil] {
            var (bench, customer) = try subscriber()
            bench.setGrace(grace)
            bench.pays(false, customer)
            bench.advance(to: morning("2026-02-15"))
            _ = try bench.perform { $0.decideRefundRequest(for: 1, by: customer, isGranted: true, .other) }
            try expectEqual(bench.standing(of: customer), "revoked 2026-02-15, until 2026-02-10")
        }
    }

    @Test("B10-3, C-21: asking in billing retry, which turns auto-renew off, ends it")
    func requestedInRetry() throws {
        var (bench, customer) = try subscriber()
        bench.pays(false, customer)
        bench.advance(to: morning("2026-02-15"))
        _ = try bench.perform { $0.decideRefundRequest(for: 1, by: customer, isGranted: nil, .other) }
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-15, autoRenewDisabled")
        let other = bench.customer()
        #expect(throws: RefundRefusal.unknownTransaction(1)) {
            _ = try bench.perform { $0.decideRefundRequest(for: 1, by: other, isGranted: true, .other) }
        }
    }

    // MARK: - Extensions

    private func extend(_ customer: CustomerID, _ days: Int, _ bench: inout Bench) throws -> String {
        do throws(ExtensionRefusal) {
            return day(try bench.perform { $0.decideExtension(of: customer, in: Sample.premium, byDays: days) })
        } catch {
            return "\(error)"
        }
    }

    @Test("B10-9: 1 to 90 days, at most twice in 365 days")
    func extensionLimits() throws {
        var (bench, customer) = try subscriber()
        for days in [0, 91, -1, .max] {
            try expectEqual(extend(customer, days, &bench), "daysNotAllowed: \(days) days; allowed are 1 to 90.")
        }
        try expectEqual(extend(customer, 90, &bench), "2026-05-11")
        try expectEqual(extend(customer, 1, &bench), "2026-05-12")
        bench.advance(to: "2027-01-10T08:59:59Z")
        try expectSuffix(extend(customer, 1, &bench), "The next time is 2027-01-10T09:00:00Z.")
        bench.advance(to: "2027-01-10T09:00:00Z")
        try expectEqual(extend(customer, 1, &bench), "2027-01-13")
    }

    @Test("B10-12: only a running period that was paid for is extended")
    func extensionRefused() throws {
        var (bench, customer) = try subscriber()
        try expectPrefix(extend(bench.customer(), 5, &bench), "notSubscribed: ")
        try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
        bench.advance(to: morning("2026-02-15"))
        try expectPrefix(extend(customer, 5, &bench), "inFreePeriod: ")
        bench.setGrace(BillingGracePeriod(.threeDays))
        bench.pays(false, customer)
        for time in ["2026-03-11", "2026-03-20"] {
            bench.advance(to: morning(time))
            try expectPrefix(extend(customer, 5, &bench), "inBillingRetry: ")
        }
        bench.advance(to: morning("2026-06-01"))
        try expectPrefix(extend(customer, 5, &bench), "expired: the subscription ended on 2026-05-09T09:00:00Z, ")
    }

    @Test("B10-9: an extended period with auto-renew off ends on the extended date")
    func extendedAndCancelled() throws {
        var (bench, customer) = try subscriber()
        try bench.autoRenew(false, customer)
        try expectEqual(extend(customer, 10, &bench), "2026-02-20")
        bench.advance(to: morning("2026-02-19"))
        try expectEqual(bench.standing(of: customer), "active until 2026-02-20")
        bench.advance(to: morning("2026-02-20"))
        try expectEqual(bench.standing(of: customer), "lapsed 2026-02-20, autoRenewDisabled")
    }
}
