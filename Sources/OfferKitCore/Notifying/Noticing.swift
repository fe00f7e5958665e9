/// The notifications that one decision of the store brings (B11, C-25, C-129), gathered event by event.
///
/// The events, and the state before each, decide which notifications there are; their contents are read from the state
/// after the last event. So a failed renewal of March says how the subscription stood in March, whatever has become of
/// it since. The one exception asks before the App Store decides, so it says how things stood before (C-253).
package struct Noticing: Sendable {
    /// A notification that is to be made; the ordinals of one event's notifications count from 0.
    private struct Draft: Sendable {
        let id: NotificationID
        var type: NotificationType
        let subtype: NotificationSubtype?
        let subject: Subject
    }

    private enum Subject: Sendable {
        /// A subscription with its latest transaction.
        case subscription(SubscriptionIndex)
        /// A transaction, and the renewal of its subscription.
        case transaction(TransactionID)
        /// A request that concerned everybody who has a product.
        case massExtension(Boxed<MassExtension>)
        /// A transaction and its subscription as they were before the event.
        case before(Boxed<NotificationRecord>)
    }

    /// A renewal in time, which is all that most decisions bring: it becomes a draft once another event follows.
    private var renewal: (index: SubscriptionIndex, cause: Int)?
    /// The drafts in order, and the number of those that were handed out.
    private var drafts: [Draft] = []
    private var handedOut = 0
    /// The subscription whose failed renewal is made good by the transaction that follows.
    private var recovering: SubscriptionIndex?
    /// The terms of the offer that the decision's purchase was confirmed with.
    private var confirmed: CapturedTerms?
    /// The place of the draft that first tells of the decision's purchase or renewal; family members get the same.
    private var begun: Int?

    /// A gathering without notifications.
    package init() {}

    /// Whether there are no notifications to make.
    package var isEmpty: Bool { handedOut == drafts.count && renewal == nil }

    /// Forgets the previous decision.
    package mutating func startOver() {
        if !drafts.isEmpty { drafts.removeAll(keepingCapacity: true) }
        (renewal, handedOut, recovering, confirmed, begun) = (nil, 0, nil, nil, nil)
    }

    /// Gathers the notifications of an event.
    ///
    /// - Parameters:
    ///   - kind: The event that is about to happen.
    ///   - number: The count of events before it (``StoreEvent/Kind/isCounted``).
    ///   - state: The state before it.
    package mutating func note(_ kind: StoreEvent.Kind, number: Int, before state: __shared StoreState) {
        draftRenewal()
        func add(_ type: NotificationType, _ subtype: NotificationSubtype? = nil, _ subject: Subject) {
            append(type, subtype, subject, number)
        }
        switch kind {
        case .transactionMade(let record, _, _): noteTransaction(record, number, before: state)
        case .accessShared(let record, _):
            let (type, subtype) = sharing(record, before: state)
            add(type, subtype, .transaction(record.id))
        case .accessRevoked(let id): add(.revoke, nil, .transaction(id))
        case .renewalPlanned(let index, let next, _):
            // The notification of a purchase covers a code that waits for the purchase's offer, and tells of the code.
            if let begun, beginning(of: index) != nil {
                let tells =
                    drafts[begun].type == .subscribed
                    && state.tellsOfRedemption(next.terms.map { state.offers[$0].type })
                if tells { drafts[begun].type = .offerRedeemed }
                return
            }
            let isSame = next.product == state[index].product
            add(
                next.terms == nil ? .didChangeRenewalPref : .offerRedeemed, isSame ? nil : .downgrade,
                .subscription(index))
        case .autoRenewChanged(let index, let isOn, _):
            add(.didChangeRenewalStatus, isOn ? .autoRenewEnabled : .autoRenewDisabled, .subscription(index))
        case .renewalFailed(let index, _, let grace, _, _):
            add(.didFailToRenew, grace == nil ? nil : .gracePeriod, .subscription(index))
        case .graceEnded(let index): add(.gracePeriodExpired, nil, .subscription(index))
        case .subscriptionRecovered(let index, _): recovering = index
        case .purchaseConfirmed(let id, _): confirmed = state.desk[id]?.terms
        case .subscriptionLapsed(let index, let reason, _):
            add(.expired, NotificationSubtype(reason), .subscription(index))
        case .priceRiseNotified(let index, let needsConsent):
            add(.priceIncrease, needsConsent ? .pending : .accepted, .subscription(index))
        case .priceRiseAgreed(let index): add(.priceIncrease, .accepted, .subscription(index))
        case .refundRequested(let id):
            if let record = state.ledger[id], state.shop.asksForConsumption(of: record.product) {
                let made = NotificationRecord(
                    id: idOfNext(number), .consumptionRequest, nil, about: record, in: state)
                add(.consumptionRequest, nil, .before(Boxed(made)))
            }
        case .refundDeclined(let id): add(.refundDeclined, nil, .transaction(id))
        case .transactionRefunded(let id, _, _, _, _): add(.refund, nil, .transaction(id))
        case .refundReversed(let id, _, _): add(.refundReversed, nil, .transaction(id))
        case .renewalExtended(let index, _): add(.renewalExtended, nil, .subscription(index))
        case .extensionFailed(let index, _): add(.renewalExtension, .failure, .subscription(index))
        case .massExtensionDone(let done): add(.renewalExtension, .summary, .massExtension(Boxed(done)))
        // These bring none. Of an upgrade, the new transaction tells.
        case .transactionUpgraded, .clockMoved, .customerAdded, .paymentMethodChanged, .chargePlanChanged,
            .riskCheckChanged, .firstDownloadSet, .failureRateChanged, .paceChanged, .gracePeriodChanged,
            .keyRegistered, .keyRevoked, .keyGenerated, .keyDownloaded, .basePriceChanged, .silentRiseUsed,
            .saleChanged, .offerSwitched, .offerCreated, .offerChanged, .offerDeleted, .imageChanged, .codesCreated,
            .codesDeactivated, .streamlinedPurchasingChanged, .appApproved, .installationAsked, .intentMade,
            .genericMessageMade, .messageSent, .messageShown, .purchaseRequested, .purchaseRefused, .purchaseDeferred,
            .codeRefused, .codeRedeemed, .termsCaptured, .tokenNoted, .accountTokenSet, .consumptionSent,
            .transactionFinished, .transactionsErased, .historyCleared, .introductoryOfferReset, .familyMemberAdded,
            .familyMemberRemoved, .renewalAnnounced, .paymentUpdateAsked, .customerContacted, .recoveryFailed,
            .periodEnded, .priceTermsChanged, .notificationKeepingChanged, .notificationMade, .notificationSent,
            .notificationPassedOver:
            return
        }
    }

    private mutating func append(
        _ type: NotificationType, _ subtype: NotificationSubtype?, _ subject: Subject, _ cause: Int
    ) {
        drafts.append(Draft(id: idOfNext(cause), type: type, subtype: subtype, subject: subject))
    }

    /// The identity of an event's next notification; the drafts of one event stand together.
    private func idOfNext(_ cause: Int) -> NotificationID {
        guard let last = drafts.last, last.id.cause == cause else { return NotificationID(cause: cause, ordinal: 0) }
        return NotificationID(cause: cause, ordinal: last.id.ordinal + 1)
    }

    private mutating func draftRenewal() {
        guard let renewal else { return }
        append(.didRenew, nil, .subscription(renewal.index), renewal.cause)
        self.renewal = nil
    }

    /// Hands out the notification of a renewal as the state says now; nil where there is more to tell.
    @inline(__always)
    package mutating func takeRenewal(in state: __shared StoreState) -> RenewalNotice? {
        guard let renewal else { return nil }
        let subscription = state[renewal.index]
        let latest = subscription.latest
        // A notice has no room for a receipt, which version 1 alone needs, for a rise on its way, for win-back offers,
        // which are for customers who left, and for a family's share.
        guard state.outbox.version == .v2, state.priceRises.isEmpty, subscription.isRunning, !latest.isFamilyShared,
            let notice = RenewalNotice(
                cause: renewal.cause, at: state.now, latest, originallyPurchased: subscription.originallyPurchased,
                RenewalNumbers(renewal.index, subscription, latest, in: state))
        else { return nil }
        self.renewal = nil
        return notice
    }

    /// Hands out the next notification, as the state says now; nil once all were handed out.
    ///
    /// They come in the order of the events that brought them.
    package mutating func takeNext(in state: __shared StoreState) -> Boxed<NotificationRecord>? {
        draftRenewal()
        while handedOut < drafts.count {
            let draft = drafts[handedOut]
            handedOut += 1
            let record: TransactionRecord
            switch draft.subject {
            case .subscription(let index): record = state[index].latest
            case .transaction(let number):
                guard let found = state.ledger[number] else { continue }
                record = found
            case .massExtension(let done):
                return Boxed(
                    NotificationRecord(id: draft.id, draft.type, draft.subtype, at: state.now, summary: done.value))
            case .before(let made): return made
            }
            return Boxed(NotificationRecord(id: draft.id, draft.type, draft.subtype, about: record, in: state))
        }
        return nil
    }

    /// Hands out all that are left.
    package mutating func takeAll(in state: __shared StoreState) -> [Boxed<NotificationRecord>] {
        var records: [Boxed<NotificationRecord>] = []
        while let record = takeNext(in: state) { records.append(record) }
        return records
    }
}

