import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Purchases between request and answer.
struct HeldSheetsTests {
    /// How a purchase in StoreKit's shape ended.
    private enum End: Equatable {
        case bought(VerificationResult<Transaction>), cancelled, pending
        case networkError, cancellation, other(String)
    }

    private func buy(_ shopping: Shopping, _ id: String = Shopping.coins) throws -> Task<End, Never> {
        let product = try shopping.product(id)
        return Task {
            do {
                switch try await product.purchase() {
                case .success(let result): return .bought(result)
                case .userCancelled: return .cancelled
                case .pending: return .pending
                }
            } catch StoreKitError.networkError {
                return .networkError
            } catch is CancellationError {
                return .cancellation
            } catch {
                return .other("\(error)")
            }
        }
    }

    private func holding() throws -> Shopping {
        let shopping = try Shopping()
        shopping.device.holdsSheets = true
        return shopping
    }

    @Test("C-47: the app waits while clock, price and sale change, and gets what the customer confirmed then")
    func confirmed() async throws {
        let shopping = try holding()
        let updates = listen(shopping.device.app.updates)
        let purchase = try buy(shopping, Shopping.weekly)
        let sheet = try #require(await shopping.device.nextSheet())
        expectEqual(sheet.productID, Shopping.weekly)
        expectEqual(shopping.device.openSheets, [sheet])
        expectEqual(shopping.device.transactions, [])
        try shopping.store.advance(by: .days(3))
        try shopping.store.setBasePrice(of: Shopping.weekly, to: 7)
        let transaction = try sheet.confirm()
        await expectEqual(purchase.value, .bought(.verified(transaction)))
        expectEqual(transaction.purchaseDate, date("2026-01-04T00:00:00Z"))
        expectEqual(shopping.device.openSheets, [])
        await expectEqual(heard(updates, in: shopping.store), [])
    }

