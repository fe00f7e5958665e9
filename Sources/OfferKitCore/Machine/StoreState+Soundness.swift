// What a state that came from outside must hold before anybody works with it: `apply` and `decide` trust every place and
// count in a state, because they wrote them themselves.

extension StoreState {
    /// What is impossible about this state, as a sentence; nil for one that a store can have.
    package func fault() -> String? {
        tableFault() ?? subscriptionFault() ?? transactionFault() ?? agenda.fault(in: self) ?? countFault()
            ?? endFault() ?? brokenInvariants().first ?? headFault()
    }

    func has(_ customer: CustomerID) -> Bool { Int(customer.rawValue) < customers.count }
    func has(_ product: ProductIndex) -> Bool { product.index < shop.entries.count }
    func has(_ subscription: SubscriptionIndex) -> Bool { subscription.index < subscriptions.count }
    func has(_ place: TermsIndex?) -> Bool { place.map { $0.index < terms.count } ?? true }
    func has(_ place: TokenIndex?) -> Bool { place.map { $0.index < tokens.count } ?? true }

    func isPossible(_ next: NextRenewal) -> Bool { renews(next.product) && has(next.offer) }

    private func renews(_ product: ProductIndex) -> Bool {
        has(product) && shop[product].product.subscription != nil
    }

    /// Whether all that a transaction names exists, but perhaps its subscription.
    func isPossible(_ record: TransactionRecord) -> Bool {
        has(record.customer) && has(record.product) && has(record.offer) && has(record.token)
            // A chain leads to older transactions, so that it does not run in a circle.
            && record.previous < record.id
            // Only a period has an end, and only a subscription's transaction a period.
            && (record.subscription == nil || record.expires != nil)
            && (record.subscription == nil || shop[record.product].group != nil)
    }

    /// What is due first is due for real, because every event sees to that.
    private func headFault() -> String? {
        agenda.first.map(isStillDue) ?? true ? nil : "What the agenda begins with is not due."
    }

    /// Whatever runs has its end on the agenda: nothing else would ever end it.
    private func endFault() -> String? {
        let planned = Set(agenda.items)
        for place in subscriptions.indices {
            let index = SubscriptionIndex(place)
            let ends: [(due: Instant, kind: Agenda.Kind)] =
                switch self[index].standing {
                case .active(let until): [(until, .expiry)]
                case .inGrace(let until, let retryUntil): [(until, .graceEnd), (retryUntil, .retryEnd)]
                case .inRetry(let until, _): [(until, .retryEnd)]
                case .lapsed, .revoked: []
                }
            let isMissing = ends.contains {
                !planned.contains(Agenda.Item(due: $0.due, subscription: index, kind: $0.kind))
            }
            if isMissing { return "The end of subscription \(place) is not on the agenda." }
        }
        return nil
    }

    private func tableFault() -> String? {
        guard Shop.winBackNumbers.lowerBound - 1...Shop.winBackNumbers.upperBound ~= shop.lastWinBackNumber else {
            return "The numbers of win-back offers have ten digits."
        }
        for entry in shop.entries {
            guard entry.group.map({ $0.index < shop.groups.count }) ?? true else {
                return "The group of product '\(entry.product.id)' does not exist."
            }
            guard entry.listings.map(\.name.type) == (entry.product.subscription?.offers ?? []).map(\.type) else {
                return "The offers of product '\(entry.product.id)' are not those that the store lists."
            }
            guard entry.listings.allSatisfy({ shop.gave($0.winBackNumber) }) else {
                return "A win-back offer of product '\(entry.product.id)' has a number that the store never gave."
            }
        }
        for (place, customer) in customers.enumerated() {
            guard customer.firstSubscription.map(has) ?? true else {
                return "Customer \(place) has a subscription that does not exist."
            }
        }
        let named = [
            ("charge plans", chargePlans.keys.allSatisfy { has($0) }),
            ("downloads", downloads.keys.allSatisfy { has($0) }),
            ("failed renewals", retries.keys.allSatisfy { has($0) }),
            ("price terms", priceTerms.keys.allSatisfy { has($0) }),
            ("rises of prices", silentRises.keys.allSatisfy { has($0) }),
            ("extensions", extensions.keys.allSatisfy { has($0) }),
            ("families", families.people.allSatisfy { has($0) } && families.shares.values.allSatisfy { has($0.from) }),
            ("codes", codes.values.allSatisfy { has($0.product) }),
            (
                "messages",
                genericMessages.allSatisfy { has($0.key) && $0.value >= 0 }
                    && (Array(sentMessages) + Array(shownMessages)).allSatisfy { customer, messages in
                        has(customer) && messages.allSatisfy { $0.customer == customer }
                    }
                    && (Array(sentMessages.values.joined()) + Array(shownMessages.values.joined())).allSatisfy {
                        message in
                        has(message.customer) && message.subscription.map { has($0) } ?? true
                            && message.offer.map { has($0.product) } ?? true
                    }
            ),
            (
                "open sheets",
                openAttempts.allSatisfy { $0.key == $0.value.id && has($0.value.customer) && has($0.value.product) }
            ),
        ]
        return named.first { !$0.1 }.map { "The table of \($0.0) names something that does not exist." }
    }

