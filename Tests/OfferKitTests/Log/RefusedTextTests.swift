import Foundation
import OfferKit
import OfferKitSamples
import OfferKitTestHarness
import Testing

/// A long text that is refused.
///
/// Texts that somebody sends and the store refuses: what is kept of them.
struct RefusedTextTests {
    private static let long = String(repeating: "é", count: 50_000)

    /// By how many bytes a refusal makes the store grow.
    private func growth(of shopping: Shopping, _ refuse: (Device) -> Void) throws -> Int {
        let count = shopping.store.log.count
        let before = try shopping.store.snapshot().count
        for _ in 0..<4 { refuse(shopping.device) }
        expectEqual(shopping.store.log.count, count + 4)
        return (try shopping.store.snapshot().count - before) / 4
    }

    @Test("is kept short in the log as a code: its beginning, of whole characters")
    func code() throws {
        let shopping = try Shopping()
        let growth = try growth(of: shopping) { device in
            #expect(throws: CodeRefusal.unknownCode(UnknownName(String(repeating: "é", count: 40)))) {
                try device.redeem(code: RefusedTextTests.long)
            }
        }
        #expect(growth < 1_000)
        guard case .codeRefused(_, let code, .unknownCode(let unknown))? = shopping.store.log.last?.event else {
            Issue.record("\(String(describing: shopping.store.log.last))")
            return
        }
        #expect(code == String(repeating: "é", count: 40) && unknown == UnknownName(code))
    }

    @Test("is kept short in the log as any part of a purchase")
    func purchase() throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let long = RefusedTextTests.long
        func claim(_ change: (inout PaymentDiscount) -> Void) -> PurchaseOffer {
            var discount = PaymentDiscount(
                identifier: "half3", keyIdentifier: "NOSUCHKEY0",
                nonce: UUID(uuidString: "5f2a9c1e-7b3d-4e8f-9a01-23456789abcd"),
                signature: "AAAA", timestamp: 1_767_225_600_000)
            change(&discount)
            return .promotional(discount)
        }
        let purchases: [(String, PurchaseOffer, AppAccount)] = [
            ("a win-back offer", .winBack(long), .notSet),
            ("a promotional offer", claim { $0.identifier = long }, .userName("u")),
            ("a key", claim { $0.keyIdentifier = long }, .userName("u")),
            ("a signature", claim { $0.signature = long }, .userName("u")),
            ("a user name", claim { _ in }, .userName(long)),
            ("an address", claim { _ in }, .userName("a@b." + long)),
            ("a JWS", .promotionalJWS(offerID: "half3", compactJWS: long), .notSet),
        ]
        for (name, offer, account) in purchases {
            let growth = try growth(of: shopping) { device in
                #expect(refusal { try device.purchase(Shopping.pro, offer: offer, account: account) } != nil)
            }
            #expect(growth < 12_000, "\(name): \(growth) bytes")
        }
        let growth = try growth(of: shopping) { device in
            #expect(refusal { try device.purchase(Shopping.pro, introductoryEligibility: long) } != nil)
        }
        #expect(growth < 12_000, "a decision: \(growth) bytes")
    }
}
