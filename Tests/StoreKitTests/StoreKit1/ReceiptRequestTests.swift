import OfferKit
import StoreKit
import Testing

@Suite("StoreKit 1: receipts")
struct ReceiptRequestTests {
    private final class Delegate: NSObject, SKRequestDelegate {
        private let fail: (any Error) -> Void

        init(_ fail: @escaping (any Error) -> Void) {
            self.fail = fail
        }

        func request(_ request: SKRequest, didFailWithError error: any Error) {
            fail(error)
        }
    }

    @Test("C-120: there is no receipt, and the request says what to read instead")
    func fails() async throws {
        var delegate: Delegate?
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<any Error, Never>) in
            delegate = Delegate { continuation.resume(returning: $0) }
            let request = SKReceiptRefreshRequest(receiptProperties: [SKReceiptPropertyIsExpired: true])
            request.delegate = delegate
            request.start()
        }
        _ = delegate
        #expect((error as? SKError)?.code == .unknown)
        #expect(error.localizedDescription.contains("AppTransaction.shared"))
        #expect(Bundle.main.appStoreReceiptURL == nil)
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
