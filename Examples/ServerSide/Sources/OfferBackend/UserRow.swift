import Foundation
import GRDB
import OfferKit

/// What is known of one subscription of a user: the table of the documents (S0-94…96), worked out from its periods and from what was said.
struct UserRow: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "user"

    var originalTransactionId: String
    var userId: String?
    var productId: String
    var groupId: String?
    /// Of the current or last period (S0-86).
    var webOrderLineItemId: String?
    /// As in the App Store Server API: 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked.
    var status = SubscriptionStatusCode.active.rawValue
    var autoRenewStatus = false
    /// The product that the next renewal is of: an upcoming change shows here (S0-124).
    var autoRenewProductId: String?
    var isInBillingRetry = false
    /// Why it ended, or will (S0-117): 1 cancelled, 2 not paid, 3 no consent to a price, 4 not for sale, 5 unknown.
    var expirationIntent: Int?
    var purchaseDate: Int64
    var expiresDate: Int64?
    var gracePeriodExpiresDate: Int64?
    var autoRenewOffSince: Int64?
    var lapsedAt: Int64?
    var lapsedFromFreeTrial = false
    /// Whether the current or last period was refunded (S0-114).
    var wasRefunded = false
    var revocationDate: Int64?
    /// 1 for a problem with the app, 0 for another reason (S0-115).
    var revocationReason: Int?
    var renewals = 0
    /// Since the customer's last purchase (S0-128).
    var renewalsInARow = 0
    var billingErrors = 0
    /// Promotional offers, codes and win-back offers, however they were redeemed.
    var offersRedeemed = 0
    var currentOfferId: String?
    /// The offer that the next renewal has, by the names of the renewal info: 1 introductory, 2 promotional, 3 code, 4 win-back, and
    /// its identifier or the code's reference name.
    var offerType: Int?
    var offerIdentifier: String?
    /// The reference name of the code that was redeemed last, also of one that waits for the next renewal (S1-49, S1-50).
    var offerCodeName: String?
    var eligibleForIntroductory = false
    var eligibleForPromotional = false
    var eligibleForWinBack = false
    var winBackOfferIds: [String] = []
    /// When the App Store signed the latest of what this is made of.
    var signedDate: Int64 = 0
    /// Whether two statements of one instant left open which of them was the last; the status API will tell.
    var isUnsure = false

    /// Whether it goes on: active, in grace or in billing retry.
    var isRunning: Bool { [.active, .billingRetry, .gracePeriod].contains(SubscriptionStatusCode(rawValue: status)) }

    /// When service ends: of the period, or of the grace period if that is later; nil for never.
    var serviceEnd: Int64? { expiresDate.map { max($0, gracePeriodExpiresDate ?? 0) } }

    /// Whether the user has service now (S0-89): the status says so, and the period or the grace period is not over.
    func isEntitled(at now: Int64) -> Bool {
        [.active, .gracePeriod].contains(SubscriptionStatusCode(rawValue: status)) && serviceEnd ?? .max > now
    }
}

extension UserRow {
    /// The row of one subscription; nil where nothing is known of a period, as with consumables.
    ///
    /// - Parameters:
    ///   - periods: Its periods, in any order.
    ///   - log: All that was said of it, in the order of the signatures' dates.
    ///   - tally: What was counted of the statements that are gone.
    init?(_ periods: [Period], _ log: [StoreStatement], after tally: Tally?) {
        let periods = periods.sorted(by: <)
        guard let latest = periods.last else { return nil }
        self.init(
            originalTransactionId: latest.originalTransactionId, productId: latest.productId,
            purchaseDate: latest.purchaseDate)
        if let status = tally?.status { self.status = status }
        if let renewal = tally?.lastRenewal { take(renewal) }
        for statement in log { take(statement) }
        var tally = tally ?? Tally(originalTransactionId: originalTransactionId)
        for statement in log { tally.add(statement) }
        (userId, billingErrors) = (tally.userId, tally.billingErrors)
        autoRenewOffSince = autoRenewStatus ? nil : tally.autoRenewOffSince
        describe(latest, periods.last { $0.groupId != nil }?.groupId)
        count(periods)
    }

    private mutating func take(_ statement: StoreStatement) {
        signedDate = max(signedDate, statement.signedDate)
        if let status = statement.status { self.status = status }
        if let renewal = statement.renewal { take(renewal) }
    }

    private mutating func take(_ renewal: Renewal) {
        autoRenewStatus = renewal.willAutoRenew
        autoRenewProductId = renewal.productId
        isInBillingRetry = renewal.isInBillingRetry
        expirationIntent = renewal.expirationIntent
        gracePeriodExpiresDate = renewal.gracePeriodExpiresDate
        winBackOfferIds = renewal.winBackOfferIds ?? winBackOfferIds
        offerCodeName = renewal.offerCodeName
        (offerType, offerIdentifier) = (renewal.offerType, renewal.offerIdentifier)
    }

    /// The current or last period decides; a refund of an older one changes nothing here (C-24).
    private mutating func describe(_ latest: Period, _ group: String?) {
        groupId = group
        webOrderLineItemId = latest.webOrderLineItemId
        expiresDate = latest.expiresDate
        currentOfferId = latest.offerId
        (revocationDate, revocationReason) = (latest.revocationDate, latest.revocationReason)
        wasRefunded = latest.isRefunded
        guard !isRunning else { return }
        lapsedAt = latest.revocationDate ?? serviceEnd
        lapsedFromFreeTrial = latest.isFree
    }

    private mutating func count(_ periods: [Period]) {
        var before: Period?
        var code: String?
        for period in periods {
            // A receipt does not say what a renewal is; one begins when the period before ends.
            let isRenewal = period.isRenewal ?? (before?.expiresDate == period.purchaseDate)
            renewals += isRenewal ? 1 : 0
            renewalsInARow = isRenewal ? renewalsInARow + 1 : 0
            let isSame = isRenewal && before?.offerType == period.offerType && before?.offerId == period.offerId
            if let type = period.offerType, type != OfferType.intro.rawValue, !isSame { offersRedeemed += 1 }
            if period.offerType == OfferType.code.rawValue { code = period.offerId }
            before = period
        }
        offerCodeName = offerCodeName ?? code
        // What a family shares uses no offer up, and makes nobody a subscriber (C-9).
        let own = periods.filter { !$0.isFamilyShared }
        eligibleForPromotional = !own.isEmpty
        eligibleForIntroductory = !isRunning && !own.contains { $0.offerType == OfferType.intro.rawValue }
        eligibleForWinBack = !winBackOfferIds.isEmpty
    }
}
