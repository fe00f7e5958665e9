public import OfferKitCore
import Foundation

extension Store {
    /// Plays the shortest life that ends in a notification, so that status, history and receipts know of it too.
    ///
    /// ```swift
    /// let told = try store.triggerNotification(.didFailToRenew, .gracePeriod)
    /// post(told.body)
    /// ```
    ///
    /// It does what the customer, the developer and the App Store would do: it buys at the price that the store asks,
    /// turns auto-renew off, lets the payment method decline, and moves the clock as far as that takes, for everybody;
    /// for `RENEWAL_EXTENSION` it puts off the dates of everybody who has the product. It is not delivered by this; a
    /// store that keeps nothing keeps it until it is.
    ///
    /// - Parameters:
    ///   - type: What it is about.
    ///   - subtype: What it says besides.
    ///   - customer: Whose life it is, from where it stands; a new one's unless given.
    /// - Returns: The notification.
    /// - Throws: ``NotificationRefusal/unreachable(_:_:reason:)`` with what is missing: a second level in the group, a
    ///   code offer, a grace period; then what was done until there has happened.
    ///   ``makeSyntheticNotification(_:_:of:)`` makes what no life reaches.
    @discardableResult
    public func triggerNotification(
        _ type: NotificationType, _ subtype: NotificationSubtype? = nil, for customer: Customer? = nil
    ) throws(NotificationRefusal) -> ServerNotification {
        if type == .test { return try requestTestNotification() }
        do {
            try perform { $0.outbox.decideDelivering(.v2) as ConfigurationDecision }
            let mark = notificationMark
            let subject = try ShortLife(in: self, of: customer).play(type, subtype)
            let made = notifications(since: mark).last {
                // A summary tells of no customer.
                $0.type == type && $0.subtype == subtype && [nil, subject.id].contains($0.customer)
            }
            guard let made else { throw MissingPart("what was done brought another notification.") }
            return made
        } catch {
            throw .unreachable(type, subtype, reason: "\(error)")
        }
    }
}

/// The part that a store lacks for the life to end as it is wanted.
private struct MissingPart: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// A life that is made as short as it can be.
private final class ShortLife {
    private let store: Store
    private let given: Customer?
    // Somebody new is added once there is a life to live, not for a notification that none ends in.
    private lazy var customer = given ?? store.addCustomer()
    private lazy var device = customer.addDevice()

    init(in store: Store, of customer: Customer?) {
        self.store = store
        given = customer
    }

    /// Plays the life, and returns the customer that the notification is about.
    func play(_ type: NotificationType, _ subtype: NotificationSubtype?) throws -> Customer {
        // Nothing is done for a notification that does not exist.
        guard ShortLife.endings.contains(where: { $0.key == type && $0.value.contains(subtype) }) else {
            throw MissingPart(ShortLife.advice(type, subtype))
        }
        switch (type, subtype) {
        case (.subscribed, .initialBuy?): try begin()
        case (.subscribed, .resubscribe?):
            try lapse()
            try device.purchase(plan().id)
        case (.didRenew, nil): try endPeriod(with: .working)
        case (.didRenew, .billingRecovery?):
            try endPeriod(with: .declining)
            customer.paymentMethod = .working
        case (.didChangeRenewalStatus, .autoRenewDisabled?): try turn(false)
        case (.didChangeRenewalStatus, .autoRenewEnabled?):
            try turn(false)
            try turn(true)
        case (.didChangeRenewalPref, _): try changePlan(subtype)
        case (.offerRedeemed, _): try redeem(subtype)
        case (.didFailToRenew, _), (.gracePeriodExpired, nil), (.expired, .billingRetry?): try failUntil(type, subtype)
        case (.expired, .voluntary?): try lapse()
        case (.expired, .productNotForSale?): try takeOffSale()
        case (.expired, .priceIncrease?):
            try askForConsent()
            try store.advance(to: end())
        case (.priceIncrease, .pending?): try askForConsent()
        case (.priceIncrease, .accepted?):
            try askForConsent()
            try customer.answerPriceIncrease(true, inGroup: group())
        case (.refund, nil): try store.refund(begun().id)
        case (.refundReversed, nil):
            let refunded = try begun().id
            try store.refund(refunded)
            try store.reverseRefund(of: refunded)
        case (.refundDeclined, nil): try customer.requestRefund(of: begun().id, answer: .decline)
        case (.consumptionRequest, nil): try customer.requestRefund(of: begun().id, answer: .wait)
        case (.renewalExtended, nil): try extend()
        case (.renewalExtension, .summary?): try extendAll()
        case (.renewalExtension, .failure?):
            try useUpExtensions()
            try extendAll()
        case (.revoke, nil): try shareAndLose()
        default: throw MissingPart(ShortLife.advice(type, subtype))
        }
        return customer
    }

