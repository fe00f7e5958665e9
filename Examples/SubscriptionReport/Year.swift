import Foundation
import OfferKit
import OfferKitReports

/// A year of the shop: customers come day by day, and each follows a habit.
struct Year {
    private enum Act {
        case cancel, comeBack, failPayments, repairPayments, changePlan, askForRefund, loseRefund, console, erase
        case buyAgain
    }

    private struct Subscriber {
        let device: Device
        let habit: Habit
        let account: AppAccount
    }

    /// The day of each year on which the magazine compensates for an outage.
    private static let outage = 170

    let store: Store
    private let signer: OfferSigner
    private var subscribers: [Subscriber] = []
    private var plans: [[(Act, subscriber: Int)]]
    private var chance = Chance(seed: 2026)
    private var codes: [String] = []
    private var codesMade = 0
    private let customers: Int
    /// The number of days, which may be more than a year's.
    let days: Int
    private(set) var day = 0

    init(customers: Int, days: Int) throws {
        (self.customers, self.days) = (customers, days)
        store = Store(
            catalog: try Shop.catalog(), environment: .production, gracePeriod: .sixteenDays,
            keeping: .transactions)
        signer = store.makeSigner()
        try store.registerKeys(of: signer)
        plans = Array(repeating: [], count: days)
        store.collectsEvents = true
    }

    /// Plays a day.
    ///
    /// - Returns: The events of the day.
    mutating func nextDay() throws -> ReportLog {
        for _ in customers * day / days..<customers * (day + 1) / days { try subscribe() }
        // A planned act may meet a customer who has left, or may no longer have the offer: then it has no effect.
        for (act, number) in plans[day] { try? carryOut(act, subscribers[number]) }
        try makeUpForOutage()
        day += 1
        // The clock moves to the last moment of the day: whatever is due at midnight belongs to the next.
        try store.advance(to: Store.defaultStart.addingTimeInterval(Double(day) * 86_400 - 0.001))
        return store.takeEvents()
    }

    private mutating func subscribe() throws {
        let habit = Habit(&chance)
        let device = store.addCustomer().addDevice(storefront: habit.storefront)
        let account = AppAccount.userName("user-\(subscribers.count)")
        if habit.hasCode {
            // Codes are valid for six months at most (B1-10).
            if codes.isEmpty || day - codesMade > 150 {
                codes = try store.createCodes(500, for: "Spring", of: Shop.monthly)
                codesMade = day
            }
            try device.redeem(code: codes.removeLast())
        } else {
            try device.purchase(habit.product, account: account)
        }
        let number = subscribers.count
        subscribers.append(Subscriber(device: device, habit: habit, account: account))
        let planned: [(Act, Int?)] = [
            (.cancel, habit.cancels), (.comeBack, habit.returns), (.failPayments, habit.cardFails),
            (.repairPayments, habit.cardWorks), (.changePlan, habit.changes), (.askForRefund, habit.refunds),
            (.loseRefund, habit.losesRefund), (.console, habit.consoled), (.erase, habit.erases),
            (.buyAgain, habit.buysAgain),
        ]
        for case (let act, let after?) in planned where day + after < days {
            plans[day + after].append((act, number))
        }
    }

    private func carryOut(_ act: Act, _ subscriber: Subscriber) throws {
        let (device, customer) = (subscriber.device, subscriber.device.customer)
        switch act {
        case .cancel:
            try customer.setAutoRenew(false, inGroup: Shop.group)
            guard subscriber.habit.takesRetentionOffer else { return }
            let claim = try store.sign(
                offer: "stay", of: Shop.monthly, for: subscriber.account, with: signer)
            try device.purchase(Shop.monthly, offer: .promotional(claim), account: subscriber.account)
        case .comeBack: try device.purchase(Shop.monthly, offer: .winBack("comeback"))
        case .failPayments: customer.paymentMethod = .declining
        case .repairPayments: customer.paymentMethod = .working
        case .changePlan: try device.purchase(subscriber.habit.nextProduct)
        case .askForRefund: try refund(subscriber)
        case .loseRefund:
            guard let refunded = device.transactions.last(where: { $0.revocationDate != nil }) else { return }
            try store.reverseRefund(of: refunded.id)
        case .console: try customer.extendRenewalDate(inGroup: Shop.group, byDays: 14)
        case .erase: customer.eraseTransactions()
        case .buyAgain: try device.purchase(subscriber.habit.product, account: subscriber.account)
        }
    }

    private func refund(_ subscriber: Subscriber) throws {
        let (device, habit) = (subscriber.device, subscriber.habit)
        let refunded =
            habit.refundsFirst
            ? device.transactions.first { ($0.price ?? 0) > 0 } : device.currentEntitlements.first
        guard let refunded else { return }
        if habit.asksInApp {
            try device.customer.requestRefund(of: refunded.id)
        } else {
            try store.refund(refunded.id)
        }
    }

    /// Gives everybody in Germany who pays by the month a week, after an outage of two days there.
    private func makeUpForOutage() throws {
        guard day % 365 == Year.outage else { return }
        try store.extendRenewalDates(
            of: Shop.monthly, byDays: 7, in: ["DEU"], requestIdentifier: "outage of day \(day)")
    }
}
