#if os(Linux) || os(macOS)
import Foundation
import OfferKit
import OfferKitTestHarness
import StoreKit
import StoreKitTest
import Testing

/// A session's warnings.
///
/// What a session says on the standard error stream, in processes of its own.
struct SessionWarningTests {
    private static func warn() throws {
        let session = try SKTestSession(configurationFileNamed: "TestShop")
        session.storefront = "A\u{202E}B\u{07}"
        session.storefront = String(repeating: "x", count: 1_000_000)
        guard session.storefront == "USA" else { throw CancellationError() }
        SKProduct().setValue(1, forKey: "nonsense")
    }

    @Test("show invisible characters by name, and of long texts the beginning")
    func text() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try SessionWarningTests.warn()
        }
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        expectContains(said, "\"A<U+202E>B<U+0007>\" is no storefront of the App Store; it stays \"USA\".")
        expectContains(said, "… (1000000 bytes in all)")
        expectContains(said, "SKProduct has no property \"nonsense\"")
        #expect(!said.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{07}" })
        #expect(said.utf8.count < 20_000)
    }

    @Test("trap nobody whose error stream is closed, or is a pipe that nobody reads")
    func deaf() async {
        await #expect(processExitsWith: .success) {
            close(STDERR_FILENO)
            try SessionWarningTests.warn()
        }
        await #expect(processExitsWith: .success) {
            try SessionWarningTests.breakErrorStream()
            signal(SIGPIPE, SIG_IGN)
            try SessionWarningTests.warn()
        }
        await #expect(processExitsWith: .success) {
            try SessionWarningTests.breakErrorStream()
            signal(SIGPIPE, SIG_DFL)
            try SessionWarningTests.warn()
            // Whoever runs the test writes there at its end.
            signal(SIGPIPE, SIG_IGN)
        }
    }

    private static func breakErrorStream() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0, close(ends[0]) == 0, dup2(ends[1], STDERR_FILENO) >= 0 else {
            throw CancellationError()
        }
    }
}
#endif
