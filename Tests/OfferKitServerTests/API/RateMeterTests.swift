import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// B12-8: how many requests are taken.
struct RateMeterTests {
    private static func instant(_ seconds: Int64) -> Instant { Instant(millisecondsSince1970: seconds * 1_000) }

    @Test("B12-8: the documented rates, by the hour; a tenth in the sandbox")
    func documented() {
        let (production, sandbox) = (
            AppStoreServerRateLimits.production.perHour, AppStoreServerRateLimits.sandbox.perHour
        )
        // 50, 20, 10 and 1 a second, 3,600 seconds.
        expectEqual(production[.subscriptionStatuses], 180_000)
        expectEqual(production[.transactionHistory], 180_000)
        expectEqual(production[.transactionInfo], 180_000)
        expectEqual(production[.notificationHistory], 180_000)
        expectEqual(production[.extendRenewalDate], 72_000)
        expectEqual(production[.refundHistory], 36_000)
        expectEqual(production[.orderLookup], 36_000)
        expectEqual(production[.requestTestNotification], 3_600)
        expectEqual(sandbox[.subscriptionStatuses], 18_000)
        expectEqual(sandbox[.requestTestNotification], 360)
        // C-143: what Apple's table does not have.
        expectEqual(production[.appTransactionInfo], 180_000)
        expectEqual(production[.finishTransaction], 180_000)
        expectEqual(production[.massExtensionStatus], 180_000)
    }

    @Test(
        "B12-8, C-143: an hour begins with its first request, endpoints count apart, and a clock set back begins none")
    func hours() {
        let limits = AppStoreServerRateLimits(perHour: [.orderLookup: 2, .refundHistory: 0])
        var meter = AppStoreServerRateMeter()
        expectNil(meter.admit(.orderLookup, limits, at: Self.instant(100)))
        expectNil(meter.admit(.orderLookup, limits, at: Self.instant(200)))
        expectEqual(meter.admit(.orderLookup, limits, at: Self.instant(300)), Self.instant(3_700))
        expectEqual(meter.admit(.orderLookup, limits, at: Self.instant(50)), Self.instant(3_700))
        expectEqual(meter.admit(.orderLookup, limits, at: Self.instant(3_699)), Self.instant(3_700))
        expectNil(meter.admit(.orderLookup, limits, at: Self.instant(3_700)))
        expectEqual(meter.admit(.refundHistory, limits, at: Self.instant(100)), Self.instant(3_700))
        expectNil(meter.admit(.transactionInfo, limits, at: Self.instant(100)))
    }

    @Test("C-142: an order's text is ten letters and digits, and names its transaction; a mistyped one names none")
    func orders() {
        var texts: Set<String> = []
        for id in Array(1...2_000) + [UInt64(UInt32.max)] {
            let text = OrderNumber.text(of: id)
            #expect(text.utf8.count == 10 && text.hasPrefix("M"))
            expectEqual(OrderNumber.transaction(of: text), id)
            texts.insert(text)
        }
        expectEqual(texts.count, 2_001)
        let bytes = Array(OrderNumber.text(of: 7).utf8)
        var taken = 0
        for place in bytes.indices {
            for mask in 1...255 as ClosedRange<UInt8> {
                var changed = bytes
                changed[place] ^= mask
                if OrderNumber.transaction(of: String(decoding: changed, as: UTF8.self)) != nil { taken += 1 }
            }
        }
        // 279 other texts of ten digits that differ in one; one in 8,192 fits its check by chance.
        #expect(taken <= 1)
        for text in ["", "M", "M22222222", "X222222222", "m222222222", "M2222222222"] {
            #expect(OrderNumber.transaction(of: text) == nil, "\(text)")
        }
    }
}
