public import OfferKitEssentials

/// A refusal to refund a transaction, or to reverse a refund.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RefundRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store keeps no transaction of that number, or it is another customer's.
    case unknownTransaction(UInt64, among: KnownNumbers = KnownNumbers())
    /// The transaction was refunded already.
    case alreadyRefunded(UInt64, on: Date)
    /// The transaction was not refunded, so there is nothing to reverse.
    case notRefunded(UInt64)
    /// The transaction is a family member's; the buyer's is the one to refund.
    case familyShared(UInt64)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

/// A refusal to give a transaction an account token (C-144).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum AccountTokenRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store keeps no transaction of that number.
    case unknownTransaction(UInt64, among: KnownNumbers = KnownNumbers())
    /// The transaction is a family member's; only the buyer's transactions carry a token.
    case familyShared(UInt64)
    /// The transaction is not the first of its subscription.
    case notOriginal(UInt64, original: UInt64)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

/// A refusal to keep consumption information about a purchase (C-145).
package enum ConsumptionRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store keeps no transaction of that number.
    case unknownTransaction(UInt64, among: KnownNumbers = KnownNumbers())
    /// The transaction is a family member's; the buyer's is the one that is refunded.
    case familyShared(UInt64)
    /// The first version of the call takes consumables and auto-renewable subscriptions alone.
    case typeNotSupported(UInt64)
    /// The information has a percentage for a subscription, whose consumption follows from the time that has passed.
    case percentageOfSubscription(UInt64)
    /// The store's journal could not be written, so nothing has happened.
    case notRecorded
}

/// A refusal to extend a renewal date (B10-9, B10-12).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ExtensionRefusal: Error, StoreRefusal, Hashable, Sendable, Codable {
    /// The store has no subscription group of that identifier or name.
    case unknownGroup(UnknownName)
    /// The customer has no subscription of their own in that group.
    case notSubscribed(group: String)
    /// The number of days is outside what is allowed.
    case daysNotAllowed(Int, allowed: ClosedRange<Int>)
    /// The subscription ended, or was refunded.
    case expired(on: Date)
    /// A renewal failed, and the store is still trying.
    case inBillingRetry
    /// The current period is a free offer.
    case inFreePeriod
    /// Nothing was paid for the current period, although it is no offer: the product costs nothing.
    case neverPaid
    /// The date was extended as often as is allowed within 365 days.
    case tooManyExtensions(limit: Int, next: Date)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
    /// There is a mistake in OfferKit, and the store is in a state that it cannot be in; with what is wrong.
    case internalFault(String)
}

/// A refusal to extend the renewal dates of everybody who has a product (C-146).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MassExtensionRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store has no auto-renewable subscription with that identifier.
    case unknownProduct(UnknownName)
    /// The number of days is outside what is allowed.
    case daysNotAllowed(Int, allowed: ClosedRange<Int>)
    /// The name of the request is empty or too long.
    case identifierNotAllowed(byteCount: Int, allowed: ClosedRange<Int>)
    /// The list of storefronts is given, but empty.
    case noStorefront
    /// The App Store has no such storefront.
    case unknownStorefront(Territory)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

