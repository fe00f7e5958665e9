import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Key, nonce and time window.
struct SignatureRuleTests {
    private static let half = Sample.offer("half", Sample.pro)
    private static let day: Int64 = 86_400_000

    private func answer(
        rules: StoreRules = .documents, _ change: (inout Bench, inout PaymentDiscount) throws -> Void
    ) throws -> PurchaseRefusal? {
        var bench = try Bench(rules: rules)
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        var discount = bench.claim(SignatureRuleTests.half)
        try change(&bench, &discount)
        let request = PurchaseRequest(
            customer: customer, productID: Sample.pro, territory: "USA", account: .userName("u1"),
            offer: .promotional(discount))
        return bench.refusal { try $0.request(request) }
    }

    private func causes(_ refusal: PurchaseRefusal?) -> [SignatureCause] {
        refusal?.causes ?? []
    }

    @Test(
        "B2-9, C-5: a signature is good from its own millisecond to 24 hours later, both included",
        arguments: [(0, true), (1, true), (86_399_999, true), (86_400_000, true), (86_400_001, false)]
            as [(Int64, Bool)])
    func window(age: Int64, isGood: Bool) throws {
        let refusal = try answer { bench, _ in bench.advance(to: bench.state.now.adding(milliseconds: age)) }
        if isGood {
            expectNil(refusal)
        } else {
            let signed = at("2026-01-10T09:00:00Z")
            expectEqual(
                causes(refusal), [.timestampTooOld(Date(signed), storeClock: Date(signed.adding(milliseconds: age)))])
        }
    }

    @Test(
        "C-5: a timestamp ahead of the clock is refused unless the rules allow that much",
        arguments: [(1, 0, false), (1_000, 999, false), (1_000, 1_000, true), (0, 0, true)] as [(Int64, Int64, Bool)])
    func future(ahead: Int64, skew: Int64, isGood: Bool) throws {
        var rules = StoreRules.documents
        rules.allowedClockSkew = TimeStep(skew)
        let now = at("2026-01-10T09:00:00Z")
        let refusal = try answer(rules: rules) { $1.timestamp = now.millisecondsSince1970 + ahead }
        let cause = SignatureCause.timestampInFuture(Date(now.adding(milliseconds: ahead)), storeClock: Date(now))
        expectEqual(causes(refusal), isGood ? [] : [cause])
        expectEqual(refusal == nil, isGood)
        expectEqual(StoreRules.documents.allowedClockSkew, .zero)
    }

    @Test("C-5: the allowed skew does not lengthen the 24 hours at their other end")
    func skewIsForTheFutureOnly() throws {
        var rules = StoreRules.documents
        rules.allowedClockSkew = .seconds(5)
        let refusal = try answer(rules: rules) { bench, _ in
            bench.advance(to: bench.state.now.adding(milliseconds: 86_400_001))
        }
        expectEqual(causes(refusal).count, 1)
    }

    @Test("C-66: a timestamp in seconds is named as that, not as too old")
    func seconds() throws {
        let now = at("2026-01-10T09:00:00Z")
        let refusal = try answer { $1.timestamp = 1_768_035_600 }
        expectEqual(now.millisecondsSince1970, 1_768_035_600_000)
        expectEqual(causes(refusal), [.timestampInSeconds(1_768_035_600, storeClock: Date(now))])
    }

