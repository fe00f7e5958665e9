import Foundation
package import OfferKitCore

extension LogEntry {
    /// The event in plain words, without the date: `renewed #2 com.example.pro.monthly 9.99 USD, customer 1` (C-240).
    ///
    /// Transactions have a `#` before their number. The customer stands at the end, where the event concerns one.
    public var text: String {
        let words = event.words(in: currency)
        return customer.map { "\(words), \($0)" } ?? words
    }
}

extension LogEntry: CustomStringConvertible {
    /// The date and the event, on one line:
    /// `2026-01-08T09:00:00Z renewed #2 com.example.pro.monthly 9.99 USD, customer 1`.
    public var description: String { "\(date.utcText) \(text)" }
}

extension LogEntry.Event {
    /// Returns the words for the event, without the customer; prices are in that currency.
    fileprivate func words(in currency: String?) -> String {
        func money(_ price: Decimal) -> String { currency.map { "\(price.priceText) \($0)" } ?? price.priceText }
        func under(_ offer: OfferType?) -> String { offer.map { ", \($0.words)" } ?? "" }
        return switch self {
        case .transactionMade(let id, _, let product, let price, let offer):
            "bought #\(id) \(plain(product)) \(money(price))\(under(offer))"
        case .subscriptionRenewed(let id, _, let product, let price, let offer):
            "renewed #\(id) \(plain(product)) \(money(price))\(under(offer))"
        case .transactionUpgraded(let id, let refund): "#\(id) ended by an upgrade, \(money(refund)) given back"
        case .transactionFinished(let id): "finished #\(id)"
        case .historyCleared: "history cleared"
        case .transactionsErased(_, let ids): "erased \(ids.map { "#\($0)" }.joined(separator: ", "))"
        case .refundRequested(let id): "refund of #\(id) asked for"
        case .refundDeclined(let id): "refund of #\(id) declined"
        case .transactionRefunded(let id, _, let refund): "refunded #\(id), \(money(refund)) given back"
        case .refundReversed(let id): "refund of #\(id) taken back"
        case .consumptionInformationSent(let id, _): "consumption information on #\(id) sent"
        case .accessShared(let id, _, let product): "#\(id) \(plain(product)) shared by the family"
        case .accessRevoked(let id): "#\(id) shared by the family no more"
        case .accountTokenSet(let id, let token): "account token of #\(id) set to \(token.uuidString.lowercased())"
        case .accountTokenNoted: "a new account token came with a purchase"
        case .basePriceChanged(let product, let territory, let price):
            "price of \(plain(product)) set to \(money(price))" + (territory.map { " in \($0)" } ?? " everywhere")
        // Events of attempts to buy, and of codes.
        case .purchaseRequested(let attempt, _, let product): "payment sheet open for \(plain(product)), \(attempt)"
        case .purchaseRefused(let attempt, _, let product, let refusal):
            "purchase of \(plain(product)) refused, \(attempt): \(refusal)"
        case .purchaseDeferred(let attempt): "purchase waits for an answer, \(attempt)"
        case .purchaseConfirmed(let attempt): "purchase confirmed, \(attempt)"
        case .codeRefused(_, let code, let refusal): "code \(quoted(code)) refused: \(refusal)"
        case .codeRedeemed(_, let code): "code \(quoted(code)) redeemed"
        case .purchaseIntentMade(_, let product, let offer):
            "purchase of \(plain(product)) begun outside the app" + (offer.map { ", offer \(quoted($0))" } ?? "")
        case .installationAsked: "asked to install the app"
        case .termsCaptured(let type, let offer):
            "terms of \(type.words(offer)) noted"
        // Events of a subscription's life.
        case .introductoryOfferReset(_, let group): "introductory offers of \(in: group) possible again"
        case .autoRenewChanged(_, let group, let isOn): "auto-renew turned \(isOn ? "on" : "off") in \(in: group)"
        case .renewalPlanned(_, let group, let product, let offer):
            "\(plain(product)) will renew next in \(in: group)" + (offer.map { ", \($0.words)" } ?? "")
        case .renewalAnnounced(_, let group): "told of the next renewal in \(in: group)"
        case .paymentUpdateAsked(_, let group): "asked for another payment method for \(in: group)"
        case .renewalFailed(_, let group, let failure, let grace, let retry):
            "renewal failed in \(in: group), \(failure.words)"
                + (grace.map { ", grace until \($0.utcText)" } ?? "") + ", retry until \(retry.utcText)"
        case .customerContacted(_, let group, let channel): "told by \(channel) of the failed renewal in \(in: group)"
        case .graceEnded(_, let group): "grace ended in \(in: group)"
        case .subscriptionRecovered(_, let group): "failed renewal recovered in \(in: group)"
        case .recoveryFailed(_, let group, let failure): "another try failed in \(in: group), \(failure.words)"
        case .subscriptionLapsed(_, let group, let reason): "subscription ended in \(in: group), \(reason.words)"
        case .periodEnded(_, let group): "period ended before its time in \(in: group)"
        case .priceTermsChanged(_, let group): "price for the subscriber changed in \(in: group)"
        case .priceIncreaseNotified(_, let group, let needsConsent):
            (needsConsent ? "asked to agree to a higher price in " : "told of a higher price in ") + "\(in: group)"
        case .priceIncreaseAgreed(_, let group): "agreed to the higher price in \(in: group)"
        case .renewalExtended(_, let group, let until): "renewal put off to \(until.utcText) in \(in: group)"
        case .extensionFailed(_, let group, let refusal): "renewal not put off in \(in: group): \(refusal)"
        // Events of a customer.
        case .customerAdded: "added"
        case .paymentMethodChanged(_, let method):
            method == .working ? "payment method works" : "payment method declines"
        case .chargePlanChanged: "set which charges fail"
        case .riskCheckChanged(_, let refuses): "risk check \(refuses ? "refuses" : "passes") renewals"
        case .firstDownloadSet(_, let download): "first download set to version \(quoted(download.version))"
        case .genericMessageMade: "message about no subscription made"
        case .messageSent(_, let reason): "message \(reason) sent to a device"
        case .messageShown(_, let reason): "message \(reason) shown"
        case .familyMemberAdded(_, let organizer): "joined the family of \(organizer)"
        case .familyMemberRemoved: "left the family"
        // Events of products, offers and keys.
        case .saleChanged(let product, let isForSale): "\(plain(product)) \(isForSale ? "put on" : "taken off") sale"
        case .silentRiseUsed(let product): "price of \(plain(product)) raised without consent, as once a year"
        case .offerSwitched(let product, let offer, let isActive):
            "offer \(quoted(offer)) of \(plain(product)) \(isActive ? "enabled" : "disabled")"
        case .offerCreated(let product, let offer, let type): "\(type.words(offer)) of \(plain(product)) created"
        case .offerChanged(let product, let offer, let type): "\(type.words(offer)) of \(plain(product)) changed"
        case .offerDeleted(let product, let offer, let type): "\(type.words(offer)) of \(plain(product)) deleted"
        case .imageChanged(let product, let isApproved):
            "image of \(plain(product)) \(isApproved ? "approved" : "approved no more")"
        case .codesCreated(let product, let offer, let count):
            "\(count) code\(count == 1 ? "" : "s") created for \(quoted(offer)) of \(plain(product))"
        case .codesDeactivated(let count): "\(count) code\(count == 1 ? "" : "s") deactivated"
        case .keyRegistered(let id): "key \(quoted(id)) registered"
        case .keyRevoked(let id): "key \(quoted(id)) revoked"
        case .keyGenerated(let id, let name): "key \(quoted(id)) generated, named \(quoted(name))"
        case .keyDownloaded(let id): "private half of key \(quoted(id)) downloaded"
        // Events of the store itself.
        case .clockMoved: "clock moved"
        case .failureRateChanged(let rate):
            rate.map { "a share of \($0.share) of renewals is to fail" } ?? "no share of renewals is to fail"
        case .paceChanged: "length of periods changed"
        case .gracePeriodChanged(let grace): "billing grace period turned \(grace == nil ? "off" : "on")"
        case .streamlinedPurchasingChanged(let isOn): "Streamlined Purchasing turned \(isOn ? "on" : "off")"
        case .appApproved(let handles):
            "app approved that \(handles ? "handles" : "does not handle") purchase intents"
        case .massExtensionDone(let done):
            "renewals of \(plain(done.productID)) put off: \(done.succeededCount), and \(done.failedCount) not"
        case .notificationsKept(let isKept): "notifications kept\(isKept ? "" : " no more")"
        case .notificationMade(let type, let subtype):
            "notification \(type.rawValue)\(subtype.map { " \($0.rawValue)" } ?? "") made"
        case .notificationSent(let number, let result, let again):
            "notification \(number) sent, \(result.rawValue)" + (again.map { ", again at \($0.utcText)" } ?? "")
        case .notificationPassedOver(let number): "notification \(number) not delivered: its version has none like it"
        }
    }
}