extension NotificationRecord {
    /// A notification about a transaction and its subscription, at a state's present.
    init(
        id: NotificationID, _ type: NotificationType, _ subtype: NotificationSubtype?, about record: TransactionRecord,
        in state: __shared StoreState, isSynthetic: Bool = false
    ) {
        let renewal = record.subscription.map { index in
            RenewalFacts(index, record.isFamilyShared ? record : state[index].latest, in: state)
        }
        self.init(
            id: id, type, subtype, at: state.now, transaction: TransactionFacts(record, in: state), renewal: renewal,
            receipt: state.outbox.version == .v1 ? ReceiptFacts(about: record, in: state) : nil,
            isSynthetic: isSynthetic)
    }
}

// MARK: - The notifications of a new transaction

extension Noticing {
    /// Gathers the notifications of a subscription's new period: a renewal, a purchase, or a redemption at once.
    private mutating func noteTransaction(
        _ record: TransactionRecord, _ number: Int, before state: __shared StoreState
    ) {
        guard let index = record.subscription else { return }
        if begun == nil { begun = drafts.count }
        let subject = Subject.subscription(index)
        let recovers = recovering == index
        if record.reason == .renewal, !recovers, drafts.isEmpty {
            renewal = (index, number)
            return
        }
        if record.reason == .renewal || recovers {
            append(.didRenew, recovers ? .billingRecovery : nil, subject, number)
            // A purchase with an offer while a renewal has failed makes that good, and redeems the offer (C-12, C-25).
            if record.reason == .purchase, state.redemption(of: record, on: index, confirmed) != nil {
                append(.offerRedeemed, nil, subject, number)
            }
            return
        }
        let redeemed = state.redemption(of: record, on: index, confirmed)
        if state.ledger.contains(index), state[index].isRunning {
            append(redeemed == nil ? .didChangeRenewalPref : .offerRedeemed, .upgrade, subject, number)
            return
        }
        append(
            state.tellsOfRedemption(redeemed) ? .offerRedeemed : .subscribed,
            record.id == record.originalID ? .initialBuy : .resubscribe,
            subject, number)
    }