    @Test("C-39: a revoked key ends its signatures at once, the young ones too")
    func revoked() throws {
        let refusal = try answer { bench, _ in try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") } }
        expectEqual(causes(refusal), [.keyRevoked("KEY1", on: Date(at("2026-01-10T09:00:00Z")))])
    }

    // S0-12: without the key there is no offer.
    @Test("S0-71: a key nobody registered is named, with the keys there are")
    func unknown() throws {
        let refusal = try answer { bench, discount in
            try bench.perform { $0.keyring.decideKey(id: "KEY3", publicKey: Bench.publicKey(3)) }
            try bench.perform { $0.keyring.decideKey(id: "KEY2", publicKey: Bench.publicKey(2)) }
            try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY3") }
            discount.keyIdentifier = "KEY9"
        }
        expectEqual(causes(refusal), [.keyUnknown("KEY9", registered: ["KEY1", "KEY2"])])
    }

    // S0-19: to keep parts of a business apart.
    @Test("B1-3: of several keys each works until it is itself revoked")
    func severalKeys() throws {
        var bench = try Bench()
        try bench.perform { $0.keyring.decideKey(id: "KEY2", publicKey: Bench.publicKey(2)) }
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        func buy(_ key: String, _ bench: inout Bench) -> PurchaseRefusal? {
            var request = bench.promotional(Sample.pro, SignatureRuleTests.half, for: customer)
            guard case .promotional(var discount) = request.offer else { return .cancelled }
            discount.keyIdentifier = key
            request.offer = .promotional(discount)
            return bench.refusal { try $0.request(request) }
        }
        expectNil(buy("KEY1", &bench))
        expectNil(buy("KEY2", &bench))
        try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") }
        expectEqual(causes(buy("KEY1", &bench)), [.keyRevoked("KEY1", on: Date(bench.state.now))])
        expectNil(buy("KEY2", &bench))
    }

    @Test("B1-3: a key's identifier is never used twice, not even after its revocation")
    func identifiersAreNotReused() throws {
        var bench = try Bench()
        func register(_ id: String, _ bench: inout Bench) -> KeyRefusal? {
            bench.refusal(KeyRefusal.self) { bench in
                try bench.perform { $0.keyring.decideKey(id: id, publicKey: Bench.publicKey(9)) }
            }
        }
        expectEqual(register("KEY1", &bench), .duplicateKey("KEY1"))
        try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") }
        expectEqual(register("KEY1", &bench), .duplicateKey("KEY1"))
        expectEqual(register("", &bench), .emptyKeyIdentifier)
        expectEqual(
            bench.refusal(KeyRefusal.self) { try $0.perform { $0.keyring.decideRevocation(ofKey: "KEY7") } },
            .unknownKey("KEY7"))
    }

    @Test(
        "S0-32, C-62: a nonce is a UUID of version 4 with the standard variant",
        arguments: [
            ("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", true), ("5f2a9c1e-7b3d-4e8f-8a01-23456789abcd", true),
            ("5f2a9c1e-7b3d-4e8f-ba01-23456789abcd", true), ("5f2a9c1e-7b3d-1e8f-9a01-23456789abcd", false),
            ("5f2a9c1e-7b3d-5e8f-9a01-23456789abcd", false), ("5f2a9c1e-7b3d-4e8f-7a01-23456789abcd", false),
            ("5f2a9c1e-7b3d-4e8f-ca01-23456789abcd", false), ("00000000-0000-0000-0000-000000000000", false),
        ])
    func nonceVersion(text: String, isGood: Bool) throws {
        let nonce = try #require(UUID(uuidString: text))
        let refusal = try answer { $1.nonce = nonce }
        expectEqual(causes(refusal), isGood ? [] : [.nonceNotVersion4(nonce)])
    }

    @Test("C-66: every cause is listed, keys before nonce before time")
    func order() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        let nonce = try #require(UUID(uuidString: "5f2a9c1e-7b3d-1e8f-9a01-23456789abcd"))
        var discount = bench.claim(SignatureRuleTests.half)
        discount.nonce = nonce
        discount.keyIdentifier = "KEY9"
        let request = PurchaseRequest(
            customer: customer, productID: Sample.pro, territory: "USA", account: .userName(""),
            offer: .promotional(discount))
        _ = bench.refusal { try $0.request(request) }
        let signed = bench.state.now
        bench.advance(to: signed.adding(milliseconds: 2 * SignatureRuleTests.day))
        let refusal = bench.refusal { try $0.request(request, evidence: .fails(SignatureFindings())) }
        expectEqual(
            causes(refusal),
            [
                .keyUnknown("KEY9", registered: ["KEY1"]), .nonceNotVersion4(nonce), .nonceSpent(nonce),
                .timestampTooOld(Date(signed), storeClock: Date(bench.state.now)),
            ])
    }

    // S0-5: as often as the developer lets them, the same offer too.
    @Test("B4-7: the same promotional offer can be redeemed again with a fresh signature")
    func again() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        for month in ["02", "03", "04"] {
            try bench.buy(Sample.pro, promo: Sample.offer("free", Sample.pro), for: customer)
            bench.advance(to: morning("2026-\(month)-10"))
        }
        // Each redemption is used up by a free month before the next one comes.
        expectEqual(bench.state.ledger.all.map(\.price), [9.99, 0, 0, 0])
        try expectEqual(bench.coming(of: customer), "pro.monthly 9.99")
    }
}
