import OfferKit
import OfferKitTestHarness
import Testing

/// Values that do not pass their check.
struct UnverifiedValueTests {
    private typealias Reason = VerificationResult<Any>.VerificationError

    private static let reasons: [Reason] = [
        .revokedCertificate, .invalidCertificateChain, .invalidDeviceVerification, .invalidEncoding, .invalidSignature,
        .missingRequiredProperties,
    ]

    @Test("what the app is told does not pass is a JWS that does not, for that very reason", arguments: reasons)
    private func transaction(_ reason: Reason) async throws {
        let shopping = try Shopping()
        shopping.device.setSimulatedError(.verification(reason), forAPI: .verification, next: 1)
        guard case .success(.unverified(let value, let error)) = try await shopping.product(Shopping.pro).purchase()
        else {
            Issue.record("It was verified.")
            return
        }
        expectEqual("\(error)", "\(reason)")
        expectEqual(value.productID, Shopping.pro)
        let text = VerificationResult.unverified(value, error).jwsRepresentation
        let refusal = #expect(throws: SignedDataRefusal.self) {
            try shopping.device.verifier.transaction(text)
        }
        expectEqual(refusal?.reason, reason)
        // The next one passes again.
        let next = try #require(await shopping.device.app.latestTransaction(for: Shopping.pro))
        _ = try shopping.device.verifier.transaction(next.jwsRepresentation)
        #expect(throws: Never.self) { try next.payloadValue }
    }

    @Test("so are renewal info and app transactions", arguments: reasons)
    private func others(_ reason: Reason) async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.pro)
        shopping.device.setSimulatedError(.verification(reason), forAPI: .verification)
        let status = try #require(try await shopping.device.app.subscriptionStatuses(inGroup: Shopping.premium).first)
        let app = try await shopping.device.app.appTransaction()
        let verifier = shopping.device.verifier
        let refusals = [
            #expect(throws: SignedDataRefusal.self) { try verifier.renewalInfo(status.renewalInfo.jwsRepresentation) },
            #expect(throws: SignedDataRefusal.self) { try verifier.appTransaction(app.jwsRepresentation) },
        ]
        expectEqual(refusals.map { $0?.reason }, [reason, reason])
    }

    @Test("what was copied from another device shows it: its hash is not that of this device")
    func copied() async throws {
        let shopping = try Shopping()
        let honest = try shopping.device.purchase(Shopping.coins)
        shopping.device.setSimulatedError(.verification(.invalidDeviceVerification), forAPI: .verification)
        let copied = try #require(await shopping.device.app.latestTransaction(for: Shopping.coins))
        expectEqual(copied.deviceVerificationNonce, honest.deviceVerificationNonce)
        #expect(copied.deviceVerification != honest.deviceVerification)
        // Any other server takes it: nothing else is wrong with it.
        _ = try shopping.store.verifier.transaction(copied.jwsRepresentation)
    }

    @Test("any value can be had in a form that fails, without a device that says so")
    func byHand() throws {
        let shopping = try Shopping()
        let transaction = try shopping.device.purchase(Shopping.coins)
        #expect(throws: SignedDataRefusal.self) {
            try shopping.store.verifier.transaction(transaction.jwsRepresentation(failing: .invalidSignature))
        }
        expectEqual(
            transaction.jwsRepresentation(failing: nil), VerificationResult.verified(transaction).jwsRepresentation)
    }
}
