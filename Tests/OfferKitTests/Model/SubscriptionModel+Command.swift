import OfferKit
import OfferKitCore

extension SubscriptionModel {
    /// Carries a command out; nil, and nothing happens, where the rules do not say what it does as things stand.
    mutating func carryOut(_ command: ModelCommand) -> Outcome? {
        guard isDetermined(command) else { return nil }
        switch command {
        case .buy(let product): return buy(product)
        case .buyPromotional(let product, let offer): return buy(product, promotional: offer)
        case .buyWinBack(let product, let offer): return buy(product, winBack: offer)
        case .redeem(let offer, let product): return redeem(offer, of: product)
        case .autoRenew(let isOn, let group): return setAutoRenew(isOn, group)
        case .paymentsWork(let work): setPayments(work: work)
        case .grace(let setting): grace = setting
        case .refund(let number, let group): return refund(number, group)
        case .requestRefund(let number, let group): return requestRefund(number, group)
        case .reverseRefund(let number, let group): return reverseRefund(number, group)
        case .extend(let days, let group): return extend(by: days, group)
        case .price(let product, let price, let policy): setPrice(of: product, to: price, policy)
        case .answerRise(let agrees, let group): return answerRise(agrees, group)
        case .sale(let product, let isOn): setSale(of: product, isOn: isOn)
        case .disableOffer(_, let offer, _): disabledOffers.insert(offer)
        case .failCharges(let start, let end):
            plannedFailure = now + Int64(start) * ModelCalendar.day..<now + Int64(end) * ModelCalendar.day
            advance(to: now)
        case .wait, .waitMonths, .waitForNext: advance(to: target(of: command))
        }
        return .done
    }

    /// Where a command moves the clock.
    func target(of command: ModelCommand) -> Int64 {
        switch command {
        case .wait(let days): return now + Int64(days) * ModelCalendar.day
        case .waitMonths(let months): return ModelCalendar.adding(months: months, to: now)
        case .waitForNext(let group, let offset):
            let life = self[group]
            let next: Int64? =
                switch state(group) {
                case .active?: life.end
                case .grace?: life.failure?.graceEnd
                case .retry?: life.failure?.retryEnd
                case .expired?, .revoked?: life.end + 61 * ModelCalendar.day
                case nil: nil
                }
            return max(now, (next ?? now) + offset)
        default: return now
        }
    }

    /// Whether the rules say what the command does as things stand.
    private func isDetermined(_ command: ModelCommand) -> Bool {
        switch command {
        case .wait, .waitMonths, .waitForNext, .grace, .disableOffer: return true
        // Somebody who repairs what is planned to fail, or what fails already.
        case .paymentsWork: return plannedFailure == nil
        case .failCharges: return plannedFailure == nil && !isDeclining
        case .buy(let id), .buyPromotional(let id, _), .buyWinBack(let id, _), .redeem(_, let id):
            let life = self[ModelShop.product(id).group]
            // What becomes of a rise that waits, or of a price that was preserved, with a change of plans.
            if life.rise != nil || life.keptPrice[id] != nil && life.current != id { return false }
            // The same change chosen again, without the offer that it was to come with.
            if case .buy = command, life.next == id, id != life.current, life.queued != nil { return false }
            // Another plan while the product that failed to renew is off sale.
            if life.failure?.reason == .productUnavailable, life.current != id || life.next != id { return false }
            return true
        case .autoRenew(let isOn, let group):
            guard let rise = self[group].rise, isOn, !self[group].renews else { return true }
            return rise.isTold
        case .refund(let number, let group), .requestRefund(let number, let group):
            let life = self[group]
            if life.rise != nil { return false }
            // In the app, of a period whose renewal failed: turning auto-renew off ends the subscription before.
            if case .requestRefund = command { return life.failure == nil || number < life.periods.count - 1 }
            return true
        case .reverseRefund(let number, let group):
            let life = self[group]
            guard number < life.periods.count, let revoked = life.periods[number].revoked else { return true }
            // Of a period that still lasts and was followed by another purchase.
            return number == life.periods.count - 1 || life.periods[number].end <= now || revoked.date >= life.end
        case .extend(_, let group): return self[group].rise == nil
        case .price(let id, let price, _):
            let life = self[ModelShop.product(id).group]
            if changedPrices.contains(id) || life.failure != nil { return false }
            if price < prices[id] ?? 0 { return true }
            if state(ModelShop.product(id).group) != .active { return true }
            if life.current != id && life.next != id { return true }
            return life.current == id && life.next == id && life.queued == nil
        case .answerRise(_, let group):
            guard let rise = self[group].rise else { return true }
            return !rise.isAgreed && !rise.isDeclined
        case .sale(let id, let isOn):
            // A renewal that failed for another reason and could fail for this one, or the other way round.
            return !lives.values.contains { life in
                guard let failure = life.failure else { return false }
                return life.next == id && (isOn ? isDeclining : failure.reason == .billingError)
            }
        }
    }
}
