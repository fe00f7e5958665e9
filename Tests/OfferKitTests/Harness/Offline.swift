import Foundation
import OfferKit
import Testing

extension StoreKitError {
    /// The failure of a device without a network, for tests of failures on demand.
    static var offline: StoreKitError { .networkError(URLError(.notConnectedToInternet)) }
}

/// Returns whether a call fails as ``OfferKit/StoreKitError/offline``; another error is an issue of the test.
func isOffline<Outcome>(_ body: () async throws -> Outcome) async -> Bool {
    do {
        _ = try await body()
        return false
    } catch StoreKitError.networkError(let error) {
        return error.code == .notConnectedToInternet
    } catch {
        Issue.record("Another error: \(error)")
        return false
    }
}
