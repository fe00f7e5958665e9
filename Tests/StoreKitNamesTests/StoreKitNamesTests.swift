import StoreKit
import StoreKitTest
import Testing

/// Types of an app's own with names that OfferKit has and Apple's StoreKit has not.
private struct Store { var name = "mine" }
private struct Device { var name = "mine" }
private struct Customer { var name = "mine" }
private enum OfferType { case own }

@Observable private final class Counter {
    var count = 0
}

/// The modules named StoreKit and StoreKitTest.
struct StoreKitNamesTests {
    @Test("a file that says import StoreKit alone buys and reads what it bought")
    func buys() async throws {
        try await SampleSession.open { session in
            let product = try #require(try await Product.products(for: ["com.example.coins.100"]).first)
            guard case .success(.verified(let transaction)) = try await product.purchase() else {
                Issue.record("not bought")
                return
            }
            let same: StoreKit.Transaction = transaction
            #expect(same.productID == product.id)
            #expect(session.allTransactions().map(\.productIdentifier) == [product.id])
            await transaction.finish()
        }
    }

    @Test("an app's own Store, Device, Customer and OfferType are its own")
    func ownNames() {
        #expect(Store().name + Device().name + Customer().name == "mineminemine")
        #expect("\(OfferType.own)" == "own")
    }

    @Test("Apple's Foundation comes with it: networking, observation, and the constants that tests sleep with")
    func foundation() {
        let counter = Counter()
        counter.count += 1
        #expect(counter.count == 1)
        #expect(URLRequest(url: URL(filePath: "/")).httpMethod == "GET")
        #expect(2 * NSEC_PER_SEC == 2_000_000_000)
    }
}
