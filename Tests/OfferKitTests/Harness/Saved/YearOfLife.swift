import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness

/// A year in which everybody does everything to a store, and all of it is read.
///
/// It says what it found out about the store as soon as something is not as it must be; what a command is refused with
/// does not matter.
struct YearOfLife {
    /// What is wrong with a store, and when it showed.
    struct Finding: Error, CustomStringConvertible {
        let description: String
    }

    private static let products = [
        Shopping.pro, RichStore.news, Shopping.coins, Shopping.weekly, Shopping.theme, Shopping.yearly,
        RichStore.newsPlus, Shopping.pass,
    ]
    /// More than falls due in a year of a store whose periods are of a usual length.
    ///
    /// Who sets shorter ones gets more renewals than a test can wait for, and that is no fault.
    private static let mostDue = 4_000

    /// Whether so much fell due that the year was not lived to its end.
    var isCutShort: Bool { due >= YearOfLife.mostDue }

    private let store: Store
    private var month = 0
    private var due = 0

    init(_ store: Store) {
        self.store = store
    }

    /// Lives it.
    ///
    /// - Throws: ``Finding``.
    mutating func live() async throws {
        _ = store.log.map(\.description)
        try check("after it was restored")
        let device = store.customers.first.map { $0.addDevice() }
        for month in 0..<12 where !isCutShort {
            self.month = month
            let readsAll = month % 6 == 0
            for (place, customer) in store.customers.prefix(20).enumerated() {
                try await live(as: customer, place, readsAll: readsAll)
            }
            develop(device)
            try check("after what the developer did in month \(month)", isFine: true)
            try advance()
        }
        for customer in store.customers.prefix(20) {
            await read(customer.addDevice())
            customer.eraseTransactions()
            try check("after customer \(customer.id.rawValue) was erased", isFine: true)
        }
        do {
            _ = try Store(snapshot: try store.snapshot())
        } catch {
            throw Finding(description: "After the year it cannot be saved and restored: \(error)")
        }
    }

    private func check(_ when: @autoclosure () -> String, isFine: Bool = false) throws {
        // In a debug build the store itself looks at the end of every turn of its lock.
        guard Effort.isFull || !isFine else { return }
        if let fault = store.state.fault() { throw Finding(description: "\(fault) (\(when()))") }
    }

    /// A month, in steps, so that a clock with very much to do can be left alone.
    private mutating func advance() throws {
        let end = store.now.addingTimeInterval(30 * 86_400)
        while !isCutShort, let next = store.nextDue, next <= end {
            due += 1
            guard try store.advanceToNext() != nil else {
                throw Finding(description: "Nothing came of what was due at \(next) in month \(month).")
            }
            try check("after \(next)", isFine: true)
        }
        if !isCutShort { _ = try? store.advance(to: end) }
        try check("at the end of month \(month)")
    }

    // MARK: - What customers do

    private func live(as customer: Customer, _ place: Int, readsAll: Bool) async throws {
        let device = customer.addDevice(storefront: (month + place) % 7 == 6 ? "JPN" : nil)
        if readsAll { await read(device) }
        let (number, all) = (month + place, device.transactions)
        device.enterForeground()
        _ = try? device.purchase(YearOfLife.products[number % 8], account: .userName("u\(place)"))
        if let latest = all.last { device.finish(latest) }
        try? act(as: customer, number, all)
        let signer = month % 3 == 0 ? store.configuredSigner : nil
        if let signer, let claim = try? store.sign(offer: "half3", of: Shopping.pro, for: .userName("u"), with: signer)
        {
            _ = try? device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u"))
        }
        try check("after what customer \(place) did in month \(month)", isFine: true)
    }

