import OfferKitCore

extension Device {
    /// Makes a call fail from now on, until that is cleared; or clears it.
    ///
    /// ```swift
    /// device.setSimulatedError(.generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)
    /// device.setSimulatedError(nil, forAPI: .loadProducts)
    /// ```
    ///
    /// Only the calls that an app makes in StoreKit's shape fail, the `async` ones and the sequences of results. What a
    /// test reads without waiting, such as ``transactions``, shows what is so.
    ///
    /// - Parameters:
    ///   - error: The failure; nil for none, whatever was set before.
    ///   - api: The call.
    public func setSimulatedError<Failure>(_ error: Failure?, forAPI api: FailableAPI<Failure>) {
        exchangeSimulatedError(error, forAPI: api)
    }

    /// Makes a call fail from now on, until that is cleared; or clears it.
    ///
    /// - Returns: The failure that was set before, which the caller lets go of outside every lock (C-210).
    @discardableResult
    package func exchangeSimulatedError<Failure>(_ error: Failure?, forAPI api: FailableAPI<Failure>) -> Failure? {
        arm(error.map { ArmedFailures.Armed(failure: $0) }, api)
    }

    /// Makes the next calls fail, and those after them succeed.
    ///
    /// - Parameters:
    ///   - error: The failure.
    ///   - api: The call.
    ///   - count: How many calls fail; for the verification, how many transactions, statuses and app transactions.
    ///     Less than 1 clears what was set before.
    public func setSimulatedError<Failure>(_ error: Failure, forAPI api: FailableAPI<Failure>, next count: Int) {
        arm(count > 0 ? ArmedFailures.Armed(failure: error, callsLeft: count) : nil, api)
    }

    /// Returns the failure that the next call will show; nil for none.
    public func simulatedError<Failure>(forAPI api: FailableAPI<Failure>) -> Failure? {
        withSettings { $0.failures[keyPath: api.place]?.failure }
    }

    /// Clears the failures of all calls.
    public func clearSimulatedErrors() {
        exchange(\.failures, for: ArmedFailures())
    }

    /// Whether the device has no network; false unless changed.
    ///
    /// ```swift
    /// device.isOffline = true
    /// await #expect(throws: StoreKitError.self) { try await device.app.products(["pro.monthly"]) }
    /// ```
    ///
    /// Each call of the app's that needs the App Store throws `StoreKitError.networkError` with
    /// `notConnectedToInternet` then: products, purchases, `sync`, codes, refunds, receipts and the page that manages
    /// subscriptions (C-242). Transactions, entitlements, statuses and the app transaction are read as ever, and what
    /// the store tells by itself still arrives, renewals and refunds included. What a test does itself goes through:
    /// `purchase(_:)`, `signIn(_:)` and `redeem(code:)` of the device. Failures that were set for a call
    /// (``setSimulatedError(_:forAPI:)``) stay set, and show when the network is back.
    public var isOffline: Bool {
        get { withSettings { $0.isOffline } }
        set { withSettings { $0.isOffline = newValue } }
    }

    @discardableResult
    private func arm<Failure>(_ armed: ArmedFailures.Armed<Failure>?, _ api: FailableAPI<Failure>) -> Failure? {
        let old = withSettings { Swift.exchange(&$0.failures[keyPath: api.place], with: armed) }
        // An error of a test's own goes with it, outside the lock.
        return old?.failure
    }

    func takeFailure<Failure>(_ api: FailableAPI<Failure>) -> Failure? {
        withSettings { settings in
            if settings.isOffline, let failure = api.offline { return failure }
            return settings.failures[keyPath: api.place].takeArmed()
        }
    }

    /// Returns a transaction, or an app transaction, with the verdict on its signature.
    func signed<Value: HandedOutValue>(_ value: Value) -> VerificationResult<Value> {
        verdict(on: value, failing: takeVerificationFailure())
    }

    /// Returns a status whose two values have the verdict on their signatures.
    func signed(_ status: SubscriptionStatus) -> SubscriptionStatus {
        let error = takeVerificationFailure()
        return SubscriptionStatus(
            state: status.state, transaction: verdict(on: status.transaction.unsafePayloadValue, failing: error),
            renewalInfo: verdict(on: status.renewalInfo.unsafePayloadValue, failing: error))
    }

    /// Returns a value with the verdict on its signature: verified, unless a failure is simulated or the certificates
    /// are not good at its date (C-111).
    func verdict<Value: HandedOutValue>(
        on value: Value, failing error: VerificationResult<Any>.VerificationError? = nil
    ) -> VerificationResult<Value> {
        guard let error = store.signer.failure(error, at: Instant(value.handed.payload.signedDate)) else {
            return .verified(value)
        }
        // What was copied from another device shows it by itself.
        let value = error == .invalidDeviceVerification ? Value(handed: value.handed.copied) : value
        return .unverified(value, VerificationResult<Value>.VerificationError(error))
    }

    private func takeVerificationFailure() -> VerificationResult<Any>.VerificationError? {
        guard case .verification(let error) = takeFailure(.verification) else { return nil }
        return error
    }
}
