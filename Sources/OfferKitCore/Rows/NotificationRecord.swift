/// A transaction with all that is stated about it, as it was at one instant.
package struct TransactionFacts: Hashable, Sendable, Codable {
    /// The transaction.
    package let record: TransactionRecord
    /// The start of its chain (C-22).
    package let originallyPurchased: Instant
    private let revocationBox: Boxed<Revocation>?

    private enum CodingKeys: String, CodingKey {
        case record, originallyPurchased
        case revocationBox = "revocation"
    }

    init(_ record: TransactionRecord, originallyPurchased: Instant, revocation: Revocation?) {
        self.record = record
        self.originallyPurchased = originallyPurchased
        revocationBox = revocation.map { Boxed($0) }
    }

    /// The revocation; nil where the transaction was not taken back.
    package var revocation: Revocation? { revocationBox?.value }
}

/// The renewal info of a subscription, as it was at one instant (B14).
package struct RenewalFacts: Hashable, Sendable, Codable {
    /// The standing of the subscription.
    package let standing: Standing
    /// The product of the current or last period.
    package let current: ProductIndex
    /// The end of the current or last period.
    package let renewalDate: Instant
    private let tokenPlace: TokenIndex.Optional
    /// The product that renews next, or would.
    package let product: ProductIndex
    /// Whether it is to renew.
    package let willAutoRenew: Bool
    /// Whether the renewal after the current or last period failed, and was not made good (C-42).
    package let failedToRenew: Bool
    /// A rise of the price that the customer will see or has seen, with its stage then; nil without one.
    package let priceRise: PriceRise?
    /// The price of the next renewal; nil where nothing will renew (C-41), and for a family member (C-128).
    package let price: Amount?
    private let offerPlace: TermsIndex.Optional
    /// The start of the latest series of periods (B14-1).
    package let recentStart: Instant
    /// The win-back offers that the customer could have, the best first (B15-11).
    package let winBackOffers: [String]

    init(
        _ latest: TransactionRecord, _ numbers: RenewalNumbers, priceRise: PriceRise?, winBackOffers: [String]
    ) {
        standing = numbers.standing
        current = latest.product
        renewalDate = latest.end
        tokenPlace = .init(latest.token)
        product = numbers.product
        willAutoRenew = numbers.willAutoRenew
        failedToRenew = numbers.failedToRenew
        self.priceRise = priceRise
        price = numbers.price
        offerPlace = numbers.terms
        recentStart = numbers.recentStart
        self.winBackOffers = winBackOffers
    }

    /// The account token of the current or last period.
    package var token: TokenIndex? { tokenPlace.value }
    /// The terms of the offer that applies at the next renewal; nil at the base price.
    package var terms: TermsIndex? { offerPlace.value }
}

/// The numbers in ``RenewalFacts`` that every renewal has and that do not follow from the latest transaction.
struct RenewalNumbers: Sendable {
    let standing: Standing
    let willAutoRenew: Bool
    let failedToRenew: Bool
    let product: ProductIndex
    let terms: TermsIndex.Optional
    let price: Amount?
    let recentStart: Instant
}

/// A subscription's latest transaction with its renewal info, as both were at one instant.
package struct SubscriptionFacts: Hashable, Sendable, Codable {
    /// The latest transaction, or that of the family member who shares it.
    package let latest: TransactionFacts
    /// The renewal info.
    package let renewal: RenewalFacts

    init(_ latest: TransactionFacts, _ renewal: RenewalFacts) {
        self.latest = latest
        self.renewal = renewal
    }
}

/// The contents of a customer's receipt at one instant, as far as a later state does not show them (C-151).
///
/// Nearly everything about a transaction stays as it was made. Only its revocation changes, the end of a period that is
/// the latest one, whether an upgrade replaced it, and whether a consumable was finished. So the numbers, the
/// revocations and the standing of each subscription are kept.
struct ReceiptFacts: Hashable, Sendable, Codable {
    /// The newest transactions that the receipt held, the newest first; at most ``most``.
    let transactions: [TransactionID]
    /// The revocations of those that were taken back.
    let revocations: SideTable<TransactionID, Revocation>
    /// The customer's subscriptions as they stood, except one whose latest transaction is the notification's.
    let others: [SubscriptionFacts]

    init(
        _ transactions: [TransactionID], _ revocations: SideTable<TransactionID, Revocation>,
        _ others: [SubscriptionFacts]
    ) {
        self.transactions = transactions
        self.revocations = revocations
        self.others = others
    }

    /// The most transactions that a notification of version 1 holds (S1-50).
    static let most = 100
}

/// A request to put off the renewal dates of everybody who has a product, and its result (C-146).
package struct MassExtension: Hashable, Sendable, Codable {
    /// The product.
    package let product: ProductIndex
    /// The developer's name for the request.
    package let identifier: String
    /// The storefronts it was limited to; nil for all.
    package let storefronts: [Territory]?
    /// The instant at which it was carried out.
    package let date: Instant
    /// The number of dates that were put off.
    package let succeeded: Int
    /// The number of dates that were not.
    package let failed: Int

    /// The lengths that the name of a request can have, in bytes.
    package static let identifierLength = 1...128
}

/// The identity of a notification among all others of its store.
package struct NotificationID: Hashable, Sendable, Codable {
    /// The count of events in the store before the one that caused the notification.
    package let cause: Int
    /// Its place among the notifications that the event caused, from 0; below 0 for one that somebody asked for.
    package let ordinal: Int

    init(cause: Int, ordinal: Int) {
        self.cause = cause
        self.ordinal = ordinal
    }
}

