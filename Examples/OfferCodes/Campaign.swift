package import Foundation
package import OfferKit

/// A campaign with codes, from their creation to the first charge: the redemptions, and their results.
package struct Campaign {
    /// One attempt to redeem a code.
    package struct Redemption: Hashable, Sendable {
        package let date: Date
        /// The customer, and the place of the attempt.
        package let who: String
        /// The result for the customer; empty for none.
        package let gets: String
        /// The reason for a refusal; nil where the code was accepted.
        package let refusal: CodeRefusal?
    }

    package private(set) var redemptions: [Redemption] = []
    /// The amount that each customer was charged by the end of August, in dollars.
    package private(set) var charged: [String: Decimal] = [:]

    private let store: Store
    private let oneTime: [String]

    /// Plays the campaign, from 1 March to 31 August 2026.
    package init() throws {
        let march = try Date(utc: "2026-03-01")
        store = Store(catalog: try Shop.catalog(), startingAt: march)
        oneTime = try store.createCodes(3, for: Shop.spring, of: Shop.monthly)
        try store.createCustomCode(Shop.word, for: Shop.spring, of: Shop.monthly, limit: 2)
        let thanks = try store.createCodes(1, for: Shop.thanks, of: Shop.monthly)[0]

        let reader = store.addCustomer().addDevice()
        try reader.purchase(Shop.monthly)
        let former = store.addCustomer().addDevice()
        try former.purchase(Shop.monthly)
        try former.customer.setAutoRenew(false, inGroup: Shop.group)
        try store.advance(by: .days(14))

        // 15 March: leaflets with one-time codes are found; the finder's phone does not have the app yet.
        let finder = store.addCustomer().addDevice(app: .notInstalled)
        redeem(oneTime[0], on: finder, at: .appStore, "a finder of a leaflet, in the App Store")
        redeem(oneTime[0], on: former, at: .appSheet, "somebody else with the same leaflet")
        // A blogger announces a custom word; the App Store's own form does not accept words.
        redeem(Shop.word, on: former, at: .appStore, "a former subscriber, in the App Store")
        redeem(Shop.word, on: former, at: .link, "a former subscriber, by the blogger's link")
        redeem(oneTime[1], on: former, at: .appSheet, "the same with a second code of the offer")
        redeem(Shop.word, on: reader, at: .appSheet, "a subscriber, in the app")
        redeem(thanks, on: reader, at: .appSheet, "a subscriber with a code for subscribers")
        let listener = store.addCustomer().addDevice()
        redeem(Shop.word, on: listener, at: .appSheet, "a listener to the blogger, in the app")
        redeem(Shop.word, on: store.addCustomer().addDevice(), at: .link, "a third one with the word")

        // 2 September would be too late: one-time codes are valid for six months.
        try store.advance(to: march.adding(.months(6)).adding(.milliseconds(-1)))
        charged = [
            "finder": Self.charges(of: finder), "former subscriber": Self.charges(of: former),
            "subscriber": Self.charges(of: reader), "listener": Self.charges(of: listener),
        ]
        try store.advance(by: .days(1))
        redeem(oneTime[2], on: store.addCustomer().addDevice(), at: .link, "a late finder of a leaflet")
    }

    private mutating func redeem(_ code: String, on device: Device, at point: CodeEntryPoint, _ who: String) {
        do throws(CodeRefusal) {
            let transaction = try device.redeem(code: code, at: point)
            redemptions.append(
                Redemption(date: store.now, who: who, gets: Self.words(for: transaction, on: device), refusal: nil))
        } catch {
            redemptions.append(Redemption(date: store.now, who: who, gets: "", refusal: error))
        }
    }

    /// Returns the customer's present period, and what follows it, in words.
    private static func words(for transaction: Transaction, on device: Device) -> String {
        let next = device.subscriptionStatus(inGroup: Shop.group)?.renewalInfo.unsafePayloadValue
        let now = transaction.offer.map { "\($0.type.debugDescription) offer" } ?? "base price"
        let then = next?.offer.map { "\($0.type.debugDescription) offer" } ?? "base price"
        return "\(now), until \(day(transaction.expirationDate)); then \(then)"
    }

    private static func charges(of device: Device) -> Decimal {
        device.transactions.reduce(0) { $0 + ($1.price ?? 0) }
    }

    static func day(_ date: Date?) -> String {
        date.map { String($0.utcText.prefix(10)) } ?? "never"
    }
}
