import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Signed offers at a device.
struct SignedPurchaseTests {
    /// A subscriber to the weekly product.
    private func subscriber(rules: StoreRules = .documents) throws -> Shopping {
        let shopping = try Shopping(rules: rules)
        try shopping.device.purchase(Shopping.weekly)
        return shopping
    }

    private func buy(_ claim: PaymentDiscount, _ shopping: Shopping) -> PurchaseRefusal? {
        refusal { try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")) }
    }

    private func causes(_ refusal: PurchaseRefusal?) -> [SignatureCause] {
        guard case .invalidSignature(let diagnosis) = refusal else { return [] }
        return diagnosis.causes
    }

    // S0-21, S0-65: signed for one customer, product and offer, it is good for no other.
    @Test("S0-71: every part that is swapped after signing makes the signature worthless")
    func swapped() throws {
        let shopping = try subscriber()
        expectNil(buy(try shopping.claim("freemonth"), shopping))
        let changes: [(inout PaymentDiscount) -> Void] = [
            { $0.identifier = "prepaid6" }, { $0.nonce?.flip() }, { $0.timestamp? -= 1 },
            { $0.signature = $0.signature.map { String($0.reversed()) } },
        ]
        for change in changes {
            var claim = try shopping.claim()
            change(&claim)
            guard case .invalidSignature = buy(claim, shopping) else {
                Issue.record("\(claim) was taken.")
                continue
            }
        }
        let claim = try shopping.claim()
        let other = refusal {
            try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u2"))
        }
        guard case .invalidSignature = other else {
            Issue.record("Another user name was taken.")
            return
        }
    }

    @Test("C-65: an offer that the store had signed for another user name is explained by that name")
    func signedForAnother() throws {
        let shopping = try subscriber()
        let claim = try shopping.claim(for: .userName("anna"))
        expectEqual(causes(buy(claim, shopping)), [.signature(.otherAccount(signed: "anna", sent: "u1"))])
    }

    @Test(
        "C-5: the same claim sent again is refused as spent: after success, refusal, cancel, decline and failed charge")
    func spent() throws {
        for ending in ["success", "price", "cancel", "decline", "charge"] {
            let shopping = try subscriber()
            let (store, device) = (shopping.store, shopping.device)
            let claim = try shopping.claim()
            switch ending {
            case "price": try store.setBasePrice(of: Shopping.pro, to: 1)
            case "cancel": device.sheetAnswer = .cancel
            case "decline": device.sheetAnswer = .decline
            case "charge": shopping.customer.paymentMethod = .declining
            default: break
            }
            expectEqual(buy(claim, shopping) == nil, ending == "success", "\(ending)")
            try store.setBasePrice(of: Shopping.pro, to: 9.99)
            device.sheetAnswer = .confirm
            shopping.customer.paymentMethod = .working
            expectEqual(causes(buy(claim, shopping)), [.nonceSpent(try #require(claim.nonce))], "\(ending)")
            #expect(buy(try shopping.claim(), shopping) == nil, "\(ending): a fresh one works")
        }
    }

    @Test("S0-31: a nonce is spent for the whole store, not only for its customer")
    func spentByAnother() throws {
        let shopping = try subscriber()
        let claim = try shopping.claim()
        expectNil(buy(claim, shopping))
        let other = shopping.store.addCustomer().addDevice()
        try other.purchase(Shopping.weekly)
        let refused = refusal { try other.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1")) }
        expectEqual(causes(refused), [.nonceSpent(try #require(claim.nonce))])
    }

    @Test(
        "S0-34, C-5: a signature lives for 24 hours on the store's clock",
        arguments: [(86_400_000, true), (86_400_001, false)])
    func window(milliseconds: Int, isGood: Bool) throws {
        let shopping = try subscriber()
        let claim = try shopping.claim()
        try shopping.store.advance(by: .milliseconds(milliseconds))
        expectEqual(buy(claim, shopping) == nil, isGood)
    }

    @Test("S0-39, C-39: revoking a key ends its signatures; the developer's other key goes on")
    func revocation() throws {
        let shopping = try subscriber()
        let spare = shopping.store.makeSigner()
        let (old, young) = (try shopping.claim(), try shopping.claim())
        expectNil(buy(old, shopping))
        try shopping.store.revokeKey(shopping.signer.keyIdentifier)
        expectEqual(shopping.store.activeKeyIDs, [spare.keyIdentifier])
        expectEqual(
            causes(buy(young, shopping)).first, .keyRevoked(shopping.signer.keyIdentifier, on: shopping.store.now))
        let claim = try shopping.store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: spare)
        expectNil(buy(claim, shopping))
    }

    // S0-23, S0-36: the signature has to fit the key that is named.
    @Test("S0-71: a signature by another key of the developer's is refused under this one's name")
    func wrongKey() throws {
        let shopping = try subscriber()
        let spare = shopping.store.makeSigner()
        var claim = try shopping.store.sign(offer: "half3", of: Shopping.pro, for: .userName("u1"), with: spare)
        claim.keyIdentifier = shopping.signer.keyIdentifier
        guard case .invalidSignature = buy(claim, shopping) else {
            Issue.record("A signature by another key was taken.")
            return
        }
    }

    @Test("B2-15: the bundle identifier of the running app is part of what is signed")
    func bundle() throws {
        let shopping = try subscriber()
        let request = OfferSignatureRequest(
            bundleID: "com.example.other", productID: Shopping.pro, offerID: "half3", account: .userName("u1"))
        let claim = PaymentDiscount(offer: "half3", answer: try shopping.store.sign(request, with: shopping.signer))
        guard case .invalidSignature = buy(claim, shopping) else {
            Issue.record("A signature for another app was taken.")
            return
        }
    }

    @Test("B3: a refused purchase leaves the customer with what there was, and one entry in the log")
    func unchanged() throws {
        let shopping = try subscriber()
        let (device, log) = (shopping.device, shopping.store.log)
        let before = (device.transactions, device.currentEntitlements, try shopping.renewal().info)
        var claim = try shopping.claim()
        claim.timestamp = claim.timestamp.map { $0 + 1 }
        let refused = try #require(buy(claim, shopping))
        expectEqual(device.transactions, before.0)
        expectEqual(device.currentEntitlements, before.1)
        try expectEqual(shopping.renewal().info, before.2)
        expectEqual(device.lastRefusal, refused)
        let entries = shopping.store.log[log.count...]
        expectEqual(entries.count, 1)
        guard case .purchaseRefused(_, shopping.customer.id, Shopping.pro, refused) = entries.first?.event else {
            Issue.record("\(entries)")
            return
        }
    }
}

extension UUID {
    /// Changes one bit of the last byte; the version stays.
    fileprivate mutating func flip() {
        var bytes = uuid
        bytes.15 ^= 1
        self = UUID(uuid: bytes)
    }
}
