public import Foundation
public import OfferKitCore

// Names that people try before they have read anything. The compiler answers each with the name to write. None of them
// can be called, so there is one way to do a thing all the same, and none is in the documentation.

extension Customer {
    /// Not a member of a customer.
    @available(*, unavailable, message: "write setAutoRenew(false, inGroup:)")
    public func cancelSubscription(inGroup group: String) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "write setAutoRenew(false, inGroup:)")
    public func cancel(_ productID: String) {}

    /// Not a member of a customer.
    @available(
        *, unavailable,
        message: "auto-renew belongs to the subscription of a group: write setAutoRenew(_:inGroup:)"
    )
    public func setAutoRenew(_ isOn: Bool, for productID: String) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "a customer buys on a device: write addDevice().purchase(_:)")
    public func purchase(_ productID: String) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "an app reads them on a device: write addDevice().currentEntitlements")
    public var currentEntitlements: [Transaction] { [] }

    /// Not a member of a customer.
    @available(
        *, unavailable,
        message: "write requestRefund(of: transaction.id), as from the app, or store.refund(transaction.id)"
    )
    public func refund(_ transaction: Transaction) {}

    /// Not a member of a customer.
    @available(
        *, unavailable,
        message: "write requestRefund(of: transactionID), as from the app, or store.refund(transactionID)"
    )
    public func refund(_ transactionID: UInt64) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "write requestRefund(of: transaction.id)")
    public func requestRefund(of transaction: Transaction) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "write answerPriceIncrease(true, inGroup:)")
    public func agreeToPriceIncrease(inGroup group: String) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "write answerPriceIncrease(false, inGroup:)")
    public func declinePriceIncrease(inGroup group: String) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "the member joins: write member.joinFamily(of: organizer)")
    public func addFamilyMember(_ member: Customer) {}

    /// Not a member of a customer.
    @available(*, unavailable, message: "the member joins: write member.joinFamily(of: organizer)")
    public func shareWithFamily(_ member: Customer) {}
}

extension Device {
    /// Not a member of a device.
    @available(*, unavailable, message: "write sheetAnswer = .askToBuy")
    public var askToBuyEnabled: Bool { false }

    /// Not a member of a device.
    @available(*, unavailable, message: "write sheetAnswer = .askToBuy")
    public var asksToBuy: Bool { false }

    /// Not a member of a device.
    @available(*, unavailable, message: "write sheetAnswer = .interrupt")
    public var interruptedPurchasesEnabled: Bool { false }

    /// Not a member of a device.
    @available(*, unavailable, message: "write sheetAnswer = .interrupt")
    public var interruptsPurchases: Bool { false }

    /// Not a member of a device.
    @available(*, unavailable, renamed: "redeem(code:)")
    public func redeem(_ code: String) {}

    /// Not a member of a device.
    @available(*, unavailable, renamed: "redeem(code:)")
    public func redeemOfferCode(_ code: String) {}

    /// Not a member of a device.
    @available(*, unavailable, message: "write customer.setAutoRenew(false, inGroup:)")
    public func cancelSubscription(inGroup group: String) {}
}

extension Store {
    /// Not a member of a store.
    @available(*, unavailable, renamed: "setBasePrice(of:to:)")
    public func setPrice(of productID: String, to price: Decimal) {}

    /// Not a member of a store.
    @available(*, unavailable, message: "write refund(transaction.id)")
    public func refund(_ transaction: Transaction) {}

    /// Not a member of a store.
    @available(*, unavailable, message: "write createCodes(1, for:of:).first")
    public func createOfferCode(for offer: String, of productID: String) -> String { "" }

    /// Not a member of a store.
    @available(*, unavailable, message: "write pendingPurchases.first?.approve()")
    public func approveAskToBuy() {}

    /// Not a member of a store.
    @available(*, unavailable, message: "write pendingPurchases.first?.decline()")
    public func declineAskToBuy() {}

    /// Not a member of a store.
    @available(*, unavailable, message: "write pendingPurchases.first?.approve()")
    public func resolveInterruptedPurchase() {}

    /// Not a member of a store.
    @available(*, unavailable, renamed: "advance(by:)")
    public func advanceTime(by step: TimeStep) {}
}

extension PaymentMethod {
    /// Not a payment method.
    @available(*, unavailable, renamed: "declining")
    public static var declined: PaymentMethod { .declining }

    /// Not a payment method.
    @available(*, unavailable, renamed: "declining")
    public static var failing: PaymentMethod { .declining }

    /// Not a payment method.
    @available(*, unavailable, renamed: "declining")
    public static var expired: PaymentMethod { .declining }

    /// Not a payment method.
    @available(*, unavailable, renamed: "working")
    public static var valid: PaymentMethod { .working }
}
