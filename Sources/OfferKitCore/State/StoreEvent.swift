package import OfferKitEssentials

/// Something that happened in the store, with all its conclusions: replaying events needs no judgement.
package struct StoreEvent: Hashable, Sendable, Codable {
    /// The instant at which it happened, on the store's clock.
    package let instant: Instant
    /// The kind of event.
    package let kind: Kind

    /// An event at an instant.
    package init(at instant: Instant, _ kind: Kind) {
        self.instant = instant
        self.kind = kind
    }

    /// The kinds of event that a store can have.
    ///
    /// The thing that an event happened to stands first, without a label where the name says what it is; every other
    /// value has one.
    package enum Kind: Hashable, Sendable, Codable {
        /// The clock reached this instant and nothing else happened.
        case clockMoved
        /// An Apple account was added, with the next number.
        case customerAdded(CustomerID)
        /// The payment method began to fail or was repaired: by the customer, or as was planned for this instant.
        ///
        /// A repair brings an attempt at once on these failed renewals (B7-14, C-55).
        case paymentMethodChanged(of: CustomerID, to: PaymentMethod, attempts: [SubscriptionIndex])
        /// The plan of a customer's charges was set.
        indirect case chargePlanChanged(of: CustomerID, to: ChargePlan)
        /// The store's risk check began or ceased to refuse a customer's charges (S3-34).
        case riskCheckChanged(of: CustomerID, refuses: Bool)
        /// A customer's first download of the app was set.
        case firstDownloadSet(of: CustomerID, to: FirstDownload)
        /// The failure rate of everybody's charges was set.
        case failureRateChanged(to: FailureRate?)
        /// Periods are measured otherwise from now on; where their lengths changed, cycles are counted anew (C-92).
        case paceChanged(to: Pace, countsAnew: Bool)
        /// The app's billing grace period was configured; nil where it was turned off (S3-49).
        case gracePeriodChanged(to: BillingGracePeriod?)

        /// A key that was made elsewhere was registered, with its public half (S0-15).
        case keyRegistered(id: String, publicKey: [UInt8])
        /// A key was revoked: nothing it ever signed is good any more (S0-39).
        case keyRevoked(id: String)
        /// The store made a key, whose private half it keeps until it is downloaded (S0-14).
        ///
        /// Once the private half was downloaded, it is taken out of the event that is kept: the state does not depend
        /// on it.
        indirect case keyGenerated(id: String, name: String, publicKey: [UInt8], privateKey: [UInt8])
        /// The private half of a key was handed out, and is kept no more (S0-16).
        case keyDownloaded(id: String)
        /// The base price in one territory was changed; with nil, that of every territory (B9-1).
        case basePriceChanged(of: ProductIndex, in: Territory?, to: Amount)
        /// A rise that needs no consent was used up for this product (B9-2).
        case silentRiseUsed(of: ProductIndex)
        /// A product was taken off sale, or put back: then these failed renewals are tried again at once (C-17, C-55).
        case saleChanged(of: ProductIndex, isForSale: Bool, attempts: [SubscriptionIndex])
        /// An offer was disabled, or enabled again (S0-67, B1-6).
        case offerSwitched(on: ProductIndex, offer: Shop.OfferName, isActive: Bool)
        /// An offer was created on a running store (B1).
        indirect case offerCreated(on: ProductIndex, offer: Catalog.Offer)
        /// An offer was configured otherwise, as far as it was not locked (B1-21).
        indirect case offerChanged(on: ProductIndex, offer: Shop.OfferName, to: Catalog.Offer)
        /// An offer was deleted; its name is not used again (C-100).
        case offerDeleted(on: ProductIndex, offer: Shop.OfferName)
        /// A subscription's image was approved, or is no more (S4-14).
        case imageChanged(of: ProductIndex, isApproved: Bool)
        /// Codes were created in a calendar quarter, or came with the catalogue, which counts in none (C-14).
        case codesCreated([String], record: CodeRecord, inQuarter: Int64?)
        /// Codes were deactivated, for good.
        case codesDeactivated([String])

        /// Streamlined Purchasing was turned on or off (S4-16).
        case streamlinedPurchasingChanged(isOn: Bool)
        /// A binary of the app was approved, which handles purchase intents or does not (S4-20).
        case appApproved(handlesIntents: Bool)
        /// The system asked a customer to install the app (S4-18, B16-4).
        case installationAsked(of: CustomerID)
        /// A purchase began outside the app and is to end in it; with the win-back offer, if it is for one (S4-32).
        case intentMade(by: CustomerID, product: ProductIndex, winBack: String?)

        /// A generic message of the App Store to a customer was made.
        case genericMessageMade(for: CustomerID)
        /// A message came to a device of its customer, and so comes to none again (B7-16).
        indirect case messageSent(StoreMessage)
        /// A message was shown to the customer.
        indirect case messageShown(StoreMessage)

        /// A request passed every check of B3 steps 1–8, and a payment sheet is open.
        indirect case purchaseRequested(PurchaseAttempt, spending: [SpentClaim])
        /// A request or an open sheet ended without a purchase.
        ///
        /// It ends the attempt and spends the nonces (C-5); their claims are remembered (C-65), and a charge that failed
        /// counts as tried.
        indirect case purchaseRefused(RefusedPurchase)
        /// A purchase waits for a parent's approval, or for the customer to settle something (B10-8).
        case purchaseDeferred(AttemptID, wait: PurchaseAttempt.Wait)
        /// A purchase or a redemption was confirmed; its events follow, with the transaction that it makes, if any.
        case purchaseConfirmed(AttemptID, makes: TransactionID?)
        /// A code could not be redeemed; nothing changes, unless a charge was tried, which counts as one.
        indirect case codeRefused(by: CustomerID, code: String, refusal: CodeRefusal)
        /// A code was used up by one redemption.
        case codeRedeemed(by: CustomerID, code: String)

        /// The terms of an offer were redeemed for the first time.
        indirect case termsCaptured(CapturedTerms)
        /// An account token was seen for the first time.
        case tokenNoted(UUID)
        /// The developer's server gave a transaction an account token, or another one (C-144).
        case accountTokenSet(of: TransactionID, to: TokenIndex)
        /// A transaction was made; one of a subscription comes with the conclusions about its period.
        ///
        /// A product that lasts, a non-consumable, is owned from then on.
        case transactionMade(TransactionRecord, period: PeriodStart?, lasts: Bool = false)
        /// Transactions were taken out of their customer's history, as if they had never been made (C-124).
        ///
        /// Subscriptions whose latest transaction is among them come with what is left of them.
        indirect case transactionsErased([TransactionID], of: CustomerID, leaving: [ChainRemainder])
        /// A customer's history was cleared in a store where apps see numbers from 0 (C-221).
        ///
        /// The numbers begin afresh where nobody has one any more.
        case historyCleared(of: CustomerID, restartsNumbers: Bool)
        /// An upgrade ended this transaction's period, and the unused part was refunded (B8-1, C-23).
        case transactionUpgraded(TransactionID, of: SubscriptionIndex, refund: Amount)
        /// The app delivered what was bought.
        case transactionFinished(TransactionID)
        /// The customer may have introductory offers of the group again, as a tester can ask for (C-243).
        case introductoryOfferReset(of: SubscriptionIndex)
        /// Auto-renew was turned on or off; on again after a rise was declined, consent is asked for again (B9-3).
        case autoRenewChanged(of: SubscriptionIndex, isOn: Bool, asksAgain: Bool = false)
        /// The slot of the next renewal was filled (C-13); with the end of an offer that was redeemed with it.
        case renewalPlanned(of: SubscriptionIndex, next: NextRenewal, redemptionEnds: Instant?)
        /// The customer was told that a renewal is near (S3-35).
        case renewalAnnounced(of: SubscriptionIndex)
        /// The payment method was found bad before the renewal, and the customer was asked for another (S3-33).
        case paymentUpdateAsked(of: SubscriptionIndex)
        /// A renewal failed, with the ends of grace, if there is any, and of retry (B7-1…B7-4).
        ///
        /// The attempt is when the customer will have repaired the payment method by themselves, where chance says so.
        case renewalFailed(
            of: SubscriptionIndex, because: RenewalFailure, graceUntil: Instant?, retryUntil: Instant, attempt: Instant?
        )
        /// The store wrote to a customer whose renewal failed (S3-14, S3-15).
        case customerContacted(about: SubscriptionIndex, by: OutreachChannel)
        /// Grace ended, and with it service; the renewal is still tried (B7-2).
        case graceEnded(of: SubscriptionIndex)
        /// A failed renewal is about to be made good, by a period from that instant; the transaction follows (B7-10).
        case subscriptionRecovered(SubscriptionIndex, from: Instant)
        /// An attempt to make a failed renewal good failed too.
        ///
        /// Its reason may replace the one before: a product that is on sale again is not paid for, and outreach about that
        /// begins (C-195).
        case recoveryFailed(of: SubscriptionIndex, because: RenewalFailure, replacesReason: Bool)
        /// The subscription ended on that date, which may be before now in a past that is made up (C-125).
        case subscriptionLapsed(SubscriptionIndex, because: LapseReason, on: Instant)
        /// The test environment ended the current period before its time; the consequences follow (C-122).
        case periodEnded(of: SubscriptionIndex)

        /// A rise of the price concerns this subscriber, or a price was preserved for them (B9).
        case priceTermsChanged(of: SubscriptionIndex, to: PriceTerms?)
        /// The subscriber was told of the rise, and asked for consent where it needs that (B9-3, B9-4).
        case priceRiseNotified(of: SubscriptionIndex, needsConsent: Bool)
        /// The subscriber agreed to the rise (B9-3).
        case priceRiseAgreed(of: SubscriptionIndex)

        /// The customer asked for a refund through the app's call (B10-3).
        case refundRequested(of: TransactionID)
        /// A refund that was asked for was declined (B10-4).
        case refundDeclined(of: TransactionID)
        /// The developer's server said how a purchase was used (C-145).
        indirect case consumptionSent(of: TransactionID, information: ConsumptionInformation)
        /// The charge was given back, and access taken (B10-1).
        ///
        /// It comes with the subscription's standing, where it ends the run, and with the run's paid service, where that
        /// changes (C-34).
        case transactionRefunded(
            TransactionID, because: RevocationReason, refund: Amount, standing: Standing?, paidService: PaidService?)
        /// A refund was taken back (B10-4); for a subscription's period it comes with the standing now, and a product that
        /// lasts is owned again.
        case refundReversed(of: TransactionID, lasts: Bool = false, reinstatement: Reinstatement?)
        /// The end of the current period was put off (B10-9).
        case renewalExtended(of: SubscriptionIndex, until: Instant)
        /// The end of the current period was to be put off with everybody's, and was not (C-146).
        case extensionFailed(of: SubscriptionIndex, because: ExtensionRefusal)
        /// A request to put off the renewal dates of everybody who has a product was carried out (C-146).
        indirect case massExtensionDone(MassExtension)

        /// A customer joined the family of another, who organises it.
        case familyMemberAdded(CustomerID, organizer: CustomerID)
        /// A member left the family.
        case familyMemberRemoved(CustomerID)
        /// A family member got access through somebody else's subscription (B10-6).
        ///
        /// It may replace the member's transaction before it, as the buyer's upgrade replaced the buyer's (B8-1).
        case accessShared(TransactionRecord, replacing: TransactionID?)
        /// A family member lost that access.
        case accessRevoked(TransactionID)

        /// The keeping of notifications to the developer's server was set.
        case notificationKeepingChanged(to: NotificationKeeping, version: NotificationVersion)
        /// A notification to the developer's server was made, or is to be sent once more (B11).
        case notificationMade(Boxed<NotificationRecord>)
        /// An attempt was made to deliver a notification; with the instant of the next one, where there is one (B11-2).
        case notificationSent(number: Int, result: SendAttemptResult, again: Instant?)
        /// A notification will not be delivered: the version that is delivered has none like it (C-152).
        case notificationPassedOver(number: Int)
    }
}