/// A notification to the developer's server, with its contents as they were when its cause had happened.
///
/// A year of subscribers makes a million of them, so contents that few have stand in a box of their own.
package struct NotificationRecord: Hashable, Sendable, Codable {
    /// The identity among all others.
    package let id: NotificationID
    /// The type.
    package let type: NotificationType
    /// The subtype; nil without one.
    package let subtype: NotificationSubtype?
    /// The instant at which it was made, which is when it is signed.
    package let date: Instant
    /// The transaction; nil in a test, and in a summary.
    package let transaction: TransactionFacts?
    /// The renewal info of the subscription; nil for a transaction of no subscription, and in a test.
    package let renewal: RenewalFacts?
    private let receiptBox: Boxed<ReceiptFacts>?
    private let summaryBox: Boxed<MassExtension>?
    /// Whether somebody asked for it, without its cause having happened.
    package let isSynthetic: Bool

    private enum CodingKeys: String, CodingKey {
        case id, type, subtype, date, transaction, renewal, isSynthetic
        case receiptBox = "receipt"
        case summaryBox = "summary"
    }

    init(
        id: NotificationID, _ type: NotificationType, _ subtype: NotificationSubtype? = nil, at date: Instant,
        transaction: TransactionFacts? = nil, renewal: RenewalFacts? = nil, receipt: ReceiptFacts? = nil,
        summary: MassExtension? = nil,
        isSynthetic: Bool = false
    ) {
        self.id = id
        self.type = type
        self.subtype = subtype
        self.date = date
        self.transaction = transaction
        self.renewal = renewal
        receiptBox = receipt.map { Boxed($0) }
        summaryBox = summary.map { Boxed($0) }
        self.isSynthetic = isSynthetic
    }

    /// The customer's receipt, for version 1 (S1-50); nil in a test, and where only version 2 is asked for.
    var receipt: ReceiptFacts? { receiptBox?.value }
    /// The result of a request that concerned everybody who has a product; nil in all other notifications.
    package var summary: MassExtension? { summaryBox?.value }
}

/// The result of an attempt to deliver a notification, in the words of Apple's `sendAttemptResult`.
///
/// It is an open set: a `switch` needs a `default`.
public struct SendAttemptResult: RawRepresentable, Hashable, Sendable, Codable {
    /// The text in the history of notifications.
    public let rawValue: String

    /// The result with that text, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The server took it: HTTP status 200 to 206 (B11-2).
    public static let success = SendAttemptResult(rawValue: "SUCCESS")
    /// No answer came in time.
    public static let timedOut = SendAttemptResult(rawValue: "TIMED_OUT")
    /// The server answered with another HTTP status.
    public static let unsuccessfulStatus = SendAttemptResult(rawValue: "UNSUCCESSFUL_HTTP_RESPONSE_CODE")
    /// The answer is no HTTP status.
    public static let invalidResponse = SendAttemptResult(rawValue: "INVALID_RESPONSE")
    /// The attempt failed before there was an answer.
    public static let other = SendAttemptResult(rawValue: "OTHER")
}

/// One attempt to deliver a notification.
package struct SendAttempt: Hashable, Sendable, Codable {
    /// The instant of the attempt, on the store's clock.
    package let date: Instant
    /// The result.
    package let result: SendAttemptResult
}

/// A notification of a renewal in time (`DID_RENEW`) as the outbox keeps it: numbers alone.
///
/// There is one for every renewal, so it has nothing that follows from the transaction: it was made when the period
/// began, and says that service runs until the period ends. It stands for a ``NotificationRecord`` without the contents
/// that only few have.
package struct RenewalNotice: Sendable {
    private let cause: Int
    private let record: TransactionRecord
    private let originallyPurchased: Instant
    private let recentStart: Instant
    private let price: Amount?
    private let willAutoRenew: Bool
    private let product: ProductIndex
    private let terms: TermsIndex.Optional

    /// The notification of a renewal; nil for one that says more.
    ///
    /// - Parameters:
    ///   - cause: The count of events in the store before the renewal.
    ///   - date: The instant at which it is made.
    ///   - record: The transaction, which was not taken back.
    ///   - originallyPurchased: The start of its chain (C-22).
    ///   - numbers: The numbers of the renewal info, where it has nothing else.
    @inline(__always)
    init?(
        cause: Int, at date: Instant, _ record: TransactionRecord, originallyPurchased: Instant,
        _ numbers: RenewalNumbers
    ) {
        guard date == record.purchased, !record.isRevoked, !numbers.failedToRenew,
            case .active(let until) = numbers.standing, until == record.expires
        else { return nil }
        self.cause = cause
        self.record = record
        self.originallyPurchased = originallyPurchased
        recentStart = numbers.recentStart
        price = numbers.price
        willAutoRenew = numbers.willAutoRenew
        product = numbers.product
        terms = numbers.terms
    }

    /// The instant at which it was made.
    var date: Instant { record.purchased }

    /// The whole notification.
    package var notification: NotificationRecord {
        let numbers = RenewalNumbers(
            standing: .active(until: record.end), willAutoRenew: willAutoRenew,
            failedToRenew: false, product: product, terms: terms, price: price, recentStart: recentStart)
        return NotificationRecord(
            id: NotificationID(cause: cause, ordinal: 0), .didRenew, at: date,
            transaction: TransactionFacts(record, originallyPurchased: originallyPurchased, revocation: nil),
            renewal: RenewalFacts(record, numbers, priceRise: nil, winBackOffers: []))
    }
}
