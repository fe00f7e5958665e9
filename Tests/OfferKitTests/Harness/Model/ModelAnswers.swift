import Foundation
import OfferKit
import OfferKitCore
import OfferKitServer

/// What can be asked about a customer in a group, as plain values: the store's answers and the model's are held together.
struct ModelAnswers: Equatable {
    struct Transaction: Equatable {
        var product = ""
        var purchased: Int64 = 0
        var expires: Int64 = 0
        var firstPurchased: Int64 = 0
        var price: Int64 = 0
        var offer = ""
        var isRenewal = false
        var isUpgraded = false
        var revoked: Int64?
        var revocation = ""
    }

    struct Status: Equatable {
        var state = 0
        var willAutoRenew = false
        /// What renews next; where nothing does, what would, and that in full answers only.
        var autoRenewProduct: String?
        var renewalDate: Int64 = 0
        var renewalPrice: Int64?
        var offer = ""
        var isInRetry = false
        var graceEnd: Int64?
        /// The number of the reason of the end (B6-8).
        var reason: Int?
        var priceIncrease = 0
        var recentStart: Int64 = 0
        var winBackOffers: [String] = []
    }

    var transactions: [Transaction] = []
    var status: Status?
    var entitlement: [String] = []
    /// For each product with an introductory offer, why the customer may not have it.
    var introductory: [String: [String]] = [:]
    /// For each win-back offer, why the customer may not have it.
    var winBack: [String: [String]] = [:]

    /// What differs, in lines with both sides.
    static func difference(store: ModelAnswers, model: ModelAnswers) -> [String] {
        var lines: [String] = []
        func compare<Value: Equatable>(_ name: String, _ store: Value, _ model: Value) {
            if store != model { lines += ["\(name), store: \(store)", "\(name), model: \(model)"] }
        }
        for number in 0..<max(store.transactions.count, model.transactions.count) {
            let pair = [store, model].map { number < $0.transactions.count ? "\($0.transactions[number])" : "none" }
            compare("transaction \(number)", readable(pair[0]), readable(pair[1]))
        }
        compare("status", readable("\(store.status, default: "none")"), readable("\(model.status, default: "none")"))
        compare("entitlement", store.entitlement, model.entitlement)
        compare("introductory offers refused", store.introductory, model.introductory)
        compare("win-back offers refused", store.winBack, model.winBack)
        return lines
    }

    /// Numbers of milliseconds as dates.
    static func readable(_ text: String) -> String {
        text.replacing(/\b1\d{12}\b/) { match in
            Int64(match.output).map { "\(Instant(millisecondsSince1970: $0))" } ?? ""
        }
    }
}

// MARK: The model's

extension SubscriptionModel {
    func answers(_ group: String, inFull: Bool) -> ModelAnswers {
        var answers = ModelAnswers()
        let life = self[group]
        answers.transactions = life.periods.map { period in
            ModelAnswers.Transaction(
                product: period.product, purchased: period.begin, expires: period.end,
                firstPurchased: life.periods[0].begin, price: period.price, offer: period.offer?.text ?? "",
                isRenewal: period.isRenewal, isUpgraded: period.isUpgraded, revoked: period.revoked?.date,
                revocation: period.revoked.map { text(of: $0, period.price) } ?? "")
        }
        answers.status = status(group, inFull: inFull)
        if case .active? = state(group) { answers.entitlement = [life.current] }
        if case .grace? = state(group) { answers.entitlement = [life.current] }
        return answers
    }

    /// Adds why the customer may not have which offer.
    func askWhy(_ answers: inout ModelAnswers, _ group: String) {
        for product in ModelShop.products where product.group == group {
            if product.introductory != nil {
                answers.introductory[product.id] =
                    (offSale.contains(product.id) ? ["productUnavailable"] : [])
                    + reasonsAgainstIntroductoryOffer(group)
            }
            for offer in product.offers where offer.type == .winBack {
                answers.winBack[offer.id ?? ""] =
                    (offSale.contains(product.id) ? ["productUnavailable"] : [])
                    + (disabledOffers.contains(offer.id ?? "") ? ["offerDisabled"] : [])
                    + reasonsAgainstWinBack(offer, group)
            }
        }
    }

    private func text(of revocation: Revocation, _ price: Int64) -> String {
        let share = price == 0 ? "" : " \(revocation.refund * 100_000 / price)"
        return (revocation.isFull ? "REFUND_FULL" : "REFUND_PRORATED") + share
    }

    private func status(_ group: String, inFull: Bool) -> ModelAnswers.Status? {
        guard let state = state(group) else { return nil }
        let life = self[group]
        var status = ModelAnswers.Status()
        status.state = state.rawValue
        status.willAutoRenew = life.renews
        status.autoRenewProduct = inFull || life.renews ? life.next : nil
        status.renewalDate = life.end
        if life.renews {
            let due = due(life)
            status.offer = due.offer?.text ?? ""
            status.renewalPrice = due.price
        }
        status.isInRetry = life.failure != nil
        status.graceEnd = state == .grace ? life.failure?.graceEnd : nil
        switch life.failure?.reason ?? life.lapse?.reason {
        case .autoRenewDisabled?: status.reason = 1
        case .billingError?: status.reason = 2
        case .didNotConsentToPriceIncrease?: status.reason = 3
        case .productUnavailable?: status.reason = 4
        case .unknown?, nil: break
        }
        status.priceIncrease = life.knownRise.map { $0.isAgreed ? 2 : 1 } ?? 0
        status.recentStart = life.periods.last { $0.isAfterLongGap }?.begin ?? life.periods[0].begin
        status.winBackOffers = winBackOffers(group)
        return status
    }

    /// The best first (C-29): the latest product's, high priority, the largest saving.
    private func winBackOffers(_ group: String) -> [String] {
        let current = self[group].current
        var eligible: [(id: String, rank: [Int])] = []
        for product in ModelShop.products where product.group == group && !offSale.contains(product.id) {
            for offer in product.offers where offer.type == .winBack && !disabledOffers.contains(offer.id ?? "") {
                guard reasonsAgainstWinBack(offer, group).isEmpty else { continue }
                let span = offer.length.count(of: product.period)
                let cost =
                    if case .payAsYouGo(let periods) = offer.mode { offer.price * Int64(periods) } else { offer.price }
                let saving = Int(span * (prices[product.id] ?? 0) - cost)
                eligible.append(
                    (offer.id ?? "", [product.id == current ? 0 : 1, offer.isHighPriority ? 0 : 1, -saving]))
            }
        }
        return eligible.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.id)
    }
}

extension ModelOffer {
    /// As transactions and renewal information tell of it.
    var text: String {
        let mode =
            switch mode {
            case .free: "FREE_TRIAL"
            case .payAsYouGo: "PAY_AS_YOU_GO"
            case .payUpFront: "PAY_UP_FRONT"
            }
        return "\(type.rawValue) \(id ?? "-") \(mode) \(length.iso8601)"
    }
}
