import Foundation
import OfferKit
import OfferKitCore
import OfferKitServer

/// A store that the commands of a sequence are given to, and that is asked what the model is asked.
struct ModelBench {
    static let catalog = try? ModelShop.catalog()
    private static let signer = catalog.map { Store(catalog: $0).makeSigner() }

    let store: Store
    private let customer: Customer
    private let device: Device

    init?(_ sequence: ModelSequence) {
        guard let catalog = ModelBench.catalog else { return nil }
        store = Store(
            catalog: catalog, rules: sequence.rules, gracePeriod: sequence.grace,
            startingAt: Date(millisecondsSince1970: sequence.start))
        customer = store.addCustomer()
        device = customer.addDevice()
    }

    // MARK: Commands

    /// Carries a command out; the target is where one that moves the clock moves it.
    func carryOut(_ command: ModelCommand, target: Int64) -> SubscriptionModel.Outcome {
        do {
            switch command {
            case .buy(let product): return bought(try device.purchase(product))
            case .buyPromotional(let product, let offer):
                guard let signer = ModelBench.signer else { return .refused("no signer") }
                try store.registerKeys(of: signer)
                let account = AppAccount.userName("u")
                let claim = try store.sign(offer: offer, of: product, for: account, with: signer)
                return bought(try device.purchase(product, offer: .promotional(claim), account: account))
            case .buyWinBack(let product, let offer):
                return bought(try device.purchase(product, offer: .winBack(offer)))
            case .redeem(let offer, let product):
                // A custom code for everybody; there already when it is not the first.
                try? store.createCustomCode(offer, for: offer, of: product, limit: 1000)
                return bought(try device.redeem(code: offer))
            case .autoRenew(let isOn, let group): try customer.setAutoRenew(isOn, inGroup: group)
            case .paymentsWork(let work): customer.paymentMethod = work ? .working : .declining
            case .grace(let setting): store.gracePeriod = setting
            case .refund(let number, let group): try store.refund(id(number, group))
            case .requestRefund(let number, let group): try customer.requestRefund(of: id(number, group))
            case .reverseRefund(let number, let group): try store.reverseRefund(of: id(number, group))
            case .extend(let days, let group): try customer.extendRenewalDate(inGroup: group, byDays: days)
            case .price(let product, let price, let policy):
                try store.setBasePrice(of: product, to: Decimal(Amount(milliunits: price)), policy: policy)
            case .answerRise(let agrees, let group): try customer.answerPriceIncrease(agrees, inGroup: group)
            case .sale(let product, let isOn): try store.setForSale(isOn, of: product)
            case .disableOffer(let type, let offer, let product):
                if type == .code { try? store.createCustomCode(offer, for: offer, of: product, limit: 1000) }
                try store.disableOffer(offer, type, of: product)
            case .failCharges(let start, let end):
                customer.failCharges(
                    from: store.now.addingTimeInterval(Double(start) * 86_400),
                    until: store.now.addingTimeInterval(Double(end) * 86_400))
            case .wait, .waitMonths, .waitForNext:
                try store.advance(to: Date(millisecondsSince1970: target))
            }
            return .done
        } catch {
            return .refused(name(of: error))
        }
    }

    private func transactions(_ group: String) -> [Transaction] {
        device.transactions.filter { $0.subscriptionGroupID == group }.sorted { $0.id < $1.id }
    }

    private func id(_ number: Int, _ group: String) -> UInt64 {
        let all = transactions(group)
        return number < all.count ? all[number].id : 999_999
    }

    private func bought(_ transaction: Transaction) -> SubscriptionModel.Outcome {
        .bought(transactions(transaction.subscriptionGroupID ?? "").firstIndex { $0.id == transaction.id } ?? -1)
    }

    private func name(of error: any Error) -> String {
        switch error {
        case PurchaseRefusal.ineligibleForOffer(_, let reasons):
            "ineligible " + names(of: reasons).joined(separator: " ")
        case CodeRefusal.ineligible(_, let reasons): "ineligible " + names(of: reasons).joined(separator: " ")
        case PurchaseRefusal.productUnavailable, CodeRefusal.productUnavailable: "productUnavailable"
        case PurchaseRefusal.paymentFailed, CodeRefusal.paymentFailed: "paymentFailed"
        case PurchaseRefusal.invalidOfferIdentifier: "invalidOfferIdentifier"
        case CodeRefusal.offerDisabled: "offerDisabled"
        case PurchaseRefusal.invalidOfferPrice: "invalidOfferPrice"
        case SubscriptionRefusal.notSubscribed, ExtensionRefusal.notSubscribed: "notSubscribed"
        case SubscriptionRefusal.noPriceIncreasePending: "noPriceIncreasePending"
        case RefundRefusal.unknownTransaction: "unknownTransaction"
        case RefundRefusal.alreadyRefunded: "alreadyRefunded"
        case RefundRefusal.notRefunded: "notRefunded"
        case ExtensionRefusal.expired: "expired"
        case ExtensionRefusal.inBillingRetry: "inBillingRetry"
        case ExtensionRefusal.inFreePeriod: "inFreePeriod"
        case ExtensionRefusal.tooManyExtensions: "tooManyExtensions"
        default: "\(error)"
        }
    }

