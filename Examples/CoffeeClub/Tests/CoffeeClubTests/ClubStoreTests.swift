import CoffeeClub
import StoreKit
import StoreKitTest
import XCTest

@MainActor
final class ClubStoreTests: XCTestCase {
    private func makeSession() throws -> SKTestSession {
        let session = try SKTestSession(configurationFileNamed: "CoffeeClub")
        session.resetToDefaultState()
        session.disableDialogs = true
        session.clearTransactions()
        return session
    }

    private func plan(_ id: String, of store: ClubStore) async throws -> Product {
        try await store.loadPlans()
        return try XCTUnwrap(store.plans.first { $0.id == id })
    }

    func testPlansComeCheapestFirst() async throws {
        let session = try makeSession()
        let store = ClubStore()
        try await store.loadPlans()
        XCTAssertEqual(store.plans.map(\.id), ["club.house.monthly", "club.barista.monthly", "club.barista.yearly"])
        XCTAssertEqual(store.plans.map(\.displayPrice), ["$4.99", "$8.99", "$89.00"])
        _ = session
    }

    // S1-16: once in the group.
    func testTheFreeWeekIsOfferedOnce() async throws {
        let session = try makeSession()
        let store = ClubStore()
        let house = try await plan("club.house.monthly", of: store)
        let before = await store.sign(for: house)
        XCTAssertEqual(before, "First week free, then $4.99 a month")
        try await store.buy(house)
        try session.expireSubscription(productIdentifier: house.id)
        let after = await store.sign(for: house)
        XCTAssertEqual(after, "$4.99 a month")
    }

    func testAMemberWhoseSubscriptionExpiresIsNoMember() async throws {
        let session = try makeSession()
        let store = ClubStore()
        let bought = try await store.buy(plan("club.house.monthly", of: store))
        XCTAssertTrue(bought)
        XCTAssertTrue(store.membership.poursCoffee)
        try session.expireSubscription(productIdentifier: "club.house.monthly")
        await store.refreshMembership()
        XCTAssertEqual(store.membership, .none)
    }

    // C-24: access ends with a refund of the current period.
    func testARefundTakesTheMembershipBack() async throws {
        let session = try makeSession()
        let store = ClubStore()
        try await store.buy(plan("club.barista.yearly", of: store))
        let transaction = try XCTUnwrap(session.allTransactions().first)
        try session.refundTransaction(identifier: transaction.identifier)
        await store.refreshMembership()
        XCTAssertEqual(store.membership, .none)
    }

    func testAnUpgradeReplacesThePlan() async throws {
        let session = try makeSession()
        let store = ClubStore()
        try await store.buy(plan("club.house.monthly", of: store))
        try await store.buy(plan("club.barista.monthly", of: store))
        guard case .plan("club.barista.monthly", _, false) = store.membership else {
            return XCTFail("\(store.membership)")
        }
        _ = session
    }

    func testAMemberWhoCancelsStaysUntilTheEnd() async throws {
        let session = try makeSession()
        let store = ClubStore()
        try await store.buy(plan("club.house.monthly", of: store))
        let transaction = try XCTUnwrap(session.allTransactions().first)
        try session.disableAutoRenewForTransaction(identifier: transaction.identifier)
        await store.refreshMembership()
        guard case .plan("club.house.monthly", _, true) = store.membership else {
            return XCTFail("\(store.membership)")
        }
    }

    func testAPurchaseThatAParentHasToApproveComesLater() async throws {
        let session = try makeSession()
        let store = ClubStore()
        session.askToBuyEnabled = true
        let bought = try await store.buy(plan("club.house.monthly", of: store))
        XCTAssertFalse(bought)
        XCTAssertEqual(store.membership, .none)
        let waiting = try XCTUnwrap(session.allTransactions().first { $0.pendingAskToBuyConfirmation })
        try session.approveAskToBuyTransaction(identifier: waiting.identifier)
        await store.refreshMembership()
        XCTAssertTrue(store.membership.poursCoffee)
    }

    func testAFailingNetworkIsSaid() async throws {
        let session = try makeSession()
        let store = ClubStore()
        try await session.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)
        do {
            try await store.loadPlans()
            XCTFail("loaded")
        } catch StoreKitError.networkError(let error) {
            XCTAssertEqual(error.code, .notConnectedToInternet)
        }
    }

    func testBeansWaitAtTheCounter() async throws {
        let session = try makeSession()
        let store = ClubStore()
        let products = try await Product.products(for: [ClubStore.beansID])
        try await store.buy(XCTUnwrap(products.first))
        XCTAssertEqual(store.bagsOfBeans, 1)
        _ = session
    }
}
