import Foundation
import OfferKitCore
import OfferKitServer

extension Device {
    /// Asks the App Store for a new receipt (``App/refreshReceipt(_:)``).
    func refreshReceipt(_ properties: ReceiptProperties) async throws -> Data {
        guard holdsReceiptRefreshes else { return try answerRefresh(properties).get() }
        let wait = RefreshWait()
        let (number, taker) = withSettings { $0.refreshes.add(properties, wait) }
        taker?.resume(returning: number)
        let outcome = await withTaskCancellationHandler {
            await wait.outcome()
        } onCancel: {
            withSettings { $0.refreshes.remove(number) }?.wait.end(with: nil)
        }
        guard let outcome else { throw CancellationError() }
        return try outcome.get()
    }

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
        let taker = withSettings { $0.refreshes.nextTaker() }
        let number = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isDone, number) = withSettings { settings -> (Bool, UInt64?) in
                    if Task.isCancelled { return (true, nil) }
                    let number = settings.refreshes.takeNext(taker, continuation)
                    return (number != nil, number)
                }
                if isDone { continuation.resume(returning: number) }
            }
        } onCancel: {
            withSettings { $0.refreshes.stopTaking(taker) }?.resume(returning: nil)
        }
        return number.map { ReceiptRefresh(device: self, number: $0) }
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
