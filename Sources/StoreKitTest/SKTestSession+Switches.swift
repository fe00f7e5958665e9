public import Foundation
import OfferKit
import OfferKitCore
public import StoreKit

extension SKTestSession {
    /// Whether purchases wait for a parent's approval (B10-8); false unless the file says otherwise.
    ///
    /// ``approveAskToBuyTransaction(identifier:)`` and ``declineAskToBuyTransaction(identifier:)`` answer.
    public var askToBuyEnabled: Bool {
        get { environment.read(\.askToBuyEnabled) }
        set { environment.change { $0.askToBuyEnabled = newValue } }
    }

    /// Whether purchases need no person; false unless the file says otherwise.
    ///
    /// There is no person here: sheets count as confirmed either way. `session.device.holdsSheets` keeps them open.
    public var disableDialogs: Bool {
        get { environment.read(\.disableDialogs) }
        set { environment.change { $0.disableDialogs = newValue } }
    }

    /// Whether purchases fail with ``failureError``; false unless the file says otherwise.
    ///
    /// Apple deprecated it in favour of ``setSimulatedError(_:forAPI:)``, which comes first where both are set.
    public var failTransactionsEnabled: Bool {
        get { environment.read(\.failTransactionsEnabled) }
        set { environment.change { $0.failTransactionsEnabled = newValue } }
    }

    /// What purchases fail with: `unknown`, `invalidOfferIdentifier`, `invalidSignature`, `missingOfferParams` or
    /// `invalidOfferPrice`; any other counts as `unknown`.
    public var failureError: SKError.Code {
        get { environment.read(\.failureError) }
        set { environment.change { $0.failureError = newValue } }
    }

    /// Whether all purchases are interrupted, because the customer has something to settle first; false unless the file says
    /// otherwise.
    ///
    /// ``resolveIssueForTransaction(identifier:)`` completes an interrupted one.
    public var interruptedPurchasesEnabled: Bool {
        get { environment.read(\.interruptedPurchasesEnabled) }
        set { environment.change { $0.interruptedPurchasesEnabled = newValue } }
    }

    /// Whether all renewals fail and enter billing retry (B7); false unless the file says otherwise.
    ///
    /// Once it is switched off, what is in billing retry is charged at once (C-126).
    public var shouldEnterBillingRetryOnRenewal: Bool {
        get { environment.read(\.shouldEnterBillingRetryOnRenewal) }
        set { environment.change { $0.shouldEnterBillingRetryOnRenewal = newValue } }
    }

    /// Whether billing retry begins with a grace period (B7-3); false unless the file says otherwise.
    public var billingGracePeriodIsEnabled: Bool {
        get { environment.read(\.billingGracePeriodIsEnabled) }
        set { environment.change { $0.billingGracePeriodIsEnabled = newValue } }
    }

    /// How fast subscriptions renew; ``TimeRate/realTime`` unless the file says otherwise.
    ///
    /// Periods that run keep their ends.
    public var timeRate: TimeRate {
        get { environment.read(\.timeRate) }
        set { environment.change { $0.timeRate = newValue } }
    }

    /// The storefront, as an ISO 3166-1 alpha-3 code; `USA` unless the file says otherwise.
    ///
    /// A code that is no storefront's changes nothing, which one line on the standard error stream says.
    public var storefront: String {
        get { device.storefront.code }
        set {
            guard let territory = Territory(code: newValue), territory.storefrontID != nil else {
                let text = "OfferKit: '\(newValue)' is no storefront of the App Store; it stays '\(storefront)'.\n"
                return FileHandle.standardError.write(Data(text.utf8))
            }
            device.storefront = territory
        }
    }

    /// The language and region that products are described in; `en_US` unless the file says otherwise.
    public var locale: Locale {
        get { device.locale }
        set { device.locale = newValue }
    }

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