/// A decision on the developer's configuration, whose success carries no value.
package typealias ConfigurationDecision = Decision<Void, ConfigurationRefusal>

/// The store's decision on a command: the events, in order, and the answer.
package struct Decision<Outcome: Sendable, Refusal: Error>: Sendable {
    /// The events, in order.
    package var events: [StoreEvent.Kind]
    /// The answer.
    package var result: Result<Outcome, Refusal>
    /// Whether the events tell of a past that led here: the state is a store's only after the last of them (C-125).
    package var makesHistory = false

    /// A yes, with the events that it brings.
    package init(_ events: [StoreEvent.Kind] = [], _ outcome: Outcome) {
        self.events = events
        result = .success(outcome)
    }

    /// A no, with the events that it leaves.
    init(_ events: [StoreEvent.Kind] = [], refusal: Refusal) {
        self.events = events
        result = .failure(refusal)
    }

    /// The decision that a body makes, or the refusal that it throws, without an event.
    init(_ body: () throws(Refusal) -> Decision) {
        do throws(Refusal) { self = try body() } catch { self.init(refusal: error) }
    }
}

extension StoreEvent {
    /// The thing of the store that an event happened to.
    package enum Subject: Hashable, Sendable {
        /// The clock, which moved without anything else.
        case clock
        /// The notifications to the developer's server.
        case notifications
        /// The whole store: its settings, its keys and codes, and what belongs to nobody alone.
        case store
        /// A customer.
        case customer(CustomerID)
        /// A product, or an offer or codes of it.
        case product(ProductIndex)
        /// A subscription, its current period included.
        case subscription(SubscriptionIndex)
        /// One transaction.
        case transaction(TransactionID)
    }
}

