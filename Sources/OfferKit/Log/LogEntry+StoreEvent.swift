import Foundation
import OfferKitCore

extension LogEntry.Event {
    init(_ kind: StoreEvent.Kind, in state: __shared StoreState) {
        func name(_ place: ProductIndex) -> String { state.shop[place].product.id }
        func group(_ subscription: SubscriptionIndex) -> String { state.groupID(of: subscription) }
        func customer(_ subscription: SubscriptionIndex) -> CustomerID { state[subscription].customer }
        switch kind {
        case .clockMoved: self = .clockMoved
        case .customerAdded(let id): self = .customerAdded(id)
        case .paymentMethodChanged(let id, let method, _): self = .paymentMethodChanged(id, method)
        case .chargePlanChanged(let id, _): self = .chargePlanChanged(id)
        case .riskCheckChanged(let id, let refuses): self = .riskCheckChanged(id, refuses: refuses)
        case .firstDownloadSet(let id, let download): self = .firstDownloadSet(id, download)
        case .failureRateChanged(let rate): self = .failureRateChanged(rate)
        case .paceChanged(let pace, _): self = .paceChanged(pace)
        case .gracePeriodChanged(let grace): self = .gracePeriodChanged(grace)
        case .silentRiseUsed(let product): self = .silentRiseUsed(product: name(product))
        case .purchaseDeferred(let attempt, _): self = .purchaseDeferred(attempt)
        case .tokenNoted: self = .accountTokenNoted
        case .accountTokenSet(let id, let token): self = .accountTokenSet(id: id, state.desk.token(token))
        case .keyRegistered(let id, _): self = .keyRegistered(id)
        case .keyRevoked(let id): self = .keyRevoked(id)
        case .keyGenerated(let id, let keyName, _, _): self = .keyGenerated(id, name: keyName)
        case .keyDownloaded(let id): self = .keyDownloaded(id)
        case .basePriceChanged(let product, let territory, let price):
            self = .basePriceChanged(product: name(product), territory: territory, price: Decimal(price))
        case .saleChanged(let product, let isForSale, _):
            self = .saleChanged(product: name(product), isForSale: isForSale)
        case .offerSwitched(let product, let offer, let isActive):
            self = .offerSwitched(product: name(product), offer: offer.id, isActive: isActive)
        case .offerCreated(let product, let offer):
            self = .offerCreated(product: name(product), offer: offer.id ?? "introductory", offer.type)
        case .offerChanged(let product, let offer, _):
            self = .offerChanged(product: name(product), offer: offer.id, offer.type)
        case .offerDeleted(let product, let offer):
            self = .offerDeleted(product: name(product), offer: offer.id, offer.type)
        case .imageChanged(let product, let isApproved):
            self = .imageChanged(product: name(product), isApproved: isApproved)
        case .codesDeactivated(let texts): self = .codesDeactivated(count: texts.count)
        case .codesCreated(let texts, let record, _):
            self = .codesCreated(product: name(record.product), offer: record.offer, count: texts.count)
        case .streamlinedPurchasingChanged(let isOn): self = .streamlinedPurchasingChanged(isOn: isOn)
        case .appApproved(let handles): self = .appApproved(handlesPurchaseIntents: handles)
        case .installationAsked(let id): self = .installationAsked(id)
        case .intentMade(let id, let product, let offer):
            self = .purchaseIntentMade(id, product: name(product), offer: offer)
        case .genericMessageMade(let id): self = .genericMessageMade(id)
        case .messageSent(let message): self = .messageSent(message.customer, Message.Reason(message.reason))
        case .messageShown(let message): self = .messageShown(message.customer, Message.Reason(message.reason))
        case .purchaseRequested(let attempt, _):
            self = .purchaseRequested(attempt.id, attempt.customer, product: name(attempt.product))
        case .purchaseRefused(let refused):
            self = .purchaseRefused(refused.attempt, refused.customer, product: refused.product, refused.refusal)
        case .purchaseConfirmed(let attempt, _): self = .purchaseConfirmed(attempt)
        case .codeRefused(let id, let code, let refusal): self = .codeRefused(id, code: code, refusal)
        case .codeRedeemed(let id, let code): self = .codeRedeemed(id, code: code)
        case .termsCaptured(let terms): self = .termsCaptured(terms.type, offer: terms.offerID)
        case .transactionMade(let record, _, _):
            let (product, price) = (name(record.product), Decimal(record.price))
            let offer = record.terms.map { state.offers[$0].type }
            self =
                record.isRenewal
                ? .subscriptionRenewed(id: record.id, record.customer, product: product, price: price, offer: offer)
                : .transactionMade(id: record.id, record.customer, product: product, price: price, offer: offer)
        case .transactionUpgraded(let id, _, let refund): self = .transactionUpgraded(id: id, refund: Decimal(refund))
        case .transactionFinished(let id): self = .transactionFinished(id: id)
        case .introductoryOfferReset(let place):
            self = .introductoryOfferReset(customer(place), group: group(place))
        case .autoRenewChanged(let subscription, let isOn, _):
            self = .autoRenewChanged(customer(subscription), group: group(subscription), isOn: isOn)
        case .renewalPlanned(let subscription, let next, _):
            self = .renewalPlanned(
                customer(subscription), group: group(subscription), product: name(next.product),
                offer: next.terms.map { state.offers[$0].type })
        case .renewalAnnounced(let place): self = .renewalAnnounced(customer(place), group: group(place))
        case .paymentUpdateAsked(let place): self = .paymentUpdateAsked(customer(place), group: group(place))
        case .renewalFailed(let place, let failure, let grace, let retry, _):
            self = .renewalFailed(
                customer(place), group: group(place), failure, graceUntil: grace.map { Date($0) },
                retryUntil: Date(retry))
        case .customerContacted(let place, let channel):
            self = .customerContacted(customer(place), group: group(place), channel)
        case .graceEnded(let place): self = .graceEnded(customer(place), group: group(place))
        case .subscriptionRecovered(let place, _): self = .subscriptionRecovered(customer(place), group: group(place))
        case .recoveryFailed(let place, let failure, _):
            self = .recoveryFailed(customer(place), group: group(place), failure)
        case .subscriptionLapsed(let place, let reason, _):
            self = .subscriptionLapsed(customer(place), group: group(place), reason)
        case .periodEnded(let place): self = .periodEnded(customer(place), group: group(place))
        case .transactionsErased(let ids, let id, _): self = .transactionsErased(id, ids: ids)
        case .historyCleared(let id, _): self = .historyCleared(id)
        case .priceTermsChanged(let place, _): self = .priceTermsChanged(customer(place), group: group(place))
        case .priceRiseNotified(let place, let needsConsent):
            self = .priceIncreaseNotified(customer(place), group: group(place), needsConsent: needsConsent)
        case .priceRiseAgreed(let place): self = .priceIncreaseAgreed(customer(place), group: group(place))
        case .refundRequested(let id): self = .refundRequested(id: id)
        case .refundDeclined(let id): self = .refundDeclined(id: id)
        case .consumptionSent(let id, let information):
            self = .consumptionInformationSent(id: id, information)
        case .transactionRefunded(let id, let reason, let refund, _, _):
            self = .transactionRefunded(id: id, reason, refund: Decimal(refund))
        case .refundReversed(let id, _, _): self = .refundReversed(id: id)
        case .renewalExtended(let place, let until):
            self = .renewalExtended(customer(place), group: group(place), until: Date(until))
        case .extensionFailed(let place, let refusal):
            self = .extensionFailed(customer(place), group: group(place), refusal)
        case .massExtensionDone(let done): self = .massExtensionDone(Store.MassExtension(done, in: state))
        case .familyMemberAdded(let member, let organizer): self = .familyMemberAdded(member, organizer: organizer)
        case .familyMemberRemoved(let member): self = .familyMemberRemoved(member)
        case .accessShared(let record, _):
            self = .accessShared(id: record.id, record.customer, product: name(record.product))
        case .accessRevoked(let id): self = .accessRevoked(id: id)
        case .notificationKeepingChanged(let keeping, _): self = .notificationsKept(keeping != .nothing)
        case .notificationMade(let notification):
            self = .notificationMade(notification.value.type, notification.value.subtype)
        case .notificationSent(let number, let result, let again):
            self = .notificationSent(number: number, result, again: again.map { Date($0) })
        case .notificationPassedOver(let number): self = .notificationPassedOver(number: number)
        }
    }
}
