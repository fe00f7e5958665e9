import OfferKit
import OfferKitXCTest
import XCTest

/// A test case as an app has it, which XCTest itself runs.
final class StoreTestCaseTests: StoreTestCase {
    func testASynchronousTestHasAStore() throws {
        XCTAssertTrue(Store.current === store)
        XCTAssertTrue(Device.current === device)
        try device.purchase("com.example.coins.100")
        XCTAssertEqual(device.transactions.count, 1)
    }

    func testAnAsynchronousTestHasAStoreInDetachedTasksToo() async throws {
        XCTAssertTrue(Store.current === store)
        let products = try await Task.detached {
            try await Product.products(for: ["com.example.pro.monthly"])
        }.value
        let result = try await products.first?.purchase()
        guard case .success(let transaction)? = result else { return XCTFail("not bought") }
        XCTAssertEqual(try transaction.payloadValue.id, 1)
        XCTAssertEqual(device.transactions.map(\.id), [1])
        try store.advance(by: .months(2))
        XCTAssertTrue(device.isEntitled(to: "com.example.pro.monthly"))
    }
}