    @Test("closed or declined, the waiting app is told so, and nothing was bought")
    func refused() async throws {
        let shopping = try holding()
        for (answer, end) in [(PaymentSheet.cancel, End.cancelled), (PaymentSheet.decline, .pending)] {
            let purchase = try buy(shopping)
            answer(try #require(await shopping.device.nextSheet()))()
            await expectEqual(purchase.value, end)
        }
        expectEqual(shopping.device.transactions, [])
    }

    @Test("C-47: taken off sale meanwhile, the waiting app is told that the product is unavailable")
    func offSale() async throws {
        let shopping = try holding()
        let purchase = try buy(shopping)
        let sheet = try #require(await shopping.device.nextSheet())
        try shopping.store.setForSale(false, of: Shopping.coins)
        expectEqual(refusal { try sheet.confirm() }, .productUnavailable(.removedFromSale(Shopping.coins)))
        await expectEqual(purchase.value, .other("\(Product.PurchaseError.productUnavailable)"))
    }

    @Test("several sheets are handed out once each and answered in any order")
    func several() async throws {
        let shopping = try holding()
        let first = try buy(shopping, Shopping.coins)
        let one = try #require(await shopping.device.nextSheet())
        let second = try buy(shopping, Shopping.theme)
        let two = try #require(await shopping.device.nextSheet())
        expectEqual(shopping.device.openSheets, [one, two])
        let theme = try two.confirm()
        let coins = try one.confirm()
        await expectEqual(first.value, .bought(.verified(coins)))
        await expectEqual(second.value, .bought(.verified(theme)))
        expectEqual([theme.id, coins.id], [1, 2])
    }

    // C-82: the call ends, the sheet does not.
    @Test("a cancelled task's call returns and its sheet stays open; what is confirmed later comes in updates")
    func taskCancelled() async throws {
        let shopping = try holding()
        let updates = listen(shopping.device.app.updates)
        let purchase = try buy(shopping)
        let sheet = try #require(await shopping.device.nextSheet())
        purchase.cancel()
        await expectEqual(purchase.value, .cancellation)
        expectEqual(shopping.device.openSheets, [sheet])
        let transaction = try sheet.confirm()
        await expectEqual(heard(updates, in: shopping.store), [.verified(transaction)])
        expectEqual(shopping.device.openSheets, [])
    }

    @Test("the app either gets its result or finds it in updates, whoever is faster: the answer or the cancellation")
    func race() async throws {
        // After 280 rounds every moment of the one has met every moment of the other.
        for round in 0..<(Effort.isFull ? 560 : 280) {
            let shopping = try holding()
            let updates = listen(shopping.device.app.updates)
            let purchase = try buy(shopping)
            let sheet = try #require(await shopping.device.nextSheet())
            let cancelling = Task {
                // Other moments in other rounds, on another thread than the answer.
                for _ in 0..<(round % 40) { await Task.yield() }
                purchase.cancel()
            }
            for _ in 0..<(round % 7) { await Task.yield() }
            let transaction = try sheet.confirm()
            await cancelling.value
            let came = await heard(updates, in: shopping.store)
            switch await purchase.value {
            case .bought(let result): #expect(result == .verified(transaction) && came == [])
            case .cancellation: expectEqual(came, [.verified(transaction)])
            case let end: Issue.record("The purchase ended with \(end).")
            }
        }
    }

    @Test("terminating the app ends its waiting call; its sheet can be confirmed, and the app finds it after launch")
    func terminated() async throws {
        let shopping = try holding()
        let purchase = try buy(shopping)
        let sheet = try #require(await shopping.device.nextSheet())
        shopping.device.terminate()
        await expectEqual(purchase.value, .cancellation)
        shopping.device.launch()
        let updates = listen(shopping.device.app.updates)
        let transaction = try sheet.confirm()
        await expectEqual(heard(updates, in: shopping.store), [.verified(transaction)])
    }

    @Test("waiting for a sheet that never opens ends when the waiting task is cancelled")
    func noSheet() async throws {
        let shopping = try holding()
        for round in 0..<100 {
            let waiting = Task { await shopping.device.nextSheet() }
            if round % 2 == 0 { await Task.yield() }
            waiting.cancel()
            expectNil(await waiting.value)
        }
    }

    @Test("a purchase that cannot wait is answered at once while sheets are held")
    func synchronous() throws {
        let shopping = try holding()
        try expectEqual(shopping.device.purchase(Shopping.coins).id, 1)
        shopping.device.sheetAnswer = .cancel
        expectEqual(refusal { try shopping.device.purchase(Shopping.coins) }, .cancelled)
    }

    @Test("network down after the charge: the call fails, and the purchase comes in updates, not finished")
    func lostAfterCharge() async throws {
        let shopping = try Shopping()
        let updates = listen(shopping.device.app.updates)
        shopping.device.setSimulatedError(.lost(goesThrough: true), forAPI: .purchaseAnswer, next: 1)
        try await expectEqual(buy(shopping).value, .networkError)
        expectEqual(shopping.device.unfinished.map(\.id), [1])
        await expectEqual(heard(updates, in: shopping.store).map(\.unsafePayloadValue.id), [1])
    }

    @Test("a purchase that is made to fail by itself loses no answer: the next one does")
    func lostLater() async throws {
        let shopping = try Shopping()
        shopping.device.setSimulatedError(.lost(goesThrough: false), forAPI: .purchaseAnswer, next: 1)
        shopping.device.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase, next: 1)
        let product = try shopping.product(Shopping.coins)
        await #expect(throws: Product.PurchaseError.productUnavailable) { try await product.purchase() }
        try await expectEqual(buy(shopping).value, .networkError)
        expectEqual(shopping.device.transactions, [])
        guard case .success = try await product.purchase() else {
            Issue.record("One answer was to be lost.")
            return
        }
    }

    @Test("network down after the charge of a held sheet: the call waits for the customer, then fails")
    func lostWhileHeld() async throws {
        let shopping = try holding()
        shopping.device.setSimulatedError(.lost(goesThrough: true), forAPI: .purchaseAnswer)
        let updates = listen(shopping.device.app.updates)
        let purchase = try buy(shopping)
        let transaction = try #require(await shopping.device.nextSheet()).confirm()
        await expectEqual(purchase.value, .networkError)
        await expectEqual(heard(updates, in: shopping.store), [.verified(transaction)])
    }

    @Test("network down before the charge: the call fails, nothing was bought, and the nonce is spent (C-5)")
    func lostBeforeCharge() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let claim = try shopping.claim(for: .userName(""))
        let signature = ProductDiscount.Signature(
            keyID: try #require(claim.keyIdentifier), nonce: try #require(claim.nonce),
            timestamp: Int(try #require(claim.timestamp)),
            signature: try #require(claim.signature.flatMap { Data(base64Encoded: $0) }))
        let option = Product.PurchaseOption.promotionalOffer(offerID: "half3", signature: signature)
        let product = try shopping.product(Shopping.pro)
        shopping.device.setSimulatedError(.lost(goesThrough: false), forAPI: .purchaseAnswer, next: 1)
        await #expect(throws: StoreKitError.self) { try await product.purchase(options: [option]) }
        expectEqual(shopping.device.transactions.count, 1)
        expectEqual(shopping.device.openSheets, [])
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            try await product.purchase(options: [option])
        }
    }
}
