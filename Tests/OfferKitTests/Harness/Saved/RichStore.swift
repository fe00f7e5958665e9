import Foundation
import OfferKit
import OfferKitCore

/// A store in which something of everything has happened, so that no table of it is empty when it is saved.
///
/// It sells the sample shop, shareable, and a second group. The clock stands 130 days after the beginning.
struct RichStore {
    /// How much of its past it keeps, and with it what else differs.
    enum Kind: String, CaseIterable {
        /// Real time, the certificates that come of the seed.
        case everything
        /// A day takes half of one; the certificates of a team, and the sandbox.
        case liveOnly
    }

    static let news = "com.example.news.monthly"
    static let newsPlus = "com.example.news.plus"
    static let newsGroup = "21000002"

    let store: Store
    /// The length of a day, in seconds.
    private let day: Int
    private let people: [Customer]
    /// What keeps listening until the store is saved.
    private var listeners: [Message.Messages.Iterator] = []

    /// The store, with all that happened.
    static func make(_ kind: Kind) async throws -> Store {
        var rich = try RichStore(kind)
        try rich.configure()
        try rich.begin()
        rich.store.setKeepsNotifications(true)
        try rich.grow()
        try rich.changePrices()
        try rich.comeToTheEnd()
        try rich.leaveOpen()
        try await rich.deliver()
        return rich.store
    }

    private init(_ kind: Kind) throws {
        let text = try String(contentsOf: ConfigurationFiles.sampleShop, encoding: .utf8)
            .replacing("\"familyShareable\" : false", with: "\"familyShareable\" : true")
            .replacing("\"subscriptionGroups\" : [", with: "\"subscriptionGroups\" : [" + RichStore.secondGroup + ",")
        let configuration = try StoreKitConfiguration(data: Data(text.utf8))
        switch kind {
        case .everything:
            day = 86_400
            store = Store(configuration, gracePeriod: BillingGracePeriod(.sixteenDays), keeping: .everything)
        case .liveOnly:
            day = 43_200
            let chain = try SigningChain(certificatesPEM: TeamChain.certificates, privateKeyPEM: TeamChain.key)
            store = Store(
                configuration, otherBundleIDs: ["com.example.app.beta"], rules: .today, environment: .sandbox,
                pace: .day(takes: .seconds(43_200)).stopping(afterRenewals: 100),
                gracePeriod: BillingGracePeriod(.sixteenDays, eligibility: .paidToPaidOnly), seed: 7,
                signingWith: chain, keeping: .liveOnly)
        }
        people = (0..<17).map { [store] _ in store.addCustomer() }
    }

    private static let secondGroup = """
        { "id": "21000002", "name": "News", "localizations": [], "subscriptions": [
        { "type": "RecurringSubscription", "productID": "\(news)", "displayPrice": "2.99", "groupNumber": 2,
        "recurringSubscriptionPeriod": "P1M", "referenceName": "News", "familyShareable": true, "localizations": [] },
        { "type": "RecurringSubscription", "productID": "\(newsPlus)", "displayPrice": "4.99", "groupNumber": 1,
        "recurringSubscriptionPeriod": "P1M", "referenceName": "News plus", "familyShareable": false,
        "localizations": [] } ] }
        """

    private func pass(_ days: Int) throws {
        try store.advance(by: .seconds(days * day))
    }

    private func device(_ place: Int, app: Device.AppState = .running) -> Device {
        people[place].addDevice(app: app)
    }

    // MARK: - What the developer sets up

