public import Foundation
public import OfferKitServer

extension Device.App {
    /// Asks the App Store for a new receipt: `SKReceiptRefreshRequest` (S2-27).
    ///
    /// The customer is asked to sign in (``AppStoreAnswers/signIn``); then the receipt is that of the account that is
    /// signed in, whoever downloaded the app (S2-29), as things are now. It takes as long as a test wants
    /// (``Device/holdsReceiptRefreshes``): with one before each purchase, fewer customers get to buy (S2-28).
    ///
    /// - Parameter properties: What the receipt is to be like, in the sandbox.
    /// - Returns: The receipt, which is ``Device/appReceipt`` from then on.
    /// - Throws: ``StoreKitError``: `userCancelled` when the customer does not sign in, or a failure that is simulated
    ///   (``Device/setSimulatedError(_:forAPI:)`` for `receiptRefresh`). `CancellationError` when the app's task is
    ///   cancelled, or the app ended, while the refresh is held. The receipt stays what it was then.
    @discardableResult
    public func refreshReceipt(_ properties: ReceiptProperties = []) async throws -> Data {
        guard device.holdsReceiptRefreshes else { return try device.answerRefresh(properties).get() }
        let wait = RefreshWait()
        let (number, taker) = device.withSettings { $0.refreshes.add(properties, wait) }
        taker?.end(with: number)
        let outcome = await wait.outcome {
            device.withSettings { $0.refreshes.remove(number) }?.wait.end(with: nil)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }
}

extension Device {
    /// Whether a refresh of the receipt goes on until ``ReceiptRefresh/finish()`` or ``ReceiptRefresh/fail(_:)`` ends
    /// it; false unless changed.
    ///
    /// ```swift
    /// device.holdsReceiptRefreshes = true
    /// async let receipt = device.app.refreshReceipt()    // the app waits
    /// let refresh = await device.nextReceiptRefresh()
    /// try store.advance(by: .seconds(40))
    /// refresh?.finish()                                  // the app has its receipt
    /// ```
    public var holdsReceiptRefreshes: Bool {
        get { withSettings { $0.holdsReceiptRefreshes } }
        set { withSettings { $0.holdsReceiptRefreshes = newValue } }
    }

    /// Returns the next refresh that is held: the oldest that was not returned before, or else the next that begins.
    ///
    /// - Returns: The refresh, each one once; nil when the task is cancelled.
    public func nextReceiptRefresh() async -> ReceiptRefresh? {
        await next(of: \.refreshes.next).map { ReceiptRefresh(device: self, number: $0) }
    }

    /// Returns the result of a refresh that nobody holds.
    fileprivate func answerRefresh(_ properties: ReceiptProperties) -> Result<Data, StoreKitError> {
        if appStoreAnswers.signIn == .cancel { return .failure(.userCancelled) }
        if case .generic(let error) = takeFailure(.receiptRefresh) { return .failure(error) }
        renewReceipt(properties)
        // Without the app there is no receipt, and nobody who asks.
        return appReceipt.map { .success($0) } ?? .failure(.unknown)
    }
}

/// A refresh of the receipt for which an app waits (S2-28).
public struct ReceiptRefresh: Hashable, Sendable {
    /// The device it is for.
    let device: Device
    fileprivate let number: UInt64

    /// Lets the refresh go on: the customer is asked to sign in, and the app has its receipt, or a failure that is
    /// simulated.
    ///
    /// One that is over stays as it is.
    public func finish() {
        guard let refresh = take() else { return }
        refresh.wait.end(with: device.answerRefresh(refresh.properties))
    }

    /// Lets the refresh fail; ``StoreKitError/userCancelled`` is the customer who closes the request to sign in.
    ///
    /// One that is over stays as it is.
    public func fail(_ error: StoreKitError) {
        take()?.wait.end(with: .failure(error))
    }

    private func take() -> HeldRefreshes.Refresh? {
        device.withSettings { $0.refreshes.remove(number) }
    }
}