    private func subscriptionFault() -> String? {
        for (place, record) in subscriptions.enumerated() {
            guard has(record.customer), renews(record.product), isPossible(record.next),
                record.group.index < shop.groups.count
            else { return "Subscription \(place) names something that does not exist." }
            // Each link leads to an older subscription, so that no list runs in a circle.
            guard record.nextOfCustomer.map({ $0.index < place }) ?? true else {
                return "Subscription \(place) is followed by a later one in its customer's list."
            }
            guard record.cycle.count <= StoreState.mostCounted else {
                return "Subscription \(place) has no such cycle."
            }
        }
        return nil
    }

    private func transactionFault() -> String? {
        guard transactions.isConsistent(withSubscriptions: subscriptions.count) else {
            return "The numbers of the transactions are not in order."
        }
        let impossible = transactions.all.first { !isPossible($0) || !($0.subscription.map(has) ?? true) }
        return impossible.map { "Transaction \($0.id) names something that does not exist." }
    }

    /// More than any store counts to, and far from where counting would overflow.
    private static let mostCounted = UInt32.max / 2

    private func countFault() -> String? {
        let most = Int64(StoreState.mostCounted)
        guard lastAttempt.rawValue <= UInt64(most), openAttempts.keys.allSatisfy({ $0 <= lastAttempt }) else {
            return "The numbers of the attempts are not in order."
        }
        guard codesCreated.values.allSatisfy({ 0...Int(most) << 16 ~= $0 }), codes.values.allSatisfy(\.isCountable)
        else {
            return "So many codes cannot be."
        }
        guard chargePlans.values.allSatisfy(\.isCountable), retries.values.allSatisfy({ $0.sent >= 0 }) else {
            return "So many charges or messages cannot be."
        }
        guard rules.codesPerQuarter >= Int.min / 2, pace.isPossible else {
            return "The store has no such rules or pace."
        }
        return nil
    }
}

extension CodeRecord {
    /// Whether its numbers are those of a code.
    var isCountable: Bool { 1...StoreState.mostCodesPerStep ~= limit && 0...limit ~= redeemed }
}

extension ChargePlan {
    /// Whether its numbers are far from where counting would overflow.
    var isCountable: Bool { failNext >= 0 && 0...Int.max / 2 ~= tried }
}

extension Pace {
    /// Whether every period takes some time: otherwise a subscription renews for ever at one instant.
    var isPossible: Bool {
        guard billingRetry >= 0, longestGap >= 0 else { return false }
        return switch lengths {
        case .calendar: true
        case .table(let rows): rows.allSatisfy { $0.milliseconds > 0 }
        case .fixed(let milliseconds): milliseconds > 0
        }
    }
}

extension Agenda {
    /// What is impossible about it in a state, as a sentence.
    func fault(in state: StoreState) -> String? {
        for (place, item) in items.enumerated() {
            let exists = item.kind == .paymentMethod ? state.has(item.customer) : state.has(item.subscription)
            guard exists else { return "Item \(place) of the agenda names something that does not exist." }
            guard place == 0 || !(item < items[(place - 1) / 2]) else { return "The agenda is out of order." }
        }
        return nil
    }
}
