extension AppTransaction {
    /// How the customer came by the app.
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoDevice``.
    public static var shared: VerificationResult<AppTransaction> {
        get async throws {
            try await DeviceSlot.current.device(for: "AppTransaction.shared").appTransaction()
        }
    }

    /// The same, signed anew; nobody is asked to sign in.
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoDevice``.
    public static func refresh() async throws -> VerificationResult<AppTransaction> {
        try await DeviceSlot.current.device(for: "AppTransaction.refresh()").appTransaction()
    }
}
