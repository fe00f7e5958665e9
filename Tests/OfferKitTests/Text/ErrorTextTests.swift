import Foundation
import OfferKit
import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import OfferKitTesting
import Testing

/// What errors say, and small conversions.
struct ErrorTextTests {
    private static let purchaseErrors: [Product.PurchaseError] = [
        .invalidQuantity, .productUnavailable, .purchaseNotAllowed, .ineligibleForOffer, .invalidOfferIdentifier,
        .invalidOfferPrice, .invalidOfferSignature, .missingOfferParameters,
    ]

    @Test("StoreKit's errors have words, each reason its own")
    func storeKit() {
        expectEqual(Product.PurchaseError.productUnavailable.localizedDescription, "Item Unavailable")
        expectEqual(StoreKitError.unknown.localizedDescription, "Unable to Complete Request")
        expectEqual(Set(Self.purchaseErrors.map { $0.failureReason ?? "" }).count, Self.purchaseErrors.count)
    }

    @Test("The store's refusals say the same when they are printed and when they are localised")
    func refusals() throws {
        let errors: [any Error & CustomStringConvertible] = [
            PurchaseRefusal.cancelled, CodeRefusal.unknownCode("A"), CodeCreationRefusal.duplicateCode("A"),
            KeyRefusal.unknownKey("A"), StoreKitConfigurationError.empty,
            OfferSigningError.negativeTimestamp(-1), RefundRefusal.unknownTransaction(1),
            SegmentationError.namelessSegment, OfferPlanError.sameOffer("a", product: "b"),
            EventFileError(line: 1, column: 2, reason: .torn), ExtensionRefusal.inBillingRetry,
            FamilyRefusal.notInFamily(try Shopping().device.customer.id),
        ]
        for error in errors { expectEqual(error.localizedDescription, error.description) }
    }

    @Test("S0-29: a user name that looks like an e-mail address is warned about on a sheet that opens")
    func email() throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice()
        let named = try device.requestPurchase("com.example.coins.100", account: .userName("anna@example.com"))
        expectEqual(named.warnings, [.userNameLooksLikeEmail("anna@example.com")])
        let hashed = try device.requestPurchase("com.example.coins.100", account: .userName("4bd1c2c3e8a0"))
        expectEqual(hashed.warnings, [])
    }

    @Test("A storefront that is none is named as such, with what would be one")
    func storefront() throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice(storefront: "US")
        #expect(throws: PurchaseRefusal.self) { try device.purchase("com.example.coins.100") }
        let text = try #require(device.lastRefusal).description
        #expect(text.contains("no storefront \"US\"") && text.contains("USA"))
    }

    @Test(
        "A decimal number becomes an amount of thousandths, or nothing",
        arguments: [("9.99", 9_990), ("0", 0), ("0.125", 125), ("1500", 1_500_000)] as [(String, Int64)])
    func amount(text: String, milliunits: Int64) throws {
        let decimal = try #require(Decimal(string: text))
        expectEqual(Amount(decimal)?.milliunits, milliunits)
        expectEqual(Decimal(Amount(milliunits: milliunits)), decimal)
    }

    @Test("A number finer than a thousandth, too large or none is no amount", arguments: ["0.0001", "1e30", "NaN"])
    func noAmount(text: String) throws {
        #expect(Amount(try #require(Decimal(string: text) ?? (text == "NaN" ? Decimal.nan : nil))) == nil)
    }

    @Test("A very long signature is shown by its beginning and its length")
    func long() throws {
        let store = Store(try .sample())
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.pro.monthly")
        let signer = store.makeSigner()
        let account = AppAccount.userName("4bd1c2c3e8a0")
        var discount = try store.sign(offer: "half3", of: "com.example.pro.monthly", for: account, with: signer)
        discount.signature = String(repeating: "A", count: 100_000)
        #expect(throws: PurchaseRefusal.self) {
            try device.purchase("com.example.pro.monthly", offer: .promotional(discount), account: account)
        }
        let text = try #require(device.lastRefusal).description
        expectContains(text, "100000 bytes in all")
        #expect(text.count < 10_000)
    }
}
