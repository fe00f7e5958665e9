#if os(Linux) || os(macOS)
import OfferKit
import StoreKitTest
import Testing

/// A session's turn.
///
/// A session beside a test that has the process's slot to itself, in a process of its own.
struct SessionTurnTests {
    @TaskLocal private static var isOutside = false

    private static func makeOne() async throws {
        let mine = Store(catalog: try Catalog(groups: [], products: []))
        let device = mine.addCustomer().addDevice()
        let said = Locked<[String]>([])
        let tenant = DeviceSlot.Tenant(
            isAnother: { isOutside }, complain: { text in said.withLock { $0.append(text) } })
        try await DeviceSlot.process.lend(making: { device }, to: tenant) {
            // A detached task has no slot of its own, as a test without the trait has none.
            let error = await Task.detached {
                $isOutside.withValue(true) {
                    Result { try SKTestSession(configurationFileNamed: "TestShop") }
                }
            }.value
            guard case .failure(let refusal as SKTestError) = error, refusal.code == .invalidAction,
                "\(refusal)".contains(".store(reach: .process)"), said.withLock({ $0.count }) == 1,
                DeviceSlot.process.device === device
            else { throw CancellationError() }
            // What the tenant's own test begins is part of it.
            let own = try SKTestSession(configurationFileNamed: "TestShop")
            guard DeviceSlot.process.device === own.device else { throw CancellationError() }
        }
        // Afterwards anybody may have one.
        _ = try await Task.detached {
            try $isOutside.withValue(true) { try SKTestSession(configurationFileNamed: "TestShop") }
        }.value
        guard said.withLock({ $0.count }) == 1 else { throw CancellationError() }
    }

    @Test("C-217: a session beside a test that reaches the process is refused, and says what to write")
    func refused() async throws {
        await #expect(processExitsWith: .success) { try await SessionTurnTests.makeOne() }
    }
}
#endif