/// Returns a name in which everything that would break the line is made visible.
private func plain(_ name: String) -> String { String(VisibleText.quoted(name).dropFirst().dropLast()) }

private func quoted(_ name: String) -> String { VisibleText.quoted(name) }

extension String.StringInterpolation {
    fileprivate mutating func appendInterpolation(in group: String) { appendLiteral("group \(plain(group))") }
}

extension OfferType {
    /// The kind of offer: `introductory offer`.
    package var words: String {
        switch self {
        case .intro, .promo, .winBack: "\(debugDescription) offer"
        default: debugDescription
        }
    }

    /// Returns the words for the offer of that name.
    fileprivate func words(_ name: String?) -> String {
        // An introductory offer has none.
        self == .intro ? words : name.map { "\(words) \(quoted($0))" } ?? words
    }
}

extension RenewalFailure {
    fileprivate var words: String {
        switch self {
        case .paymentDeclined: "payment declined"
        case .riskCheckRefused: "refused by the risk check"
        case .productUnavailable: "product unavailable"
        }
    }
}

extension LapseReason {
    fileprivate var words: String {
        switch self {
        case .autoRenewDisabled: "auto-renew was off"
        case .billingError: "the charge never went through"
        case .didNotConsentToPriceIncrease: "no consent to a higher price"
        case .productUnavailable: "the product was unavailable"
        case .unknown: "for another reason"
        }
    }
}