    private func names(of reasons: [Ineligibility]) -> [String] {
        let names = reasons.map { reason in
            switch reason {
            case .productUnavailable: "productUnavailable"
            case .offerDisabled: "offerDisabled"
            case .usedIntroductoryOffer: "usedIntroductoryOffer"
            case .currentlySubscribed: "currentlySubscribed"
            case .neverSubscribed: "neverSubscribed"
            case .wrongCustomerClass: "wrongCustomerClass"
            case .alreadyRedeemed: "alreadyRedeemed"
            case .wouldDowngrade: "wouldDowngrade"
            case .neverSubscribedInGroup: "neverSubscribedInGroup"
            case .notLapsed: "notLapsed"
            case .renewalFailed: "renewalFailed"
            case .tooFewPaidMonths: "tooFewPaidMonths"
            case .lapseOutsideRange: "lapseOutsideRange"
            case .redeemedTooRecently: "redeemedTooRecently"
            default: "\(reason)"
            }
        }
        // Whoever has not left is told so; the model counts no criteria for them.
        let standing = Set(["neverSubscribedInGroup", "notLapsed", "renewalFailed"])
        if names.contains(where: standing.contains) {
            return names.filter { standing.contains($0) || $0 == "productUnavailable" || $0 == "offerDisabled" }
        }
        return names
    }

    // MARK: Answers

    func answers(_ group: String, inFull: Bool) -> ModelAnswers {
        var answers = ModelAnswers()
        let all = transactions(group)
        answers.transactions = all.map { transaction in
            var answer = ModelAnswers.Transaction()
            answer.product = transaction.productID
            answer.purchased = milliseconds(transaction.purchaseDate)
            answer.expires = transaction.expirationDate.map(milliseconds) ?? 0
            answer.firstPurchased = milliseconds(transaction.originalPurchaseDate)
            answer.price = transaction.price.flatMap { Amount($0) }?.milliunits ?? -1
            answer.offer = transaction.offer.map(text) ?? ""
            answer.isRenewal = transaction.reason == .renewal
            answer.isUpgraded = transaction.isUpgraded
            answer.revoked = transaction.revocationDate.map(milliseconds)
            if let type = transaction.revocationType {
                let share = transaction.revocationPercentage.map { " \($0 * 1000)" } ?? ""
                answer.revocation = type.rawValue + share
            }
            // C-22: one for all of a group.
            if transaction.originalID != all[0].id { answer.product += ", another original" }
            return answer
        }
        answers.status = status(group, inFull: inFull)
        answers.entitlement = device.currentEntitlements.filter { $0.subscriptionGroupID == group }.map(\.productID)
        return answers
    }

    /// Adds why the customer may not have which offer.
    func askWhy(_ answers: inout ModelAnswers, _ group: String) {
        for product in ModelShop.products where product.group == group {
            if product.introductory != nil { answers.introductory[product.id] = reasons(nil, .intro, product.id) }
            for offer in product.offers where offer.type == .winBack {
                answers.winBack[offer.id ?? ""] = reasons(offer.id, .winBack, product.id)
            }
        }
    }

    private func reasons(_ offer: String?, _ type: OfferType, _ product: String) -> [String] {
        guard let answer = try? device.eligibility(forOffer: offer, type, of: product) else { return ["no answer"] }
        return names(of: answer.reasons)
    }

    private func status(_ group: String, inFull: Bool) -> ModelAnswers.Status? {
        guard let standing = device.subscriptionStatus(inGroup: group),
            let info = try? standing.renewalInfo.payloadValue
        else { return nil }
        var status = ModelAnswers.Status()
        status.state = standing.state.rawValue
        status.willAutoRenew = info.willAutoRenew
        status.autoRenewProduct = inFull ? info.payload.autoRenewProductID : info.autoRenewPreference
        status.renewalDate = info.renewalDate.map(milliseconds) ?? 0
        status.renewalPrice = info.renewalPrice.flatMap { Amount($0) }?.milliunits
        status.offer = info.offer.map(text) ?? ""
        status.isInRetry = info.isInBillingRetry
        status.graceEnd = info.gracePeriodExpirationDate.map(milliseconds)
        status.reason = info.expirationReason?.rawValue
        status.priceIncrease =
            info.priceIncreaseStatus == .noIncreasePending ? 0 : info.priceIncreaseStatus == .pending ? 1 : 2
        status.recentStart = milliseconds(info.recentSubscriptionStartDate)
        status.winBackOffers = info.eligibleWinBackOfferIDs
        return status
    }

    private func milliseconds(_ date: Date) -> Int64 {
        date.millisecondsSince1970
    }

    private func text(_ offer: Transaction.Offer) -> String {
        "\(offer.type.rawValue) \(offer.id ?? "-") \(offer.paymentMode?.rawValue ?? "-") \(offer.period?.iso8601 ?? "-")"
    }

    /// What upgrades gave back, as the log has it (C-23).
    func upgradeRefunds() -> [Int64] {
        store.log.compactMap { entry in
            guard case .transactionUpgraded(_, let refund) = entry.event else { return nil }
            return Amount(nearest: refund).milliunits
        }
    }
}
