import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Failures on demand.
struct SimulatedFailuresTests {
    // S1-10: loading products can fail, and the app is told.
    @Test("a failure shows until it is cleared, and clearing it really clears it")
    func cleared() async throws {
        let device = try Shopping().device
        device.setSimulatedError(.generic(.offline), forAPI: .loadProducts)
        for _ in 0..<3 { #expect(await isOffline { try await device.app.products([Shopping.pro]) }) }
        #expect(device.simulatedError(forAPI: .loadProducts) != nil)
        device.setSimulatedError(nil, forAPI: .loadProducts)
        expectNil(device.simulatedError(forAPI: .loadProducts))
        try await expectEqual(device.app.products([Shopping.pro, "none"]).map(\.id), [Shopping.pro])
    }

    @Test("armed for the next calls it shows that often, and less than one clears it")
    func counted() async throws {
        let device = try Shopping().device
        device.setSimulatedError(.generic(.offline), forAPI: .appStoreSync, next: 2)
        var failures: [Bool] = []
        for _ in 0..<4 { failures.append(await isOffline { try await device.app.sync() }) }
        expectEqual(failures, [true, true, false, false])
        device.setSimulatedError(.generic(.offline), forAPI: .appStoreSync)
        device.setSimulatedError(.generic(.offline), forAPI: .appStoreSync, next: 0)
        #expect(await !isOffline { try await device.app.sync() })
    }

    @Test("each call fails by itself, on its own device, and all are cleared at once")
    func apart() async throws {
        let shopping = try Shopping()
        let (device, other) = (shopping.device, shopping.customer.addDevice())
        let product = try shopping.product(Shopping.pro)
        let info = try #require(product.subscription)
        device.setSimulatedError(.generic(.offline), forAPI: .subscriptionStatus)
        device.setSimulatedError(.generic(.offline), forAPI: .offerCodeRedeem)
        #expect(await isOffline { try await info.status })
        #expect(await isOffline { try await device.app.redeem(code: "NONE") })
        #expect(await !isOffline { try await device.app.products([Shopping.pro]) })
        #expect(await !isOffline { try await other.app.subscriptionStatuses(inGroup: Shopping.premium) })
        device.clearSimulatedErrors()
        try await expectEqual(info.status, [])
        await #expect(throws: CodeRefusal.self) { try await device.app.redeem(code: "NONE") }
    }

    @Test("a purchase that is made to fail never reaches the store")
    func purchase() async throws {
        let shopping = try Shopping()
        let product = try shopping.product(Shopping.coins)
        let count = shopping.store.log.count
        shopping.device.setSimulatedError(.purchase(.productUnavailable), forAPI: .purchase)
        await #expect(throws: Product.PurchaseError.productUnavailable) { try await product.purchase() }
        shopping.device.setSimulatedError(.generic(.offline), forAPI: .purchase)
        #expect(await isOffline { try await product.purchase() })
        shopping.device.setSimulatedError(.generic(.userCancelled), forAPI: .purchase)
        guard case .userCancelled = try await product.purchase() else {
            Issue.record("A simulated cancellation is a result.")
            return
        }
        expectEqual(shopping.store.log.count, count)
        shopping.device.setSimulatedError(nil, forAPI: .purchase)
        guard case .success = try await product.purchase() else {
            Issue.record("The failure was cleared.")
            return
        }
    }

    @Test("while verification fails, every value comes out unverified, with the reason and the value")
    func verification() async throws {
        let shopping = try Shopping()
        let device = shopping.device
        let updates = listen(shopping.customer.addDevice().app.updates)
        let own = try shopping.product(Shopping.weekly)
        device.setSimulatedError(.verification(.invalidSignature), forAPI: .verification)
        guard case .success(.unverified(let transaction, .invalidSignature)) = try await own.purchase() else {
            Issue.record("The purchase is not unverified.")
            return
        }
        expectEqual(device.transactions, [transaction])
        let listed = await device.app.transactions(.all).reduce(into: []) { $0.append($1) }
        expectEqual(listed, [.unverified(transaction, .invalidSignature)])
        await expectEqual(
            device.app.latestTransaction(for: Shopping.weekly), .unverified(transaction, .invalidSignature))
        let status = try #require(await device.app.subscriptionStatuses(inGroup: Shopping.premium).first)
        expectEqual(status.transaction, .unverified(transaction, .invalidSignature))
        #expect(throws: VerificationResult<RenewalInfo>.VerificationError.invalidSignature) {
            try status.renewalInfo.payloadValue
        }
        // Another device is not concerned, and neither is this one once the failure is cleared.
        await expectEqual(heard(updates, in: shopping.store), [.verified(transaction)])
        device.setSimulatedError(nil, forAPI: .verification)
        await expectEqual(device.app.latestTransaction(for: Shopping.weekly), .verified(transaction))
    }

    @Test(
        "each reason to fail verification reaches the app as itself",
        arguments: [
            (
                VerificationResult<Any>.VerificationError.revokedCertificate,
                VerificationResult<Transaction>.VerificationError.revokedCertificate
            ),
            (.invalidCertificateChain, .invalidCertificateChain),
            (.invalidDeviceVerification, .invalidDeviceVerification), (.invalidEncoding, .invalidEncoding),
            (.invalidSignature, .invalidSignature), (.missingRequiredProperties, .missingRequiredProperties),
        ])
    func reasons(
        armed: VerificationResult<Any>.VerificationError, shown: VerificationResult<Transaction>.VerificationError
    ) async throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.coins)
        shopping.device.setSimulatedError(.verification(armed), forAPI: .verification, next: 1)
        await expectEqual(shopping.device.app.latestTransaction(for: Shopping.coins), .unverified(transaction, shown))
        await expectEqual(shopping.device.app.latestTransaction(for: Shopping.coins), .verified(transaction))
    }

    @Test("entitlements made to fail come back empty, and other lists do not")
    func entitlements() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.theme)
        shopping.device.setSimulatedError(.empty, forAPI: .currentEntitlements, next: 1)
        var counts: [Int] = []
        for list in [Device.TransactionList.all, .currentEntitlements, .currentEntitlements] {
            counts.append(await shopping.device.app.transactions(list).reduce(0) { count, _ in count + 1 })
        }
        expectEqual(counts, [1, 0, 1])
    }
}
