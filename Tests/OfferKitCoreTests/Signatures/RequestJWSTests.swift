import Foundation
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Signed requests in the compact form.
///
/// What the store judges of a signed request: everything but the cryptography.
struct RequestJWSTests {
    private static let half = Sample.offer("half", Sample.pro)
    private static let start = at("2026-01-10T09:00:00Z")

    /// The answer to a subscriber's request that `change` spoils, after `wait` milliseconds.
    private func answer(
        rules: StoreRules = .documents, wait: Int64 = 0, evidence: SignatureEvidence = .verifies,
        _ change: (inout Bench, inout OfferRequestJWS) throws -> Void = { _, _ in }
    ) throws -> PurchaseRefusal? {
        var bench = try Bench(rules: rules)
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        var request = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer)
        guard case .promotionalJWS(let id, var jws) = request.offer else { return .cancelled }
        try change(&bench, &jws)
        request.offer = .promotionalJWS(id, jws)
        bench.advance(to: bench.state.now.adding(milliseconds: wait))
        return bench.refusal { try $0.request(request, evidence: evidence) }
    }

    @Test("B2-20: a good request redeems its offer, and needs no user name")
    func good() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buyOnce(Sample.weekly, for: customer)
        bench.advance(to: "2026-02-10T09:00:00Z")
        let bought = try bench.buy(bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer))
        expectEqual(bought.transaction.price, 4.99)
        expectEqual(bench.offer(of: bought.transaction)?.offerID, RequestJWSTests.half)
    }

    @Test(
        "C-3: a request is good from its own millisecond to 24 hours later, both included",
        arguments: [(0, true), (86_399_999, true), (86_400_000, true), (86_400_001, false)] as [(Int64, Bool)])
    func window(age: Int64, isGood: Bool) throws {
        let cause = SignatureCause.timestampTooOld(
            Date(RequestJWSTests.start), storeClock: Date(RequestJWSTests.start.adding(milliseconds: age)))
        try expectEqual(answer(wait: age)?.causes, isGood ? nil : [cause])
    }

    @Test(
        "C-3: an iat ahead of the clock is refused unless the rules allow that much",
        arguments: [(1, 0, false), (1_000, 999, false), (1_000, 1_000, true)] as [(Int64, Int64, Bool)])
    func future(ahead: Int64, skew: Int64, isGood: Bool) throws {
        var rules = StoreRules.documents
        rules.allowedClockSkew = TimeStep(skew)
        let issued = RequestJWSTests.start.adding(milliseconds: ahead)
        let refusal = try answer(rules: rules) { $1.issuedAt = issued }
        let cause = SignatureCause.timestampInFuture(Date(issued), storeClock: Date(RequestJWSTests.start))
        expectEqual(refusal?.causes, isGood ? nil : [cause])
    }

    @Test("C-66: an iat in milliseconds is named as that, not as the future")
    func milliseconds() throws {
        // The number 1768035600000, read as seconds.
        let refusal = try answer { $1.issuedAt = Instant(millisecondsSince1970: 1_768_035_600_000_000) }
        expectEqual(
            refusal?.causes, [.issuedAtInMilliseconds(1_768_035_600_000, storeClock: Date(RequestJWSTests.start))])
    }

    @Test("C-39: a revoked key ends its requests at once; an unknown key is named with those there are")
    func keys() throws {
        let revoked = try answer { bench, _ in try bench.perform { $0.keyring.decideRevocation(ofKey: "KEY1") } }
        expectEqual(revoked?.causes, [.keyRevoked("KEY1", on: Date(RequestJWSTests.start))])
        let unknown = try answer(evidence: .fails(SignatureFindings())) { $1.keyIdentifier = "KEY9" }
        expectEqual(unknown?.causes, [.keyUnknown("KEY9", registered: ["KEY1"])])
    }

    @Test("C-62: a nonce must be a UUID of version 4")
    func nonceForm() throws {
        let old = try #require(UUID(uuidString: "5f2a9c1e-7b3d-1e8f-9a01-23456789abcd"))
        try expectEqual(answer { $1.nonce = old }?.causes, [.nonceNotVersion4(old)])
        let none = try answer { _, jws in
            jws.nonce = nil
            jws.nonceText = "once"
        }
        expectEqual(none?.causes, [.nonceNotUUID("once")])
    }

    @Test("C-3: a nonce serves once over both kinds of signature", arguments: [true, false])
    func sharedNonce(originalFirst: Bool) throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        let original = bench.promotional(Sample.pro, RequestJWSTests.half, for: customer)
        guard case .promotional(let discount) = original.offer, let nonce = discount.nonce else {
            Issue.record("The request has no claim.")
            return
        }
        let other = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer) { $0.nonce = nonce }
        let requests = originalFirst ? [original, other] : [other, original]
        expectNil(bench.refusal { try $0.buy(requests[0]) })
        expectEqual(bench.refusal { try $0.buy(requests[1]) }?.causes, [.nonceSpent(nonce)])
        let decision = bench.deciding(true, Sample.basic, for: customer) { $0.nonce = nonce }
        expectEqual(bench.refusal { try $0.buy(decision) }?.causes, [.nonceSpent(nonce)])
    }

    @Test("C-5: a refused request burns its nonce where it can be read, and leaves one event")
    func burnt() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        let request = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer) {
            $0.audience = "advanced-commerce-api"
        }
        guard case .promotionalJWS(_, let jws) = request.offer, let nonce = jws.nonce else {
            Issue.record("The request has no nonce.")
            return
        }
        let count = bench.log.count
        #expect(bench.refusal { try $0.request(request) } != nil)
        expectEqual(bench.log.count, count + 1)
        expectEqual(bench.spentNonces, [nonce])
        var unreadable = request
        unreadable.offer = .promotionalJWS(RequestJWSTests.half, OfferRequestJWS("a.b", for: .promotionalOffer))
        #expect(bench.refusal { try $0.request(unreadable, evidence: .fails(SignatureFindings())) } != nil)
        expectEqual(bench.log.count, count + 2)
        expectEqual(bench.spentNonces, [nonce])
    }

    @Test("C-65: a request that cannot be read and a signature that fails are refused, though nothing is proved")
    func unproved() throws {
        let refusal = try answer(evidence: .fails(SignatureFindings(ruledOut: [.otherKeySigned])))
        guard case .invalidSignature(let diagnosis) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        expectEqual(diagnosis.causes, [])
        expectEqual(diagnosis.ruledOut, [.otherKeySigned])
        expectEqual(diagnosis.form, .compactJWS)
        expectEqual(
            diagnosis.expected,
            [
                "aud: promotional-offer", "bid: com.example.app", "productId: pro.monthly",
                "offerIdentifier: half.pro.monthly",
            ])
    }

    /// A claim that is spoilt, and what is said of it.
    struct Spoilt: Sendable {
        let change: @Sendable (inout OfferRequestJWS) -> Void
        let mistake: SignatureMistake

        init(_ mistake: SignatureMistake, _ change: @escaping @Sendable (inout OfferRequestJWS) -> Void) {
            self.change = change
            self.mistake = mistake
        }
    }

    @Test(
        "B2-18…20: each claim that says something else is named, with what was expected",
        arguments: [
            Spoilt(
                .jws(
                    .otherAudience(signed: "introductory-offer-eligibility", expected: "promotional-offer"))
            ) { $0.audience = "introductory-offer-eligibility" },
            Spoilt(.otherBundle(signed: "com.example.App", sent: "com.example.app")) {
                $0.bundleID = "com.example.App"
            },
            Spoilt(.otherProduct(signed: "pro.yearly", sent: "pro.monthly")) { $0.productID = "pro.yearly" },
            Spoilt(.otherOffer(signed: "free.pro.monthly", sent: "half.pro.monthly")) {
                $0.offerID = "free.pro.monthly"
            },
            Spoilt(.jws(.unknownTransaction("99"))) { $0.transactionID = "99" },
            Spoilt(.jws(.unknownTransaction("01"))) { $0.transactionID = "01" },
            Spoilt(.jws(.unknownTransaction("+1"))) { $0.transactionID = "+1" },
            Spoilt(.jws(.unknownTransaction("0"))) { $0.transactionID = "0" },
            Spoilt(.jws(.unknownTransaction(""))) { $0.transactionID = "" },
            Spoilt(.jws(.unknownTransaction("700000000000000009"))) { $0.transactionID = "700000000000000009" },
            Spoilt(.jws(.otherAlgorithm("HS256"))) { $0.mistakes = [.otherAlgorithm("HS256")] },
        ])
    func claims(spoilt: Spoilt) throws {
        try expectEqual(answer { spoilt.change(&$1) }?.causes, [.signature(spoilt.mistake)])
    }

    @Test("B2-20, C-94: any transaction of the customer will do, or the app transaction, or none")
    func transactions() throws {
        expectNil(try answer { $1.transactionID = nil })
        expectNil(try answer { $1.transactionID = "1" })
        expectNil(try answer { $1.transactionID = "700000000000000001" })
        let others = try answer { bench, jws in
            let other = bench.customer()
            try bench.buy(Sample.coins, for: other)
            jws.transactionID = "2"
        }
        expectEqual(others?.causes, [.signature(.jws(.otherCustomersTransaction("2")))])
        let download = try answer { bench, jws in
            _ = bench.customer()
            jws.transactionID = "700000000000000002"
        }
        expectEqual(download?.causes, [.signature(.jws(.otherCustomersTransaction("700000000000000002")))])
    }

    @Test("C-94: a store that has forgotten a transaction believes what is signed about it")
    func forgotten() throws {
        var bench = try Bench(try Sample.catalog(), keeping: .liveOnly)
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        bench.advance(to: "2026-03-20T00:00:00Z")
        for (id, isGood) in [("1", true), ("3", true), ("4", false)] {
            let request = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer) {
                $0.transactionID = id
            }
            expectEqual(bench.refusal { try $0.request(request) } == nil, isGood, "\(id)")
        }
    }

    @Test("C-66: key, nonce, time, then the signature and the claims")
    func order() throws {
        let nonce = try #require(UUID(uuidString: "5f2a9c1e-7b3d-1e8f-9a01-23456789abcd"))
        let findings = SignatureFindings(mistakes: [.jws(.signatureLength(63))])
        let refusal = try answer(wait: 86_400_001, evidence: .fails(findings)) { _, jws in
            jws.keyIdentifier = "KEY9"
            jws.nonce = nonce
            jws.productID = Sample.basic
            jws.mistakes = [.otherType("at+jwt")]
        }
        expectEqual(
            refusal?.causes,
            [
                .keyUnknown("KEY9", registered: ["KEY1"]), .nonceNotVersion4(nonce),
                .timestampTooOld(
                    Date(RequestJWSTests.start),
                    storeClock: Date(RequestJWSTests.start.adding(milliseconds: 86_400_001))),
                .signature(.jws(.otherType("at+jwt"))), .signature(.jws(.signatureLength(63))),
                .signature(.otherProduct(signed: Sample.basic, sent: Sample.pro)),
            ])
    }

    @Test("S0-72: without the offer's identifier or the text, parts are missing, and no nonce is spent")
    func missing() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.news, for: customer)
        func refusal(_ offer: PurchaseRequest.Offer, _ decision: OfferRequestJWS? = nil) -> PurchaseRefusal? {
            let request = PurchaseRequest(
                customer: customer, productID: Sample.pro, territory: "USA", offer: offer,
                introductoryEligibility: decision)
            return bench.refusal { try $0.request(request) }
        }
        let empty = OfferRequestJWS("", for: .promotionalOffer)
        expectEqual(refusal(.promotionalJWS("", empty)), .missingOfferParams([.identifier, .compactJWS]))
        expectEqual(refusal(.promotionalJWS(RequestJWSTests.half, empty)), .missingOfferParams([.compactJWS]))
        expectEqual(
            refusal(.none, OfferRequestJWS("", for: .introductoryEligibility)), .missingOfferParams([.compactJWS]))
        expectEqual(bench.spentNonces, [])
        expectEqual(bench.state.desk.lastAttempt, AttemptID(rawValue: 1))
    }

    @Test("B3: an offer that there is not answers before the signature, a price and a customer after it")
    func steps() throws {
        var bench = try Bench()
        let customer = bench.customer()
        func name(_ request: PurchaseRequest) -> String {
            let bad = SignatureEvidence.fails(SignatureFindings())
            return [SignatureEvidence.verifies, bad].map { evidence in
                let refusal = bench.refusal { try $0.request(request, evidence: evidence) }
                return refusal.map { String("\($0)".prefix { $0 != ":" }) } ?? "none"
            }.joined(separator: " ")
        }
        let gone = bench.promotionalJWS(Sample.pro, "gone", for: customer)
        expectEqual(name(gone), "invalidOfferIdentifier invalidOfferIdentifier")
        var never = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer)
        expectEqual(name(never), "ineligibleForOffer invalidSignature")
        try bench.perform { $0.decideBasePrice(of: Sample.pro, 1, in: nil) }
        never = bench.promotionalJWS(Sample.pro, RequestJWSTests.half, for: customer)
        expectEqual(name(never), "invalidOfferPrice invalidSignature")
    }
}
