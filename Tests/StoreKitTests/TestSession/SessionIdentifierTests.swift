import OfferKitTestHarness
import StoreKitTest
import Testing

/// Identifiers as suites write them.
struct SessionIdentifierTests {
    @Test("UInt64 of StoreKit 2, Int of Apple's pages, and UInt of its header name the same transaction")
    func types() async throws {
        try await TestShop.open { session in
            let bought = try await TestShop.buy(TestShop.monthly)
            try session.disableAutoRenewForTransaction(identifier: bought.id)
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [false])
            try session.enableAutoRenewForTransaction(identifier: Int(bought.id))
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [true])
            try session.disableAutoRenewForTransaction(identifier: UInt(bought.id))
            expectEqual(session.allTransactions().map(\.autoRenewingEnabled), [false])
            let listed = try #require(session.allTransactions().first)
            try session.refundTransaction(identifier: listed.identifier)
            expectEqual(session.allTransactions().map { $0.cancelDate == nil }, [false])
            try session.deleteTransaction(identifier: try #require(Int(exactly: bought.id)))
            #expect(session.allTransactions().isEmpty)
        }
    }

    @Test("Literals, conversions without a type's name and references to methods are not ambiguous")
    func unambiguous() async throws {
        try await TestShop.open { session in
            let refund = session.refundTransaction(identifier:)
            await expectEqual(TestShop.code { try refund(7) }, .noTransactionFound)
            await expectEqual(TestShop.code { try session.refundTransaction(identifier: 7) }, .noTransactionFound)
            let number: UInt64 = 7
            await expectEqual(
                TestShop.code { try session.refundTransaction(identifier: .init(number)) }, .noTransactionFound)
            await expectEqual(
                TestShop.code { try session.refundTransaction(identifier: numericCast(number)) }, .noTransactionFound)
        }
    }

    @Test("A number that is no UInt is that of no transaction")
    func negative() async throws {
        try await TestShop.open { session in
            let calls: [(Int) throws -> Void] = [
                { try session.deleteTransaction(identifier: $0) }, { try session.refundTransaction(identifier: $0) },
                { try session.resolveIssueForTransaction(identifier: $0) },
                { try session.approveAskToBuyTransaction(identifier: $0) },
                { try session.declineAskToBuyTransaction(identifier: $0) },
                { try session.enableAutoRenewForTransaction(identifier: $0) },
                { try session.disableAutoRenewForTransaction(identifier: $0) },
                { try session.requestPriceIncreaseConsentForTransaction(identifier: $0) },
                { try session.consentToPriceIncreaseForTransaction(identifier: $0) },
                { try session.declinePriceIncreaseForTransaction(identifier: $0) },
            ]
            for call in calls {
                await expectEqual(TestShop.code { try call(-1) }, .noTransactionFound)
            }
        }
    }
}