    /// The notifications that a life can end in, the subtypes of each; nil stands for none.
    private static let endings: KeyValuePairs<NotificationType, [NotificationSubtype?]> = [
        .subscribed: [.initialBuy, .resubscribe], .didRenew: [nil, .billingRecovery],
        .didChangeRenewalStatus: [.autoRenewDisabled, .autoRenewEnabled],
        .didChangeRenewalPref: [nil, .upgrade, .downgrade], .offerRedeemed: [nil, .initialBuy, .resubscribe],
        .didFailToRenew: [nil, .gracePeriod], .gracePeriodExpired: [nil],
        .expired: [.voluntary, .billingRetry, .priceIncrease, .productNotForSale],
        .priceIncrease: [.pending, .accepted], .refund: [nil], .refundReversed: [nil], .refundDeclined: [nil],
        .consumptionRequest: [nil], .renewalExtended: [nil], .renewalExtension: [.summary, .failure], .revoke: [nil],
    ]

    /// What to ask for instead of a notification that no life ends in (C-234).
    private static func advice(_ type: NotificationType, _ subtype: NotificationSubtype?) -> String {
        if type == .offerRedeemed, subtype == .upgrade || subtype == .downgrade {
            return "a code comes with no such change; a promotional offer does."
        }
        guard let subtypes = endings.first(where: { $0.key == type })?.value else {
            let known = endings.map(\.key.rawValue) + [NotificationType.test.rawValue]
            return "no life ends so. \(UnknownName(type.rawValue, known: known).advice)"
        }
        let named = subtypes.compactMap { $0?.rawValue }
        if named.isEmpty { return "no life ends so: it has no subtype." }
        let advice = UnknownName(subtype?.rawValue ?? "", known: named).advice
        return
            "no life ends so. Of its subtypes: \(advice)\(subtypes.contains(nil) ? " It also comes without one." : "")"
    }

    // MARK: - Steps

    private var subscriptions: [Product] {
        device.products.filter { $0.subscription != nil }
    }

    /// Returns the product that the customer is subscribed to, or would be: the first one, or the first that has an
    /// offer for codes.
    private func plan(withCode wantsCode: Bool = false) throws -> Product {
        if let held = device.transactions.last(where: { $0.subscriptionGroupID != nil })?.productID,
            let product = subscriptions.first(where: { $0.id == held })
        {
            return product
        }
        let first = wantsCode ? try subscriptions.first { try codeOffer(of: $0) != nil } : subscriptions.first
        guard let first else {
            throw MissingPart(wantsCode ? "the store has no offer for codes." : "the store sells no subscription.")
        }
        return first
    }

    /// Returns the name of the first offer of a product that codes can be made for.
    private func codeOffer(of product: Product) throws -> String? {
        try store.offers(of: product.id).first { $0.offer.type == .code && $0.isActive }?.name
    }

    private func group() throws -> String {
        guard let group = try plan().subscription?.subscriptionGroupID else {
            throw MissingPart("the store sells no subscription.")
        }
        return group
    }

    private var status: SubscriptionStatus? { (try? group()).flatMap { device.subscriptionStatus(inGroup: $0) } }

    private var isActive: Bool { status?.state == .subscribed }

    /// Buys for the first time in a group.
    private func begin() throws {
        guard status == nil else { throw MissingPart("the customer has subscribed before; take a new one.") }
        try device.purchase(plan().id)
    }

    /// Returns the latest transaction of a subscription that runs; buys one where none does.
    @discardableResult
    private func begun() throws -> Transaction {
        if !isActive {
            customer.paymentMethod = .working
            if !isActive { try device.purchase(plan().id) }
        }
        guard let transaction = status?.transaction.unsafePayloadValue else {
            throw MissingPart("the purchase did not begin a subscription.")
        }
        return transaction
    }

    private func end() throws -> Date {
        guard let end = try begun().expirationDate else { throw MissingPart("the subscription does not end.") }
        return end
    }

    private func turn(_ isOn: Bool) throws {
        try begun()
        try customer.setAutoRenew(!isOn, inGroup: group())
        try customer.setAutoRenew(isOn, inGroup: group())
    }

