import OfferKit
import OfferKitCore

extension SubscriptionModel {
    // MARK: What the customer does

    mutating func setAutoRenew(_ isOn: Bool, _ group: String) -> Outcome {
        var life = self[group]
        switch state(group) {
        case nil, .expired?, .revoked?: return .refused("notSubscribed")
        case .active?: if isOn { turnOn(&life) } else { life.renews = false }
        case .grace?, .retry?: if !isOn { lapse(&life, at: now, .autoRenewDisabled) }  // C-21
        }
        self[group] = life
        return .done
    }

    /// Who declined a rise is asked again (C-85).
    func turnOn(_ life: inout Life) {
        life.renews = true
        life.rise?.isDeclined = false
    }

    mutating func setPayments(work: Bool) {
        isDeclining = !work
        if work { tryAgain() }
    }

    mutating func answerRise(_ agrees: Bool, _ group: String) -> Outcome {
        guard let rise = self[group].knownRise, rise.needsConsent, !rise.isAgreed, !rise.isDeclined else {
            return .refused("noPriceIncreasePending")
        }
        if agrees {
            self[group].rise?.isAgreed = true
        } else {
            self[group].rise?.isDeclined = true
            self[group].renews = false
        }
        return .done
    }

    /// The customer asks in the app, which turns auto-renew off (B10-3); the refund of the last period does it by itself (C-93).
    mutating func requestRefund(_ number: Int, _ group: String) -> Outcome {
        guard number < self[group].periods.count else { return .refused("unknownTransaction") }
        if self[group].periods[number].revoked != nil { return .refused("alreadyRefunded") }
        if number < self[group].periods.count - 1 { _ = setAutoRenew(false, group) }
        return refund(number, group)
    }

    // MARK: What the App Store and the developer do

    mutating func refund(_ number: Int, _ group: String) -> Outcome {
        var life = self[group]
        guard number < life.periods.count else { return .refused("unknownTransaction") }
        let period = life.periods[number]
        if period.revoked != nil { return .refused("alreadyRefunded") }
        life.periods[number].revoked = Revocation(
            date: now, refund: period.price - period.givenBack, isFull: period.givenBack == 0)
        if number == life.periods.count - 1, life.lapse == nil {
            life.isRevoked = true  // C-24, C-93
            // The rest of an offer that runs ends with the period (C-48), should the refund be taken back before.
            let (running, left) = (life.running, life.left)
            forgetPlans(&life)
            (life.running, life.left) = (running, left)
        }
        self[group] = life
        return .done
    }

    mutating func reverseRefund(_ number: Int, _ group: String) -> Outcome {
        var life = self[group]
        guard number < life.periods.count else { return .refused("unknownTransaction") }
        if life.periods[number].revoked == nil { return .refused("notRefunded") }
        life.periods[number].revoked = nil
        if life.isRevoked, number == life.periods.count - 1 {
            life.isRevoked = false
            if life.end <= now {
                lapse(&life, at: life.end, .autoRenewDisabled)
            } else if let paid = life.periods.last(where: { $0.offer == nil && $0.product == life.current })?.price,
                let price = prices[life.current], price > paid
            {
                // The refund ended what the customer had been told of a rise, so they have to agree (C-24).
                life.rise = Rise(old: paid, needsConsent: true)
            }
        }
        self[group] = life
        return .done
    }

    /// B10-9, B10-12.
    mutating func extend(by days: Int, _ group: String) -> Outcome {
        var life = self[group]
        switch state(group) {
        case nil: return .refused("notSubscribed")
        case .expired?, .revoked?: return .refused("expired")
        case .grace?, .retry?: return .refused("inBillingRetry")
        case .active?: break
        }
        let last = life.periods.count - 1
        if life.periods[last].price == 0 { return .refused("inFreePeriod") }
        if life.extensions.count(where: { $0 > now - 365 * ModelCalendar.day }) >= 2 {
            return .refused("tooManyExtensions")
        }
        life.periods[last].end += Int64(days) * ModelCalendar.day
        life.periods[last].extensionDays += days
        life.extensions.append(now)
        (life.anchor, life.cycles) = (life.end, 0)  // C-51
        self[group] = life
        return .done
    }

    mutating func setSale(of id: String, isOn: Bool) {
        if !isOn { offSale.insert(id) } else if offSale.remove(id) != nil { tryAgain(after: id) }  // C-55
    }

    /// B9: only who has the product now has a price of their own; a rise is one from what they pay (C-85, C-198).
    mutating func setPrice(of id: String, to price: Int64, _ policy: PriceIncreasePolicy) {
        let old = prices[id] ?? 0
        prices[id] = price
        let group = ModelShop.product(id).group
        var life = self[group]
        switch state(group) {
        case nil, .expired?, .revoked?: return
        case .active?, .grace?, .retry?: if life.current != id { return }
        }
        let paid = min(life.keptPrice ?? life.rise?.old ?? old, old)
        if price <= paid {
            (life.rise, life.keptPrice) = (nil, nil)
        } else if price > old {
            let isPreserved = policy == .preservesPrice
            let rise = Rise(old: paid, needsConsent: policy == .requiresConsent, isAgreed: policy == .needsNoConsent)
            (life.rise, life.keptPrice) = (isPreserved ? nil : rise, isPreserved ? paid : nil)
        }
        self[group] = life
    }
}
