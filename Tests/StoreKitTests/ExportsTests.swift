import OfferKitTestHarness
import StoreKit
import Testing

/// A type of the test's own with the name of one in OfferKit: the re-exports must leave it alone.
private struct Store {}
private enum OfferType { case own }
private struct Device {}

@Observable private final class Counter {
    var count = 0
}

/// What import StoreKit brings.
struct ExportsTests {
    @Test("A file that says import StoreKit may have its own Store, Device and OfferType")
    func ownNames() async {
        expectEqual("\(OfferType.own)", "own")
        let transaction: StoreKit.Transaction? = nil
        expectNil(transaction)
        _ = (Store(), Device(), Date.distantPast)
    }

    @Test("Apple's Foundation comes with it: networking, observation, and the constants that tests sleep with")
    func foundation() {
        let counter = Counter()
        counter.count += 1
        expectEqual(counter.count, 1)
        expectEqual(URLRequest(url: URL(filePath: "/")).httpMethod, "GET")
        expectEqual(2 * NSEC_PER_SEC, 2_000_000_000)
    }
}