    /// The draft that first tells of this decision's purchase or renewal, if it is one of this subscription.
    private func beginning(of index: SubscriptionIndex) -> Draft? {
        guard let begun, case .subscription(index) = drafts[begun].subject else { return nil }
        return drafts[begun]
    }

    /// The type and subtype for a family member's new transaction (B10-6, C-129).
    ///
    /// They are those that the buyer gets, for a member who goes on sharing; otherwise they say that a subscription
    /// began.
    private func sharing(
        _ record: TransactionRecord, before state: __shared StoreState
    ) -> (NotificationType, NotificationSubtype?) {
        let isFirst = record.id == record.originalID
        if !isFirst, let begun = record.subscription.flatMap({ beginning(of: $0) }), begun.subtype != .initialBuy,
            begun.subtype != .resubscribe, let group = state.shop[record.product].group,
            state.families.share(of: record.customer, in: group).map({ !$0.isRevoked }) ?? false
        {
            return (begun.type, begun.subtype)
        }
        return (.subscribed, isFirst ? .initialBuy : .resubscribe)
    }
}

extension StoreState {
    /// The kind of offer that a customer redeems with a purchase; nil where none is.
    ///
    /// It is nil, too, for introductory offers, which come by themselves, and for offers that were redeemed before and
    /// waited, unless the purchase was confirmed with the very offer.
    fileprivate func redemption(
        of record: TransactionRecord, on index: SubscriptionIndex, _ confirmed: CapturedTerms?
    ) -> OfferType? {
        guard let terms = record.terms, record.offerPeriod == 1, offers[terms].type != .intro else { return nil }
        if confirmed != offers[terms], ledger.contains(index), ledger.next(of: index).terms == terms { return nil }
        return offers[terms].type
    }

