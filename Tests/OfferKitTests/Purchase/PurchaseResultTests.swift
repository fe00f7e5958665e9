import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// A way for a purchase to end, with what each of the three ways to buy says of it.
private enum Ending: CaseIterable {
    case notAllowed, offSale, unknownProduct, quantity, missing, identifier, signature, price, ineligible
    case cancelled, declined, charge, conflicting

    /// StoreKit 2's error; nil for endings that it tells otherwise.
    var purchaseError: Product.PurchaseError? {
        switch self {
        case .notAllowed: .purchaseNotAllowed
        case .offSale, .unknownProduct: .productUnavailable
        case .quantity: .invalidQuantity
        case .missing: .missingOfferParameters
        case .identifier: .invalidOfferIdentifier
        case .signature: .invalidOfferSignature
        case .price: .invalidOfferPrice
        case .ineligible: .ineligibleForOffer
        case .cancelled, .declined, .charge, .conflicting: nil
        }
    }

    /// The raw value of StoreKit 1's `SKError.Code` (the table of B3).
    var code: Int {
        switch self {
        case .notAllowed: 4
        case .offSale, .unknownProduct: 5
        case .quantity, .conflicting: 3
        case .missing: 13
        case .identifier: 11
        case .signature: 12
        case .price: 14
        case .ineligible: 18
        case .cancelled: 2
        case .declined, .charge: 0
        }
    }
}

/// Results and errors of purchases.
struct PurchaseResultTests {
    /// How StoreKit 2 tells an ending.
    private enum Told: Equatable {
        case success, cancelled, pending
        case purchaseError(Product.PurchaseError)
        case systemError(PurchaseRefusal?)
        case unknown
    }

    /// Lets a purchase with a promotional offer end that way.
    private func end(_ ending: Ending) async throws -> (told: Told, lastRefusal: PurchaseRefusal?) {
        let shopping = try Shopping()
        let (store, device) = (shopping.store, shopping.device)
        if ending != .ineligible { try device.purchase(Shopping.weekly) }
        let product = try shopping.product(Shopping.pro)
        var discount = try shopping.claim(for: .userName(""))
        var more: Set<Product.PurchaseOption> = []
        switch ending {
        case .notAllowed: device.canMakePayments = false
        case .offSale: try store.setForSale(false, of: Shopping.pro)
        case .unknownProduct: device.storefront = "XXX"
        case .quantity: more = [.quantity(2)]
        case .missing: discount.signature = ""
        case .identifier: discount.identifier = "gone"
        case .signature: discount.timestamp = discount.timestamp.map { $0 - 1 }
        case .price: try store.setBasePrice(of: Shopping.pro, to: 4.99)
        case .ineligible: break
        case .cancelled: device.sheetAnswer = .cancel
        case .declined: device.sheetAnswer = .decline
        case .charge: shopping.customer.paymentMethod = .declining
        case .conflicting: more = [.winBackOffer(try #require(product.subscription?.winBackOffers.first))]
        }
        let told: Told
        do {
            switch try await product.purchase(options: more.union([discount.option])) {
            case .success: told = .success
            case .userCancelled: told = .cancelled
            case .pending: told = .pending
            }
        } catch let error as Product.PurchaseError {
            told = .purchaseError(error)
        } catch StoreKitError.systemError(let error) {
            told = .systemError(error as? PurchaseRefusal)
        } catch StoreKitError.unknown {
            told = .unknown
        }
        return (told, device.lastRefusal)
    }

    // S1-47: failed and deferred are told apart.
    @Test(
        "B3: StoreKit 2 tells each refusal by its own error, and the device keeps the whole refusal",
        arguments: Ending.allCases)
    private func storeKit2(ending: Ending) async throws {
        let (told, last) = try await end(ending)
        switch ending {
        case .cancelled: expectEqual(told, .cancelled)
        case .declined: expectEqual(told, .pending)
        case .charge: expectEqual(told, .unknown)
        case .conflicting: expectEqual(told, .systemError(.conflictingOffers(["comeback", "half3"])))
        default: expectEqual(told, ending.purchaseError.map(Told.purchaseError))
        }
        expectEqual(last?.purchaseError, ending.purchaseError)
        expectEqual(last?.storeKit1Code, ending.code)
    }

    @Test("C-8: two offers of one kind are in conflict too")
    func twoPromotionalOffers() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let options: Set = [
            try shopping.claim("half3", for: .userName("")).option,
            try shopping.claim("freemonth", for: .userName("")).option,
        ]
        await #expect(throws: StoreKitError.self) {
            _ = try await shopping.product(Shopping.pro).purchase(options: options)
        }
        expectEqual(shopping.device.lastRefusal, .conflictingOffers(["freemonth", "half3"]))
    }

    @Test("a purchase that goes through is a success with a verified transaction, and leaves the last refusal alone")
    func success() async throws {
        let shopping = try Shopping()
        let result = try await shopping.product(Shopping.coins).purchase(options: [.quantity(3)])
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("\(result)")
            return
        }
        expectEqual(transaction.purchasedQuantity, 3)
        expectEqual(transaction.price, Decimal(string: "2.97"))
        expectNil(shopping.device.lastRefusal)
    }

    // S4-38: the app reads it off the transaction.
    @Test("S4-34: a win-back offer is bought with its option")
    func winBack() async throws {
        let shopping = try Shopping()
        try shopping.buyOnce(Shopping.weekly)
        try shopping.store.advance(by: .weeks(1))
        let product = try shopping.product(Shopping.pro)
        let offer = try #require(product.subscription?.winBackOffers.first)
        let result = try await product.purchase(options: [.winBackOffer(offer)])
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("\(result)")
            return
        }
        expectEqual(transaction.offer?.type, .winBack)
        expectEqual(transaction.offer?.id, "comeback")
        expectEqual(transaction.price, Decimal(string: "2.99"))
    }

    @Test("C-49: an offer of another kind passed as a win-back offer is an unknown identifier")
    func wrongKind() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.pro)
        for offer in [product.subscription?.introductoryOffer, product.subscription?.promotionalOffers.first] {
            let option = Product.PurchaseOption.winBackOffer(try #require(offer))
            await #expect(throws: Product.PurchaseError.invalidOfferIdentifier) {
                _ = try await product.purchase(options: [option])
            }
        }
    }

    @Test("C-16: redeeming on the running product is a success with the current transaction")
    func queued() async throws {
        let shopping = try Shopping()
        let current = try shopping.device.purchase(Shopping.pro)
        let result = try await shopping.product(Shopping.pro)
            .purchase(options: [shopping.claim("prepaid6", for: .userName("")).option])
        guard case .success(.verified(let transaction)) = result else {
            Issue.record("\(result)")
            return
        }
        expectEqual(transaction, current)
        expectEqual(shopping.device.transactions, [current])
    }
}
