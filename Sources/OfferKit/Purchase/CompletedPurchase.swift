public import Foundation
public import OfferKitCore

/// The time at which a purchase takes effect (C-244).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PurchaseEffect: Hashable, Sendable {
    /// At once: the purchase made a new transaction.
    case now
    /// At the end of the current period: an offer or another plan that waits for the next renewal (C-16, B8-2, B8-4).
    ///
    /// The transaction is the current one, and nothing was charged.
    case atRenewal(Date)
    /// Already: the customer had the non-consumable before, and nothing was charged.
    case alreadyOwned

    init(_ outcome: PurchaseOutcome) {
        if outcome.isNew {
            self = .now
        } else if outcome.transaction.subscription != nil, let end = outcome.transaction.expires {
            self = .atRenewal(Date(end))
        } else {
            self = .alreadyOwned
        }
    }
}

/// A purchase that went through on a device, with its effect and warnings, which the transaction alone does not show.
public struct CompletedPurchase: Hashable, Sendable {
    /// The transaction: a new one, or the one the customer has already.
    public let transaction: Transaction
    /// The time at which the purchase takes effect.
    public let effect: PurchaseEffect
    /// The warnings of what should be changed but was not wrong: a user name that looks like an e-mail address (S0-29).
    public let warnings: [SignatureDiagnosis.Warning]
}

extension Device {
    /// The latest purchase that went through on this device, a redeemed code too; nil before the first.
    ///
    /// ```swift
    /// try device.purchase("pro.yearly")
    /// #expect(device.lastPurchase?.effect == .now)
    /// ```
    public var lastPurchase: CompletedPurchase? {
        withSettings { $0.lastPurchase }.map {
            CompletedPurchase(transaction: take($0.record), effect: $0.effect, warnings: $0.warnings)
        }
    }

    /// The details that are kept of the latest purchase: a transaction would keep the device.
    struct LastPurchase: Sendable {
        let record: TransactionRecord
        let effect: PurchaseEffect
        let warnings: [SignatureDiagnosis.Warning]
    }

    /// Notes the outcome of a purchase as the latest, and returns its transaction.
    func noted(_ outcome: PurchaseOutcome, _ warnings: [SignatureDiagnosis.Warning] = []) -> Transaction {
        let last = LastPurchase(
            record: outcome.transaction, effect: PurchaseEffect(outcome), warnings: warnings)
        withSettings { $0.lastPurchase = last }
        return take(outcome.transaction)
    }
}
