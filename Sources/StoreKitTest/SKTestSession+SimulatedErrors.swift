extension SKTestSession {
    /// Lets a call of StoreKit fail from now on, until that is cleared.
    ///
    /// - Parameters:
    ///   - error: The failure; nil to clear it.
    ///   - api: The call.
    /// - Throws: Nothing here; Apple's declaration can.
    public func setSimulatedError<API>(
        _ error: API.Failure?, forAPI api: API
    ) async throws where API: FailableStoreKitAPI {
        api.simulate(error, in: self)
    }

    /// The failure that a call of StoreKit shows; nil for none.
    ///
    /// - Parameter api: The call.
    /// - Returns: The failure.
    public func simulatedError<API>(forAPI api: API) async -> API.Failure? where API: FailableStoreKitAPI {
        api.simulatedFailure(in: self)
    }
}
