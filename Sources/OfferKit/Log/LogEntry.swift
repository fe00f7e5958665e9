public import Foundation
public import OfferKitCore

/// One event of a store, as its log shows it.
///
/// Transactions have the store's own numbers here. With ``StoreRules/numbersFromZero``, as in a test session, apps see
/// others, and those are what `refund(_:)` and its like take.
public struct LogEntry: Hashable, Sendable {
    /// The entry's place in the log, from 0.
    public let number: Int
    /// The date of the event, on the store's clock.
    public let date: Date
    /// The event.
    public let event: Event
    /// The customer that the event is about; nil for an event that concerns none.
    ///
    /// It is nil, too, of transactions that ``HistoryRetention/liveOnly`` has let go.
    public let customer: CustomerID?
    /// ISO 4217 code of the currency of the price or refund in the event; nil where there is none, or it differs by
    /// storefront.
    public let currency: String?

    /// The events of a store, in the past tense.
    ///
    /// More kinds come with later versions: a `switch` needs a `default`.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Event: Hashable, Sendable {
        /// The clock was moved to this date and nothing else happened then.
        case clockMoved
        /// A customer was added.
        case customerAdded(CustomerID)
        /// A customer's charges began to fail, or to go through again; or the customer renewed the payment details.
        case paymentMethodChanged(CustomerID, PaymentMethod)
        /// A plan was set for a customer's charges: some of them will fail, although the payment method works.
        case chargePlanChanged(CustomerID)
        /// The risk check began to refuse a customer's renewals, or to let them pass again (S3-34).
        case riskCheckChanged(CustomerID, refuses: Bool)
        /// A customer's first download of the app was set.
        case firstDownloadSet(CustomerID, FirstDownload)
        /// The share of everybody's renewals that fails by chance was set.
        case failureRateChanged(FailureRate?)
        /// The pace was changed: how long periods last.
        case paceChanged(Pace)
        /// The app's billing grace period was changed; nil when it was turned off.
        case gracePeriodChanged(BillingGracePeriod?)
        /// A key was registered.
        case keyRegistered(String)
        /// A key was revoked.
        case keyRevoked(String)
        /// The store made a key (S0-14).
        case keyGenerated(String, name: String)
        /// The private half of a key was downloaded, and is kept no more (S0-16).
        case keyDownloaded(String)
        /// A product's base price changed, in one territory or everywhere.
        case basePriceChanged(product: String, territory: Territory?, price: Decimal)
        /// A rise of a product's price that needs no consent was used; there is one a year (B9-2).
        case silentRiseUsed(product: String)
        /// A product went on sale or was taken off it.
        case saleChanged(product: String, isForSale: Bool)
        /// An offer was disabled or enabled.
        case offerSwitched(product: String, offer: String, isActive: Bool)
        /// An offer was created.
        ///
        /// An introductory offer has no name, and is called `introductory` here.
        case offerCreated(product: String, offer: String, OfferType)
        /// An offer was changed.
        case offerChanged(product: String, offer: String, OfferType)
        /// An offer was deleted.
        case offerDeleted(product: String, offer: String, OfferType)
        /// A subscription's image was approved, or its approval was taken back (S4-14).
        case imageChanged(product: String, isApproved: Bool)
        /// Codes were deactivated.
        case codesDeactivated(count: Int)
        /// Codes were created for an offer.
        case codesCreated(product: String, offer: String, count: Int)
        /// Streamlined Purchasing was turned on or off (S4-16).
        case streamlinedPurchasingChanged(isOn: Bool)
        /// A binary of the app was approved, and it was declared whether that handles purchase intents (S4-20).
        case appApproved(handlesPurchaseIntents: Bool)
        /// The system asked a customer to install the app (S4-18, B16-4).
        case installationAsked(CustomerID)
        /// A purchase began outside the app and is to end in it; with the win-back offer, if it is for one (S4-32).
        case purchaseIntentMade(CustomerID, product: String, offer: String?)
        /// The App Store has something to say to a customer that is about no subscription.
        case genericMessageMade(CustomerID)
        /// A message of the App Store came to a device of the customer (B15-20).
        case messageSent(CustomerID, Message.Reason)
        /// A message of the App Store was shown to the customer (S4-21).
        case messageShown(CustomerID, Message.Reason)
        /// A purchase passed every check, and a payment sheet is open.
        case purchaseRequested(AttemptID, CustomerID, product: String)
        /// A purchase was refused, cancelled, declined or could not be charged.
        case purchaseRefused(AttemptID, CustomerID, product: String, PurchaseRefusal)
        /// A purchase waits for a parent's approval, or until the customer has settled something (B10-8).
        case purchaseDeferred(AttemptID)
        /// A payment sheet was confirmed, or a code redeemed; the outcome follows.
        case purchaseConfirmed(AttemptID)
        /// A code could not be redeemed.
        case codeRefused(CustomerID, code: String, CodeRefusal)
        /// A code was redeemed.
        case codeRedeemed(CustomerID, code: String)
        /// A customer bought: a first period, one after a lapse or an upgrade, or a product that is no subscription.
        case transactionMade(id: UInt64, CustomerID, product: String, price: Decimal, offer: OfferType?)
        /// A subscription renewed, in time or after a failure (B6-4).
        case subscriptionRenewed(id: UInt64, CustomerID, product: String, price: Decimal, offer: OfferType?)
        /// An upgrade ended a transaction's period, and its unused part was refunded.
        case transactionUpgraded(id: UInt64, refund: Decimal)
        /// The app finished a transaction.
        case transactionFinished(id: UInt64)
        /// The customer may have introductory offers of the group again.
        case introductoryOfferReset(CustomerID, group: String)
        /// Auto-renew was turned on or off.
        case autoRenewChanged(CustomerID, group: String, isOn: Bool)
        /// The next renewal was changed: another product will renew, or the same with an offer.
        case renewalPlanned(CustomerID, group: String, product: String, offer: OfferType?)
        /// The customer was told that a renewal is near, which brings a change (S3-35).
        case renewalAnnounced(CustomerID, group: String)
        /// The customer was asked for another payment method before the renewal (S3-33).
        case paymentUpdateAsked(CustomerID, group: String)
        /// A renewal failed: service goes on through grace, where there is any, and the store goes on trying (B7).
        case renewalFailed(CustomerID, group: String, RenewalFailure, graceUntil: Date?, retryUntil: Date)
        /// The store wrote to a customer whose renewal failed (S3-14).
        case customerContacted(CustomerID, group: String, OutreachChannel)
        /// Grace ended, and service with it; the store goes on trying (B7-11).
        case graceEnded(CustomerID, group: String)
        /// A failed renewal was made good; the transaction follows (B7-10).
        case subscriptionRecovered(CustomerID, group: String)
        /// An attempt to make a failed renewal good failed too.
        case recoveryFailed(CustomerID, group: String, RenewalFailure)
        /// A subscription ended.
        case subscriptionLapsed(CustomerID, group: String, LapseReason)
        /// The test environment ended the current period before its time (C-122).
        case periodEnded(CustomerID, group: String)
        /// Transactions were taken out of their customer's history (C-124).
        case transactionsErased(CustomerID, ids: [UInt64])
        /// Everything in the customer's history was taken out, in an environment that counts transactions from 0 (C-221).
        case historyCleared(CustomerID)
        /// A rise of the price concerns this subscriber from some later renewal on, or a price was preserved for them.
        case priceTermsChanged(CustomerID, group: String)
        /// A subscriber was told of a rise of the price; where it needs consent, they were asked (B9-3, B9-4).
        case priceIncreaseNotified(CustomerID, group: String, needsConsent: Bool)
        /// A subscriber agreed to a rise of the price (B9-3).
        case priceIncreaseAgreed(CustomerID, group: String)
        /// The customer asked for a refund in the app (B10-3).
        case refundRequested(id: UInt64)
        /// The App Store declined a refund (B10-4).
        case refundDeclined(id: UInt64)
        /// The developer's server said how a purchase was used (C-145).
        case consumptionInformationSent(id: UInt64, ConsumptionInformation)
        /// A transaction was refunded (B10-1).
        case transactionRefunded(id: UInt64, RevocationReason, refund: Decimal)
        /// A refund was taken back (B10-4).
        case refundReversed(id: UInt64)
        /// A renewal was put off (B10-9).
        case renewalExtended(CustomerID, group: String, until: Date)
        /// A renewal was to be put off with everybody's, and was not (C-146).
        case extensionFailed(CustomerID, group: String, ExtensionRefusal)
        /// The renewals of everybody who has a product were put off, but those that failed (C-146).
        case massExtensionDone(Store.MassExtension)
        /// A customer joined a family.
        case familyMemberAdded(CustomerID, organizer: CustomerID)
        /// A customer left the family.
        case familyMemberRemoved(CustomerID)
        /// A family member got access through somebody else's subscription (B10-6).
        case accessShared(id: UInt64, CustomerID, product: String)
        /// A family member lost that access.
        case accessRevoked(id: UInt64)
        /// An account token came with a purchase for the first time.
        case accountTokenNoted
        /// The developer's server gave a transaction an account token, or another one (C-144).
        case accountTokenSet(id: UInt64, UUID)
        /// Notifications to the developer's server are kept from now on, or no more.
        case notificationsKept(Bool)
        /// A notification to the developer's server was made, or is to be sent once more (B11).
        case notificationMade(NotificationType, NotificationSubtype?)
        /// An attempt was made to deliver a notification; with when the next one is due, where there is one (B11-2).
        case notificationSent(number: Int, SendAttemptResult, again: Date?)
        /// A notification will not be delivered: the version that is delivered has none like it (C-152).
        case notificationPassedOver(number: Int)
        /// An offer's terms were noted for later use.
        case termsCaptured(OfferType, offer: String?)
    }
}

extension LogEntry {
    /// Creates the public view of an event.
    ///
    /// Products and groups never leave the shop, so their names can be read off any later state. An attempt to buy is
    /// gone once it is confirmed, so whose it was is given.
    init(number: Int, _ stored: StoreEvent, in state: __shared StoreState, buyer: CustomerID? = nil) {
        self.number = number
        date = Date(stored.instant)
        event = Event(stored.kind, in: state)
        customer = stored.kind.customer(in: state) ?? buyer
        currency = stored.kind.currency(in: state)
    }
}