    /// One of the things that happen now and then.
    private func act(as customer: Customer, _ number: Int, _ all: [Transaction]) throws {
        let device = customer.addDevice()
        let groups = [Shopping.premium, RichStore.newsGroup]
        let group = groups[number / 12 % 2]
        let middle = all.isEmpty ? 0 : all[number % all.count].id
        switch number % 12 {
        case 0: try store.refund(all.last?.id ?? 1)
        case 1:
            let codes = store.codes(for: "Spring campaign", of: Shopping.pro)
            try device.redeem(code: codes.isEmpty ? "WELCOME5" : codes[number % codes.count])
        case 2: customer.paymentMethod = number % 2 == 0 ? .declining : .working
        case 3: try customer.joinFamily(of: store.customers[(number + 5) % store.customers.count])
        case 4: try device.purchase(Shopping.pro, offer: .winBack(number % 2 == 0 ? "comeback" : "return"))
        case 5: try customer.setAutoRenew(number % 2 == 0, inGroup: group)
        case 6: try store.reverseRefund(of: middle)
        case 7: try customer.leaveFamily()
        case 8: store.eraseTransaction(middle)
        case 9:
            for group in groups { try? customer.answerPriceIncrease(number % 2 == 0, inGroup: group) }
            _ = try customer.extendRenewalDate(inGroup: group, byDays: 9)
        case 10: customer.retryFailedRenewals()
        default:
            try? customer.requestRefund(of: middle, answer: .grant)
            try customer.expireSubscription(inGroup: group)
        }
    }

    // MARK: - What the developer does

    private func develop(_ device: Device?) {
        switch month {
        case 1:
            for pending in store.pendingPurchases { _ = try? pending.approve() }
        case 2:
            _ = try? store.createCodes(2, for: "Spring campaign", of: Shopping.pro)
            _ = try? store.createOffer(.promotional("m2", .freeTrial(.monthly)), of: Shopping.pro)
        case 3:
            try? store.setBasePrice(of: Shopping.pro, to: 15, policy: .requiresConsent)
            try? store.setBasePrice(of: RichStore.news, to: 6, in: "USA")
        case 4:
            for key in store.keys { _ = try? store.downloadKey(key.id) }
            _ = store.makeSigner()
        case 5: try? store.setForSale(false, of: Shopping.weekly)
        case 6:
            try? store.setForSale(true, of: Shopping.weekly)
            try? store.disableOffer("half3", .promo, of: Shopping.pro)
            try? store.deleteOffer("return", .winBack, of: Shopping.pro)
        case 7: try? store.deactivateCodes(store.codes(for: "Spring campaign", of: Shopping.pro))
        case 8: store.gracePeriod = BillingGracePeriod(.threeDays)
        case 9:
            for key in store.activeKeyIDs.dropFirst() { try? store.revokeKey(key) }
        case 10: store.failureRate = nil
        default: _ = try? device?.redeemWinBackOffer("comeback", of: Shopping.pro, at: .appStore)
        }
    }

    // MARK: - What is read

    private func read(_ device: Device) async {
        device.listsFinishedConsumables = true
        for transaction in device.transactions + device.unfinished + device.currentEntitlements {
            _ = transaction.jsonRepresentation
        }
        for group in [Shopping.premium, RichStore.newsGroup] {
            if let status = device.subscriptionStatus(inGroup: group) {
                _ = (status.state, try? status.transaction.payloadValue.jsonRepresentation)
                _ = try? status.renewalInfo.payloadValue.jsonRepresentation
            }
            _ = device.upcomingCharges(inGroup: group)?.description
        }
        for product in device.products {
            _ = (product.displayPrice, device.app.merchandisedOffer(for: product))
            _ = try? device.quote(for: product.id, renewals: 2).description
            _ = try? device.eligibilities(of: product.id).map(\.description)
            _ = try? store.offers(of: product.id)
        }
        _ = try? device.quote(for: Shopping.pro, offer: .winBack("comeback")).description
        for code in store.codes(for: "Spring campaign", of: Shopping.pro).prefix(3) {
            _ = try? device.quote(redeeming: code).description
        }
        _ = try? await device.app.appTransaction().payloadValue.jsonRepresentation
        _ = (store.keys, store.pendingPurchases, device.customer.firstDownload)
    }
}
