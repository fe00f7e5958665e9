import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Promoted products on a device.
struct PromotionInfoTests {
    private typealias Info = Product.PromotionInfo

    private func list() async throws -> [String] {
        try await Info.currentOrder.map { "\($0.productID) \($0.visibility)" }
    }

    // C-117
    @Test("order and visibility are kept for the device that they were said on, and for no other")
    func order() async throws {
        let shopping = try Shopping()
        try await DeviceSlot(shopping.device).provide {
            try await expectEqual(list(), [])
            try await Info.updateProductOrder(byID: [Shopping.pro, Shopping.coins, Shopping.pro])
            try await Info.updateProductVisibility(.hidden, for: Shopping.theme)
            try await Info.updateProductVisibility(.visible, for: Shopping.coins)
            try await expectEqual(
                list(),
                ["\(Shopping.pro) appStoreConnectDefault", "\(Shopping.coins) visible", "\(Shopping.theme) hidden"])
            var last = try #require(try await Info.currentOrder.last)
            last.visibility = .appStoreConnectDefault
            try await last.update()
            try await expectEqual(Info.currentOrder.map(\.productID), [Shopping.pro, Shopping.coins])
            try await Info.updateAll(Info.currentOrder.reversed())
            try await expectEqual(Info.currentOrder.map(\.productID), [Shopping.coins, Shopping.pro])
        }
        try await DeviceSlot(shopping.customer.addDevice()).provide {
            let list = try await list()
            expectEqual(list, [])
        }
    }

    // C-117
    @Test("a product that the store does not have is an invalid request, and nothing changes")
    func unknown() async throws {
        let shopping = try Shopping()
        try await DeviceSlot(shopping.device).provide {
            let error = await #expect(throws: InvalidRequestError.self) {
                try await Info.updateProductOrder(byID: [Shopping.pro, "none"])
            }
            expectEqual(error?.message, "The store has no product none.")
            await #expect(throws: InvalidRequestError.self) {
                try await Info.updateProductVisibility(.hidden, for: "none")
            }
            let list = try await list()
            expectEqual(list, [])
        }
    }
}