    /// Lets the period end, with auto-renew on or off, and with that payment method; nil for the one that there is.
    private func endPeriod(renews: Bool = true, with method: PaymentMethod? = nil) throws {
        let end = try end()
        try customer.setAutoRenew(renews, inGroup: group())
        if let method { customer.paymentMethod = method }
        try store.advance(to: end)
    }

    private func lapse() throws {
        if status == nil || isActive { try endPeriod(renews: false) }
    }

    private func failUntil(_ type: NotificationType, _ subtype: NotificationSubtype?) throws {
        let wantsGrace = subtype == .gracePeriod || type == .gracePeriodExpired
        if type != .expired, wantsGrace != (store.gracePeriod != nil) {
            throw MissingPart(
                wantsGrace
                    ? "the store has no grace period; give it one first (gracePeriod)."
                    : "the store has a grace period, so the subtype is GRACE_PERIOD.")
        }
        try endPeriod(with: .declining)
        if type == .gracePeriodExpired, let end = status?.renewalInfo.unsafePayloadValue.gracePeriodExpirationDate {
            try store.advance(to: end)
        }
        // What comes next of this subscription is the end of grace, and then that of retry.
        while type == .expired, let state = status?.state, state != .expired, try store.advanceToNext() != nil {}
    }

    private func takeOffSale() throws {
        let product = try begun().productID
        try customer.setAutoRenew(true, inGroup: group())
        try store.setForSale(false, of: product)
        try store.advance(to: end())
        while let state = status?.state, state != .expired, try store.advanceToNext() != nil {}
        try store.setForSale(true, of: product)
    }

    private func askForConsent() throws {
        try begun()
        try customer.requestPriceConsent(inGroup: group())
    }

    private func extend() throws {
        // Nothing that is free is extended (B10-9).
        if try begun().price == 0 { try endPeriod(with: .working) }
        _ = try customer.extendRenewalDate(inGroup: group(), byDays: 1)
    }

    /// Puts the date off as often as is allowed; a free period cannot be put off at all.
    private func useUpExtensions() throws {
        let group = try group()
        guard try begun().price != 0 else { return }
        do throws(ExtensionRefusal) {
            while true { try customer.extendRenewalDate(inGroup: group, byDays: 1) }
        } catch {}
    }

    private func extendAll() throws {
        let product = try begun().productID
        var number = 1
        while store.massExtension("triggered-\(number)", of: product) != nil { number += 1 }
        try store.extendRenewalDates(of: product, byDays: 1, requestIdentifier: "triggered-\(number)")
    }

    private func changePlan(_ subtype: NotificationSubtype?) throws {
        let group = try group()
        let levels = subscriptions.filter { $0.subscription?.subscriptionGroupID == group }
            .sorted { ($0.subscription?.groupLevel ?? 0) < ($1.subscription?.groupLevel ?? 0) }
        guard let high = levels.first, let low = levels.last,
            high.subscription?.groupLevel != low.subscription?.groupLevel
        else { throw MissingPart("the group has one level only.") }
        let steps =
            switch subtype {
            case .upgrade?: [low, high]
            case .downgrade?: [high, low]
            // None: `play` has refused every other subtype.
            default: [high, low, high]
            }
        for product in steps { try device.purchase(product.id) }
    }

    /// Redeems a code for the product that the customer has or had, or would have.
    private func redeem(_ subtype: NotificationSubtype?) throws {
        let product = try plan(withCode: true)
        guard let offer = try codeOffer(of: product) else { throw MissingPart("\(product.id) has no offer for codes.") }
        if subtype != .initialBuy, status == nil { try device.purchase(product.id) }
        switch subtype {
        case .resubscribe?: try lapse()
        case .initialBuy?:
            guard status == nil else { throw MissingPart("the customer has subscribed before; take a new one.") }
        // None: `play` has refused every other subtype.
        default: try begun()
        }
        guard let code = try store.createCodes(1, for: offer, of: product.id).first else {
            throw MissingPart("no code could be made.")
        }
        try device.redeem(code: code)
    }

    private func shareAndLose() throws {
        guard let product = subscriptions.first(where: \.isFamilyShareable) else {
            throw MissingPart("the store sells no subscription that a family can share.")
        }
        let organizer = store.addCustomer()
        try organizer.addDevice().purchase(product.id)
        try customer.joinFamily(of: organizer)
        try customer.leaveFamily()
    }
}