    /// Returns whether a purchase that begins a subscription tells of the offer that it redeems (C-25).
    fileprivate func tellsOfRedemption(_ redeemed: OfferType?) -> Bool {
        setup.rules.offerRedeemedWhenInactive && (redeemed == .promo || redeemed == .code)
    }
}

extension NotificationSubtype {
    /// The subtype for the reason for which a subscription ended; nil for a reason that no subtype names.
    fileprivate init?(_ reason: LapseReason) {
        switch reason {
        case .autoRenewDisabled: self = .voluntary
        case .billingError: self = .billingRetry
        case .didNotConsentToPriceIncrease: self = .priceIncrease
        case .productUnavailable: self = .productNotForSale
        case .unknown: return nil
        }
    }
}

// MARK: - The notifications of a decision, and those that are asked for

extension StoreState {
    /// The notifications that events would bring if they happened now.
    ///
    /// - Parameters:
    ///   - kinds: The events of one decision.
    ///   - number: The count of events before them (``StoreEvent/Kind/isCounted``).
    /// - Returns: The notifications, in order.
    package func notifications(of kinds: [StoreEvent.Kind], after number: Int) -> [Boxed<NotificationRecord>] {
        var after = self
        var number = number
        var noticing = Noticing()
        for kind in kinds {
            noticing.note(kind, number: number, before: after)
            if kind.isCounted { number += 1 }
            after.apply(StoreEvent(at: now, kind))
        }
        return noticing.takeAll(in: after)
    }

    /// A test notification, which tells of nothing: it tries the way to the server.
    package func testNotification(after number: Int) -> NotificationRecord {
        NotificationRecord(id: outbox.idOfNext(after: number), .test, at: now)
    }

    /// A notification that somebody asks for, of a transaction as it is now; nil where there is no such transaction.
    package func syntheticNotification(
        _ type: NotificationType, _ subtype: NotificationSubtype?, of id: TransactionID, after number: Int
    ) -> NotificationRecord? {
        guard let record = ledger[id], !record.isErased else { return nil }
        return NotificationRecord(
            id: outbox.idOfNext(after: number), type, subtype, about: record, in: self, isSynthetic: true)
    }
}