extension StoreEvent.Kind {
    /// The thing that it happened to.
    ///
    /// Every kind is named, so that a new one is not taken for something else where events are counted, looked up or put
    /// on the agenda.
    package var subject: StoreEvent.Subject {
        switch self {
        case .clockMoved: .clock
        case .notificationKeepingChanged, .notificationMade, .notificationSent, .notificationPassedOver: .notifications
        case .customerAdded, .failureRateChanged, .paceChanged, .gracePeriodChanged, .keyRegistered, .keyRevoked,
            .keyGenerated, .keyDownloaded, .codesDeactivated, .streamlinedPurchasingChanged, .appApproved,
            .purchaseDeferred, .purchaseConfirmed, .termsCaptured, .tokenNoted:
            .store
        case .paymentMethodChanged(let id, _, _), .chargePlanChanged(let id, _), .riskCheckChanged(let id, _),
            .firstDownloadSet(let id, _), .installationAsked(let id), .intentMade(let id, _, _),
            .genericMessageMade(let id), .codeRefused(let id, _, _), .codeRedeemed(let id, _),
            .transactionsErased(_, let id, _), .historyCleared(let id, _), .familyMemberAdded(let id, _),
            .familyMemberRemoved(let id):
            .customer(id)
        case .messageSent(let message), .messageShown(let message): .customer(message.customer)
        case .purchaseRequested(let attempt, _): .customer(attempt.customer)
        case .purchaseRefused(let refused): .customer(refused.customer)
        case .basePriceChanged(let product, _, _), .silentRiseUsed(let product), .saleChanged(let product, _, _),
            .offerSwitched(let product, _, _), .offerCreated(let product, _), .offerChanged(let product, _, _),
            .offerDeleted(let product, _), .imageChanged(let product, _):
            .product(product)
        case .codesCreated(_, let record, _): .product(record.product)
        case .massExtensionDone(let done): .product(done.product)
        case .transactionUpgraded(_, let index, _), .introductoryOfferReset(let index),
            .autoRenewChanged(let index, _, _), .renewalPlanned(let index, _, _), .renewalAnnounced(let index),
            .paymentUpdateAsked(let index), .renewalFailed(let index, _, _, _, _), .customerContacted(let index, _),
            .graceEnded(let index), .subscriptionRecovered(let index, _), .recoveryFailed(let index, _, _),
            .subscriptionLapsed(let index, _, _), .periodEnded(let index), .priceTermsChanged(let index, _),
            .priceRiseNotified(let index, _), .priceRiseAgreed(let index), .renewalExtended(let index, _),
            .extensionFailed(let index, _):
            .subscription(index)
        case .transactionMade(let record, _, _), .accessShared(let record, _): .transaction(record.id)
        case .accountTokenSet(let id, _), .transactionFinished(let id), .refundRequested(let id),
            .refundDeclined(let id), .consumptionSent(let id, _), .transactionRefunded(let id, _, _, _, _),
            .refundReversed(let id, _, _), .accessRevoked(let id):
            .transaction(id)
        }
    }

    /// Whether it counts as something that happened: moves of the clock and events of notifications do not.
    ///
    /// Notifications are told apart by such counts, so they are the same however the clock was moved and whoever
    /// listens.
    package var isCounted: Bool {
        switch subject {
        case .clock, .notifications: false
        case .store, .customer, .product, .subscription, .transaction: true
        }
    }
}