/// A refusal to change a family.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum FamilyRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The store has no such customer.
    case unknownCustomer(CustomerID, among: KnownNumbers = KnownNumbers())
    /// A customer cannot be a member of their own family.
    case ownFamily(CustomerID)
    /// The customer belongs to a family already.
    case alreadyInFamily(CustomerID)
    /// The organiser is a member of somebody else's family.
    case organizerIsMember(CustomerID)
    /// The customer is in no family.
    case notInFamily(CustomerID)
    /// A family has six people at most.
    case familyIsFull(CustomerID)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension RefundRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownTransaction(let id, let known):
            "unknownTransaction: the store keeps no transaction \(id), or not of this customer."
                + known.ofTransactions(id) + " Ask the device for its transactions."
        case .alreadyRefunded(let id, let date):
            "alreadyRefunded: transaction \(id) was refunded on \(date.utcText). Reverse that refund first."
        case .notRefunded(let id): "notRefunded: transaction \(id) was not refunded, so there is nothing to take back."
        case .familyShared(let id):
            "familyShared: transaction \(id) is shared by the family. Refund the transaction of the member who bought it."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension AccountTokenRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownTransaction(let id, let known):
            "unknownTransaction: the store keeps no transaction \(id)." + known.ofTransactions(id)
                + " Is it one of this store, and does the store keep all transactions?"
        case .familyShared(let id):
            "familyShared: transaction \(id) is shared by the family. Set the token of the member who bought it."
        case .notOriginal(let id, let original):
            "notOriginal: transaction \(id) is not the first of its subscription. Use its originalTransactionId, \(original)."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension ConsumptionRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    package var description: String {
        switch self {
        case .unknownTransaction(let id, let known):
            AccountTokenRefusal.unknownTransaction(id, among: known).description
        case .familyShared(let id):
            "familyShared: transaction \(id) is shared by the family. Send what you know of the transaction of the member who bought it."
        case .typeNotSupported(let id):
            "typeNotSupported: transaction \(id) is neither a consumable nor an auto-renewable subscription. Send it to version 2 of the call."
        case .percentageOfSubscription(let id):
            "percentageOfSubscription: transaction \(id) is of an auto-renewable subscription. Leave consumptionPercentage out."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension ExtensionRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownGroup(let group): SubscriptionRefusal.unknownGroup(group).description
        case .notSubscribed(let group):
            "notSubscribed: the customer has no subscription of their own in the group \(VisibleText.quoted(group)). Let them buy one first."
        case .daysNotAllowed(let days, let allowed):
            "daysNotAllowed: \(days) days; allowed are \(allowed.lowerBound) to \(allowed.upperBound)."
        case .expired(let date):
            "expired: the subscription ended on \(date.utcText), and only one that runs is extended. Let the customer buy again."
        case .inBillingRetry: "inBillingRetry: a renewal failed. Repair the payment method first."
        case .inFreePeriod:
            "inFreePeriod: the current period is a free offer, which is not extended. Wait until a period is paid."
        case .neverPaid: "neverPaid: nothing was paid for the current period, which is not extended."
        case .tooManyExtensions(let limit, let next):
            "tooManyExtensions: the date was extended \(limit) times within 365 days. The next time is \(next.utcText)."
        case .internalFault(let fault): InternalFault.sentence(fault)
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension MassExtensionRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownProduct(let id):
            "unknownProduct: the store sells no auto-renewable subscription \(VisibleText.quoted(id.name)). \(id.advice)"
        case .daysNotAllowed(let days, let allowed): ExtensionRefusal.daysNotAllowed(days, allowed: allowed).description
        case .identifierNotAllowed(let count, let allowed):
            "identifierNotAllowed: the name of the request has \(count) bytes; allowed are \(allowed.lowerBound) to \(allowed.upperBound)."
        case .noStorefront: "noStorefront: the list of storefronts is empty. Leave it out for all of them."
        case .unknownStorefront(let territory):
            "unknownStorefront: the App Store has no storefront \(VisibleText.quoted(territory.code)). \(territory.advice)"
        case .notRecorded: NotRecorded.sentence
        }
    }
}

extension FamilyRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .unknownCustomer(let customer, let known):
            "unknownCustomer: the \(customer) who was meant is not one of this store's.\(known.ofCustomers(customer)) Take a customer of the same store: store.addCustomer() makes one."
        case .ownFamily(let customer):
            "ownFamily: \(customer) organises the family, and can neither join nor leave it. Take one of its members."
        case .alreadyInFamily(let customer):
            "alreadyInFamily: \(customer) belongs to a family. Leave that one first; where \(customer) organises it, remove all its members."
        case .organizerIsMember(let customer):
            "organizerIsMember: \(customer) is a member of another's family. Join that one instead."
        case .notInFamily(let customer): "notInFamily: \(customer) belongs to no family, so there is none to leave."
        case .familyIsFull(let customer):
            "familyIsFull: the family of \(customer) has six people, and no room for another. Remove somebody first."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

/// A refusal to show a message.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum MessageRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The matter is settled: the payment method is repaired, the offer redeemed (B7-16).
    case noLongerRelevant
    /// The message was shown already, and is shown once (B7-16).
    case alreadyShown
    /// The app is to complete a purchase that began outside it; no offer is shown meanwhile (S4-31).
    case purchaseInProgress
    /// The app does not run on the device.
    case appNotRunning
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension MessageRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .noLongerRelevant: "noLongerRelevant: what the message is about is settled, so there is nothing to show."
        case .alreadyShown: "alreadyShown: the message was shown before, and each is shown once."
        case .purchaseInProgress:
            "purchaseInProgress: the app has a purchase intent to complete. Complete it, then show the offer."
        case .appNotRunning: "appNotRunning: the app does not run on the device. Launch it first."
        case .notRecorded: NotRecorded.sentence
        }
    }
}

/// A refusal of a purchase as of a date in the past.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum PastPurchaseRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The date has not come yet.
    case futureDate(now: Date)
    /// The date is before 1970, or more than that many periods would have ended since.
    case tooLongAgo(mostPeriods: Int)
    /// The customer has, or had until later, a subscription of the group; an earlier purchase cannot follow it.
    case historyGoesOn(until: Date?)
    /// The store would have refused the purchase then.
    case refused(PurchaseRefusal)
    /// The store's journal could not be written, so nothing has happened.
    case notRecorded
}

extension PastPurchaseRefusal: CustomStringConvertible {
    /// The error's name, what was wrong, and what to do.
    public var description: String {
        switch self {
        case .futureDate(let now):
            "futureDate: the date is after the store's present, \(now.utcText). Buy without a date, or move the clock first."
        case .tooLongAgo(let most):
            "tooLongAgo: the date is before 1970, or more than \(most) periods would have ended since. Take a later date."
        case .historyGoesOn(let end):
            "historyGoesOn: the customer had a subscription of the group \(end.map { "until \($0.utcText)" } ?? "that still runs"), and what was "
                + "bought before it cannot come after it. Take a later date, or another customer."
        case .refused(let refusal): "refused: the store would have refused it then. \(refusal)"
        case .notRecorded: NotRecorded.sentence
        }
    }
}
