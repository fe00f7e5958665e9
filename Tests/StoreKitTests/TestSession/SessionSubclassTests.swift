import OfferKit
import OfferKitTestHarness
import StoreKitTest
import Testing

/// A suite's own session, which notes what is asked of it.
private final class NotingSession: SKTestSession, @unchecked Sendable {
    private(set) var notes: [String] = []

    override var askToBuyEnabled: Bool {
        didSet { notes.append("askToBuyEnabled \(askToBuyEnabled)") }
    }

    override func allTransactions() -> [SKTestTransaction] {
        notes.append("allTransactions")
        return super.allTransactions()
    }

    override func refundTransaction(identifier: UInt) throws {
        notes.append("refundTransaction")
        try super.refundTransaction(identifier: identifier)
    }

    override func clearTransactions() {
        notes.append("clearTransactions")
        super.clearTransactions()
    }
}

/// A subclass of the session.
struct SubclassTests {
    @Test("overrides switches and calls, and they go on working")
    func overridden() async throws {
        try await DeviceSlot().provide {
            let session = try NotingSession(configurationFileNamed: "TestShop")
            session.askToBuyEnabled = true
            session.askToBuyEnabled = false
            let bought = try await session.buyProduct(identifier: TestShop.noAds)
            try session.refundTransaction(identifier: UInt(bought.id))
            expectEqual(session.allTransactions().map(\.productIdentifier), [TestShop.noAds])
            session.clearTransactions()
            expectEqual(
                session.notes,
                [
                    "askToBuyEnabled true", "askToBuyEnabled false", "refundTransaction", "allTransactions",
                    "clearTransactions",
                ])
        }
    }
}
