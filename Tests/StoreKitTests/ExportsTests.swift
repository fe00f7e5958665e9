import StoreKit
import Testing

/// A type of the test's own with the name of one in OfferKit: the re-exports must leave it alone.
private struct Store {}
private enum OfferType { case own }
private struct Device {}

@Suite struct ExportsTests {
    @Test func `A file that says import StoreKit may have its own Store, Device and OfferType`() async {
        #expect("\(OfferType.own)" == "own")
        let transaction: StoreKit.Transaction? = nil
        #expect(transaction == nil)
        _ = (Store(), Device(), Date.distantPast)
    }
}
