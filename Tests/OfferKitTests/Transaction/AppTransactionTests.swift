import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// App transactions.
struct AppTransactionTests {
    private static func transaction(
        in environment: StoreEnvironment, change: (Customer, Device) -> Void = { _, _ in }
    ) async throws -> (AppTransaction, Store) {
        let store = Store(
            catalog: try Catalog(products: [.consumable("coins", price: 0.99)]), environment: environment,
            startingAt: date("2026-05-01T00:00:00Z"))
        let customer = store.addCustomer()
        let device = customer.addDevice()
        try store.advance(by: .days(2))
        change(customer, device)
        return (try await device.app.appTransaction().payloadValue, store)
    }

    @Test("C-110: in the sandbox everybody got version 1.0 on 1 August 2013, and the app has no number")
    func sandbox() async throws {
        let (transaction, store) = try await Self.transaction(in: .sandbox)
        expectEqual(transaction.originalAppVersion, "1.0")
        expectEqual(transaction.originalPurchaseDate, Date(timeIntervalSince1970: 1_375_340_400))
        expectNil(transaction.appID)
        expectNil(transaction.appVersionID)
        expectEqual(transaction.environment, .sandbox)
        expectEqual(transaction.bundleID, store.bundleID)
        expectEqual(transaction.signedDate, date("2026-05-03T00:00:00Z"))
        expectNil(transaction.preorderDate)
        let payload = try store.verifier.appTransaction(transaction.jwsRepresentation(failing: nil))
        expectEqual(payload.environment, .sandbox)
        expectNil(payload.appAppleID)
        expectEqual(payload.originalPlatform, "iOS")
    }

    @Test("C-110: in production the app has its number, and the customer got it when the store's time began")
    func production() async throws {
        let (transaction, store) = try await Self.transaction(in: .production)
        expectEqual(transaction.appID, UInt64(store.appAppleID))
        expectEqual(transaction.originalPurchaseDate, date("2026-05-01T00:00:00Z"))
        expectEqual(transaction.originalAppVersion, "1.0")
    }

    @Test("C-110: a first download that was set is told, with the version that is installed now")
    func download() async throws {
        let first = FirstDownload(
            version: "2.3", date: date("2020-02-29T12:00:00Z"), platform: .macOS,
            preorderDate: date("2020-01-01T00:00:00Z"))
        let (transaction, _) = try await Self.transaction(in: .sandbox) { customer, device in
            customer.firstDownload = first
            device.appVersion = "7.1"
        }
        expectEqual(transaction.originalAppVersion, "2.3")
        expectEqual(transaction.appVersion, "7.1")
        expectEqual(transaction.originalPurchaseDate, date("2020-02-29T12:00:00Z"))
        expectEqual(transaction.preorderDate, date("2020-01-01T00:00:00Z"))
        expectEqual(transaction.originalPlatform, .macOS)
    }

    @Test(
        "B14: a watch counts as iOS, every other platform as itself",
        arguments: [
            (DeviceSystem.Platform.watchOS, "iOS"), (.iOS, "iOS"), (.macOS, "macOS"), (.tvOS, "tvOS"),
            (.visionOS, "visionOS"),
        ])
    func platform(_ platform: DeviceSystem.Platform, _ told: String) async throws {
        let (transaction, _) = try await Self.transaction(in: .production) { customer, _ in
            customer.firstDownload = FirstDownload(
                version: "1.0", date: date("2026-05-01T00:00:00Z"), platform: platform)
        }
        expectEqual(transaction.payload.originalPlatform, told)
        expectEqual(transaction.originalPlatform.rawValue, told)
    }

    @Test("B18-9: whoever bought the app before it was free keeps what they paid for")
    func timeline() async throws {
        let (transaction, _) = try await Self.transaction(in: .production) { customer, _ in
            customer.firstDownload = FirstDownload(version: "12", date: date("2020-02-29T12:00:00Z"))
        }
        let download = AppDownload(transaction)
        expectEqual(download.version, "12")
        expectEqual(download.date, date("2020-02-29T12:00:00Z"))
        expectEqual(download.environment, .production)
    }

    @Test("a customer has one identifier for all devices, and transactions name it")
    func identifier() async throws {
        let shopping = try Shopping()
        let other = shopping.customer.addDevice()
        let ids = [
            try await shopping.device.app.appTransaction().payloadValue.appTransactionID,
            try await other.app.appTransaction().payloadValue.appTransactionID,
            try shopping.device.purchase(Shopping.pro).appTransactionID, try shopping.renewal().info.appTransactionID,
        ]
        expectEqual(Set(ids), [shopping.customer.appTransactionID])
    }

    @Test("a simulated failure is thrown")
    func failure() async throws {
        let shopping = try Shopping()
        shopping.device.setSimulatedError(.generic(.notEntitled), forAPI: .appTransaction, next: 1)
        await #expect(throws: StoreKitError.self) { try await shopping.device.app.appTransaction() }
        _ = try await shopping.device.app.appTransaction().payloadValue
    }
}
