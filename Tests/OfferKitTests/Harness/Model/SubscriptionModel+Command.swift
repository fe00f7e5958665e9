import OfferKit
import OfferKitCore

extension SubscriptionModel {
    /// Carries a command out; nil, and nothing happens, where the rules do not say what it does as things stand.
    mutating func carryOut(_ command: ModelCommand) -> Outcome? {
        guard isDetermined(command) else { return nil }
        let outcome = perform(command)
        // What a command makes due at its own instant.
        advance(to: now)
        return outcome
    }

    private mutating func perform(_ command: ModelCommand) -> Outcome {
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
            plannedFailure = now + Int64(start) * ModelCalendar.day
            plannedRepair = now + Int64(end) * ModelCalendar.day
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
    ///
    /// What stands here is all that is open.
    private func isDetermined(_ command: ModelCommand) -> Bool {
        switch command {
        // A second span of failing charges beside one: the rules know of planned changes (C-88), not of spans that overlap.
        case .failCharges: plannedRepair == nil
        default: true
        }
    }
}