    private func configure() throws {
        _ = try store.generateKey(named: "Server")
        let downloaded = try store.generateKey(named: "Old server")
        _ = try store.downloadKey(downloaded.id)
        let lost = try store.generateKey(named: "Lost")
        _ = try store.downloadKey(lost.id)
        try store.revokeKey(lost.id)
        try store.registerKeys(of: store.makeSigner())
        try store.createOffer(.promotional("spring", .payAsYouGo(3.99, periods: 2)), of: Shopping.pro)
        try store.createOffer(.promotional("autumn", .freeTrial(.monthly)), of: Shopping.pro)
        try store.deleteOffer("autumn", .promo, of: Shopping.pro)
        try store.disableOffer("freemonth", .promo, of: Shopping.pro)
        var spring = try store.offers(of: Shopping.pro).first { $0.name == "spring" }?.offer
        spring?.terms = .payAsYouGo(.everywhere(3.49, except: ["JPN": 300]), periods: 2)
        if let spring { try store.changeOffer("spring", .promo, of: Shopping.pro, to: spring) }
        try store.createOffer(
            .code("Readers", .payUpFront(1.99, .everyTwoMonths), for: [.new, .expired], in: ["USA", "JPN"]),
            of: RichStore.news)
        try store.setImageApproved(true, of: Shopping.pro)
        let now = store.now
        try store.createOffer(
            .winBack(
                "return", .freeTrial(.monthly),
                eligibility: .criteria(
                    WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...24, monthsBetweenOffers: 2)),
                priority: .high, promotion: .automaticAssets, in: ["USA"], from: now.adding(.days(3)),
                until: now.adding(.days(700))), of: Shopping.pro)
        let codes = try store.createCodes(3, for: "Spring campaign", of: Shopping.pro)
        try store.deactivateCode(codes[2])
        try store.createCustomCode(
            "WELCOME5", for: "Spring campaign", of: Shopping.pro, limit: 5,
            expires: store.now.addingTimeInterval(300 * 86_400))
        try store.createCustomCode("READ2026", for: "Readers", of: RichStore.news, limit: 100)
        for isForSale in [false, true] { try store.setForSale(isForSale, of: Shopping.coins) }
        let (pace, grace) = (store.pace, store.gracePeriod)
        store.pace = .monthlyRenewalEveryHour
        store.gracePeriod = nil
        store.pace = pace
        store.gracePeriod = grace
        try store.setAppHandlesPurchaseIntents(true)
        try store.setStreamlinedPurchasing(false)
        people[0].firstDownload = FirstDownload(
            version: "0.9", date: now.adding(.days(-100)), preorderDate: now.adding(.days(-120)))
    }

    // MARK: - What the customers do

    /// Days 0 to 100.
    private func begin() throws {
        for place in [0, 2, 6, 7, 8, 13] { try device(place).purchase(Shopping.pro) }
        try device(0).purchase(RichStore.news)
        try device(1).purchase(Shopping.weekly, account: .userName("reader"))
        try device(9).purchase(Shopping.weekly)
        try device(9).purchase(Shopping.coins)
        try device(10).purchase(Shopping.yearly)
        for place in [11, 12] { try people[place].joinFamily(of: people[10]) }
        try device(15).purchase(RichStore.news)
        try device(16).purchase(RichStore.newsPlus)
        let outright = device(14)
        try outright.finish(outright.purchase(Shopping.coins, quantity: 3))
        try outright.purchase(Shopping.theme)
        try outright.purchase(Shopping.pass)
        try pass(10)
        for place in [6, 7] { try people[place].setAutoRenew(false, inGroup: Shopping.premium) }
        people[15].failCharge(3)
        people[2].paymentMethod = .declining
        try pass(30)
        people[2].retryFailedRenewals()
        people[2].paymentMethod = .working
        try pass(50)
        _ = try people[0].extendRenewalDate(inGroup: Shopping.premium, byDays: 3)
        try pass(10)
    }

    /// Days 100 to 118: what runs at the end begins.
    private func grow() throws {
        try device(5).purchase(Shopping.weekly)
        try pass(5)
        people[5].paymentMethod = .declining
        try pass(5)
        try buy("half3", 1, account: .token(RichStore.token))
        try pass(8)
        try device(4).purchase(Shopping.weekly)
        _ = try people[0].extendRenewalDate(inGroup: Shopping.premium, byDays: 2)
        try pass(2)
        people[4].paymentMethod = .declining
        // Shown in the app for one, and only fetched for another.
        device(6).enterForeground()
        _ = try device(7).purchase(Shopping.pro, offer: .winBack("comeback"))
    }

    /// Day 120: some subscribers keep their price, some have to agree to another.
    private func changePrices() throws {
        try store.setBasePrice(of: RichStore.newsPlus, to: 9.99, policy: .preservesPrice)
        try store.setBasePrice(of: Shopping.pro, to: 10.49)
        try store.setBasePrice(of: RichStore.news, to: 4.49, policy: .requiresConsent)
        try store.setBasePrice(of: Shopping.coins, to: 120, in: "JPN")
        try device(13).purchase(RichStore.news)
        try people[13].requestPriceConsent(inGroup: RichStore.newsGroup)
        try pass(1)
        try? people[13].answerPriceIncrease(true, inGroup: RichStore.newsGroup)
        try device(12).purchase(RichStore.news)
        try people[12].requestPriceConsent(inGroup: RichStore.newsGroup)
    }

    /// Days 121 to 130.
    private mutating func comeToTheEnd() throws {
        try pass(3)
        try device(9).purchase(RichStore.news)
        people[9].eraseTransactions()
        try device(9).purchase(RichStore.newsPlus)
        try pass(2)
        try people[12].leaveFamily()
        try store.refund(latest(8), reason: .developerIssue)
        for product in [Shopping.coins, Shopping.theme] {
            try store.refund(device(15).purchase(product).id)
        }
        try store.refund(first(2))
        try store.reverseRefund(of: first(2))
        try people[0].requestRefund(of: first(0), answer: .wait)
        try store.declineRefund(of: first(13))
        try store.setAppAccountToken(RichStore.token, of: latest(14))
        try sendConsumption(of: latest(14))
        try store.extendRenewalDates(
            of: Shopping.weekly, byDays: 1, in: ["USA", "JPN"], requestIdentifier: "outage-1")
        try people[0].setAutoRenew(true, inGroup: Shopping.premium)
        try pass(1)
        try device(3).redeem(code: "WELCOME5")
        _ = try? device(3).redeem(code: "NOSUCHCODE")
        try device(13).purchase(Shopping.weekly)
        try buy("prepaid6", 2, account: .userName("second"))
        try pass(3)
        people[4].sendGenericMessage()
        let listening = device(4)
        listeners.append(listening.app.messages.makeAsyncIterator())
        listening.enterForeground()
        device(5).enterForeground()
        people[14].sendGenericMessage()
        device(14).enterForeground()
    }

    /// What is under way when the store is saved.
    private func leaveOpen() throws {
        plan(for: people[15])
        people[0].failNextCharges(1)
        people[16].failsRiskCheck = true
        store.failureRate = FailureRate(share: 0.25, seed: 5, recoversAfterDays: 9)
        var forged = try claim("spring", for: .userName("u"))
        forged.signature = "AAAA"
        _ = try? device(0).purchase(Shopping.pro, offer: .promotional(forged), account: .userName("u"))
        _ = try device(6, app: .notInstalled).redeemWinBackOffer("comeback", of: Shopping.pro, at: .link)
        _ = try? device(14).startPromotedPurchase(of: Shopping.coins)
        for (place, answer) in [(11, Device.SheetAnswer.askToBuy), (14, .interrupt)] {
            let waiting = device(place)
            waiting.sheetAnswer = answer
            _ = try? waiting.purchase(Shopping.coins, account: .token(RichStore.token))
        }
        let waiting = device(15)
        waiting.sheetAnswer = .askToBuy
        let claim = try claim("spring", for: .userName("u15"))
        _ = try? waiting.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u15"))
        _ = try device(14).requestPurchase(Shopping.coins)
    }

    /// Some notifications are delivered, some were refused, and some nobody has tried.
    private func deliver() async throws {
        let refused = people[4].id
        try await store.deliverNotifications(version: .v1) { $0.customer == refused ? 503 : 200 }
        try store.requestTestNotification()
    }

    private func plan(for customer: Customer) {
        customer.failCharge(2)
        customer.failCharge(4)
        let start = store.now
        for (first, last) in [(40, 52), (80, 81)] {
            customer.failCharges(
                from: start.addingTimeInterval(Double(first * day)),
                until: start.addingTimeInterval(Double(last * day)))
        }
        customer.failureRate = FailureRate(share: 0.5, seed: 3)
    }

    // MARK: - Small things

    private func sendConsumption(of id: UInt64) throws {
        let bodies = [
            "v1": #"""
            {"customerConsented":true,"sampleContentProvided":false,"consumptionStatus":2,"platform":1,\#
            "deliveryStatus":5,"appAccountToken":"\#(RichStore.token)","accountTenure":7,"playTime":6,\#
            "lifetimeDollarsRefunded":0,"lifetimeDollarsPurchased":4,"userStatus":3}
            """#,
            "v2": #"""
            {"customerConsented":true,"sampleContentProvided":true,"deliveryStatus":"DELIVERED",\#
            "consumptionPercentage":67932,"refundPreference":"DECLINE"}
            """#,
        ]
        let api = store.openAppStoreServerAPI()
        for (version, id) in [("v1", try device(14).purchase(Shopping.coins).id), ("v2", id)] {
            let request = AppStoreServerRequest(
                method: "PUT", path: "/inApps/\(version)/transactions/consumption/\(id)",
                body: Array((bodies[version] ?? "").utf8))
            if let error = api.response(to: request, at: store.now).error { throw error }
        }
    }

    private static let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 0x40, 8, 0x80, 0, 0, 0, 0, 0, 0, 1))

    private func claim(_ offer: String, for account: AppAccount) throws -> PaymentDiscount {
        guard let signer = store.configuredSigner else { throw PurchaseRefusal.purchaseNotAllowed }
        return try store.sign(offer: offer, of: Shopping.pro, for: account, with: signer)
    }

    private func buy(_ offer: String, _ place: Int, account: AppAccount) throws {
        try device(place).purchase(
            Shopping.pro, offer: .promotional(claim(offer, for: account)), account: account)
    }

    private func first(_ place: Int) -> UInt64 { device(place).transactions.first?.id ?? 0 }
    private func latest(_ place: Int) -> UInt64 { device(place).transactions.last?.id ?? 0 }
}
