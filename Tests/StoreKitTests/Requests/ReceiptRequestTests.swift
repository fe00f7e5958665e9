import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: receipts.
struct ReceiptRequestTests {
    private final class Delegate: NSObject, SKRequestDelegate {
        private let tell: (Result<Void, any Error>) -> Void

        init(_ tell: @escaping (Result<Void, any Error>) -> Void) {
            self.tell = tell
        }

        func requestDidFinish(_ request: SKRequest) { tell(.success(())) }
        func request(_ request: SKRequest, didFailWithError error: any Error) { tell(.failure(error)) }
    }

    /// What a refresh comes to in a slot; nil for a new receipt.
    private func refresh(in slot: DeviceSlot, _ properties: [String: Any]? = nil) async -> (any Error)? {
        var delegate: Delegate?
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<Void, any Error>, Never>) in
            delegate = Delegate { continuation.resume(returning: $0) }
            let request = SKReceiptRefreshRequest(receiptProperties: properties)
            request.delegate = delegate
            slot.provide { request.start() }
        }
        _ = delegate
        if case .failure(let error) = result { return error }
        return nil
    }

    // S2-27: where no receipt lies at its address, it is asked for.
    @Test("C-120, S2-27: a refresh brings the receipt to its address, where there was none")
    func refreshed() async throws {
        let shop = try QueueShop(.sandbox)
        let url = shop.device.receiptURL
        #expect(!FileManager.default.fileExists(atPath: url.path))
        expectNil(await refresh(in: shop.slot))
        let receipt = try Data(contentsOf: url)
        expectEqual(receipt, shop.device.appReceipt)
        let response = shop.store.verifyReceipt(ReceiptRequest(receipt: receipt).json)
        try expectEqual(ReceiptAnswer(json: response.body).receipt?.bundleID, shop.store.bundleID)
    }

    @Test("C-137: the properties ask for a receipt of a purchase in volume that has expired, or was revoked")
    func properties() async throws {
        let shop = try QueueShop(.sandbox)
        func answer() throws -> ReceiptAnswer {
            let request = ReceiptRequest(receipt: try #require(shop.device.appReceipt))
            return try ReceiptAnswer(json: shop.store.verifyReceipt(request.json).body)
        }
        let names = [
            SKReceiptPropertyIsExpired: true, SKReceiptPropertyIsVolumePurchase: true,
            SKReceiptPropertyIsRevoked: false,
        ]
        expectNil(await refresh(in: shop.slot, names))
        try expectEqual(answer().receipt?.kind, .sandboxVPP)
        #expect(try answer().receipt?.expirationDate != nil)
        expectNil(await refresh(in: shop.slot, [SKReceiptPropertyIsRevoked: true]))
        try expectEqual(answer().status, .accountNotFound)
    }

    @Test("C-137: who does not sign in has paymentCancelled; a failure of the network is what it is")
    func failures() async throws {
        let shop = try QueueShop(.sandbox)
        shop.device.appStoreAnswers.signIn = .cancel
        expectEqual((await refresh(in: shop.slot) as? SKError)?.code, .paymentCancelled)
        shop.device.appStoreAnswers.signIn = .signIn
        shop.device.setSimulatedError(.generic(.networkError(URLError(.timedOut))), forAPI: .receiptRefresh, next: 1)
        expectEqual((await refresh(in: shop.slot) as? URLError)?.code, .timedOut)
        expectNil(shop.device.appReceipt)
        expectNil(await refresh(in: shop.slot))
    }

    @Test("C-120: without a device a refresh fails and says what to do")
    func noDevice() async throws {
        let slot = DeviceSlot()
        let error = try #require(await refresh(in: slot))
        expectEqual((error as? SKError)?.code, .unknown)
        expectContains(error.localizedDescription, "SKReceiptRefreshRequest.start()")
    }

    // S2-27: restoring may also use restoreCompletedTransactions.
    @Test("S2-27: restoring brings a new receipt, too")
    func restored() async throws {
        let shop = try QueueShop(.sandbox)
        try shop.customer.addDevice().purchase(QueueShop.theme)
        expectNil(shop.device.appReceipt)
        try await shop.slot.provide { try await AppStore.sync() }
        let request = ReceiptRequest(receipt: try #require(shop.device.appReceipt))
        let answer = try ReceiptAnswer(json: shop.store.verifyReceipt(request.json).body)
        expectEqual(answer.receipt?.inApp.map(\.productID), [QueueShop.theme])
    }

    @Test("C-120: without a device payments are allowed; with one, the device says")
    func allowed() throws {
        #expect(DeviceSlot().provide { SKPaymentQueue.canMakePayments() })
        let shop = try QueueShop()
        #expect(shop.slot.provide { SKPaymentQueue.canMakePayments() })
        shop.device.canMakePayments = false
        #expect(!shop.slot.provide { SKPaymentQueue.canMakePayments() })
    }
}
