import OfferKitCore
import OfferKitReports

/// Logs of random lives, as a store could have written them: the same for the same seed.
struct RandomLives {
    private var chance: SplitMix64
    private var log = FoldLog()
    private var today = ReportDay.first

    private init(seed: UInt64) { chance = SplitMix64(seed: seed) }

    /// Returns the events of some customers' lives over three years and more, in the order of their dates, with names.
    static func log(seed: UInt64, customers: Int) -> (events: [ReportEvent], names: ReportNames) {
        var lives = RandomLives(seed: seed)
        for customer in 0..<customers { lives.live(customer) }
        let order = lives.log.events.indices.sorted { a, b in
            (lives.log.events[a].date, a) < (lives.log.events[b].date, b)
        }
        let events = order.enumerated().map { number, place in
            var event = lives.log.events[place]
            event.number = number
            return event
        }
        return (events, lives.log.names)
    }

    private mutating func happens(oneIn number: Int) -> Bool { Int.random(in: 0..<number, using: &chance) == 0 }

    private mutating func terms(_ storefront: ReportNames.Storefront) -> FoldLog.Terms {
        let offers = [FoldLog.trial, FoldLog.half, FoldLog.code, FoldLog.back]
        var terms = FoldLog.Terms(storefront: storefront)
        terms.product = ["monthly", "yearly", "gold", "silver"].randomElement(using: &chance) ?? "monthly"
        terms.price = Int64.random(in: 1...30_000, using: &chance)
        if happens(oneIn: 4) { terms.offer = offers.randomElement(using: &chance) }
        if terms.offer?.mode == .freeTrial { terms.price = 0 }
        return terms
    }

    private mutating func live(_ customer: Int) {
        today = day("2023-01-01").adding(days: Int.random(in: 0..<400, using: &chance))
        let home = happens(oneIn: 3) ? FoldLog.france : FoldLog.usa
        if happens(oneIn: 5) {
            log.buy(.init(product: "coins", price: 999, storefront: home), on: "\(today)", customer: UInt32(customer))
        }
        begin(.subscribed, customer, terms(home))
        for _ in 0..<Int.random(in: 1...40, using: &chance) {
            // Most periods end as expected; at some time within them another event may happen.
            let length = happens(oneIn: 8) ? 365 : 30
            let end = today.adding(days: length)
            if happens(oneIn: 6), !midway(customer, home, before: end) { continue }
            today = end
            switch Int.random(in: 0..<12, using: &chance) {
            case 0: leave(customer, home, "autoRenewDisabled")
            case 1: fail(customer, home)
            case 2: begin(.renewed, customer, terms(home))
            case 3: begin(.renewed, customer, terms(happens(oneIn: 2) ? FoldLog.usa : FoldLog.france))
            default: begin(.renewed, customer, .init(storefront: home))
            }
        }
    }

    private mutating func begin(_ kind: ReportEvent.Kind, _ customer: Int, _ terms: FoldLog.Terms) {
        let end = today.adding(days: 30)
        log.period(kind, customer, on: "\(today)", until: "\(end)", terms)
    }

    /// Adds an event within a period; returns false where the subscription ended and began anew.
    private mutating func midway(_ customer: Int, _ home: ReportNames.Storefront, before end: ReportDay) -> Bool {
        let date = today.adding(days: Int.random(in: 1...20, using: &chance))
        switch Int.random(in: 0..<6, using: &chance) {
        case 0:
            log.note(.autoRenewTurnedOff, customer, on: "\(date)")
            log.note(.autoRenewTurnedOn, customer, on: "\(date)")
        case 1:
            log.note(.renewalExtended, customer, on: "\(date)") { $0.end = instant("\(end)") }
        case 2:
            log.note(.periodProrated, customer, on: "\(date)", price: 500)
            today = date
            begin(.planChanged, customer, terms(home))
            return false
        case 3:
            log.note(.refunded, customer, on: "\(date)", price: 700)
            guard happens(oneIn: 2) else {
                today = date
                leave(customer, home, nil)
                return false
            }
            log.note(.refundReversed, customer, on: "\(date.adding(days: 1))")
        case 4:
            log.note(.erased, customer, on: "\(date)")
            today = date
            begin(.subscribed, customer, terms(home))
            return false
        default: log.note(.renewalPlanned, customer, on: "\(date)")
        }
        return true
    }

    private mutating func leave(_ customer: Int, _ home: ReportNames.Storefront, _ reason: String?) {
        if let reason { log.note(.lapsed, customer, on: "\(today)", reason: reason) }
        today = today.adding(days: Int.random(in: 1...100, using: &chance))
        begin(.resubscribed, customer, terms(home))
    }

    private mutating func fail(_ customer: Int, _ home: ReportNames.Storefront) {
        let hasGrace = happens(oneIn: 2)
        log.note(.renewalFailed, customer, on: "\(today)") {
            $0.graceEnd = hasGrace ? instant("\(today.adding(days: 16))") : nil
        }
        let failed = today
        today = failed.adding(days: Int.random(in: 0...60, using: &chance))
        if hasGrace, today >= failed.adding(days: 16) {
            log.note(.graceEnded, customer, on: "\(failed.adding(days: 16))")
        }
        guard happens(oneIn: 3) else { return begin(.recovered, customer, .init(storefront: home)) }
        today = failed.adding(days: 60)
        leave(customer, home, "billingError")
    }
}
