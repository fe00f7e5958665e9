// The code of Documentation/UpdateSubscriptions.md, compiled and run. A test holds the guide against this file: each block of the
// guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import Testing

/// Recipes of the guide to update subscriptions.
struct UpdateSubscriptionRecipes {
    private let catalog: Catalog
    private let timeline: FeatureTimeline
    private let products: UpdateProducts

    init() throws {
        // guide: catalog
        let catalog = try Catalog(groups: [
            .group(
                "Updates",
                [
                    .subscription("updates.yearly", level: 1, period: .yearly, price: 10),
                    .subscription(
                        "updates.yearly.legacy", level: 1, period: .yearly, price: 10,
                        offers: [.introductory(.payUpFront(6.8, .yearly))]),
                ])
        ])
        let products = try UpdateProducts("updates.yearly", legacy: "updates.yearly.legacy")
        #expect(UpdateProducts.legacyPrice(of: 10) == 6.8)
        // guide: end
        // guide: features
        let timeline = try FeatureTimeline(
            [
                Feature(id: "themes", name: "Themes", released: Date(utc: "2018-05-01")),
                Feature(id: "sync", name: "Sync", released: Date(utc: "2020-12-24")),
                Feature(id: "plugins", name: "Plug-ins", released: Date(utc: "2021-01-02")),
                Feature(id: "scripts", name: "Scripts", released: Date(utc: "2021-02-01")),
            ],
            legacy: LegacyRule(versionBelow: "100"))
        // guide: end
        (self.catalog, self.timeline, self.products) = (catalog, timeline, products)
    }

    // guide: server
    struct UpdateServer {
        /// Sends a body to an address of the App Store: in production your HTTP client, with a POST to `endpoint.url`.
        typealias Post = (_ endpoint: ReceiptEndpoint, _ body: [UInt8]) async throws -> ReceiptResponse

        let timeline: FeatureTimeline
        let products: UpdateProducts
        let secret: String
        let post: Post
        /// What each user had last, so that an outage takes nothing away.
        private var known: [String: Answer] = [:]

        struct Answer {
            var features: [String] = []
            var products: [String]
            var message: ReceiptVerdict.ClientMessage
        }

        init(timeline: FeatureTimeline, products: UpdateProducts, secret: String, post: @escaping Post) {
            (self.timeline, self.products, self.secret, self.post) = (timeline, products, secret, post)
        }

        mutating func answer(to receipt: Data?, of user: String) async throws -> Answer {
            let request = receipt.map { ReceiptRequest(receipt: $0, password: secret) }
            let verdict: ReceiptVerdict
            do {
                verdict = try await ReceiptVerdict.asking(request, send: post)
            } catch {
                verdict = .unreachable  // your HTTP client had no connection, or waited too long
            }
            let message = verdict.clientMessage
            if case .valid(let answer) = verdict {
                let access = try timeline.access(for: answer)
                known[user] = Answer(
                    features: access.unlocked.map(\.id), products: products.offered(to: access), message: message)
            }
            // A receipt that is missing or refused proves nothing about this device, and changes nothing for the others.
            let last = message.keepsAccess ? known[user] : nil
            var answer = last ?? Answer(products: [products.regular], message: message)
            answer.message = message
            return answer
        }
    }
    // guide: end

    // 184 days of the year that ends on 1 January 2020 are left on 1 July 2019; 68 % of 10 is 6.80.
    @Test("B18-5, B18-10, S2-17…20, S2-22: a legacy user, from the receipt to the message and from transactions alike")
    func legacyUser() async throws {
        let (catalog, timeline, products) = (catalog, timeline, products)
        // guide: life
        let store = Store(
            catalog: catalog, environment: .production,
            startingAt: try Date("2019-07-01T00:00:00Z", strategy: .iso8601))
        let customer = store.addCustomer()
        let paid = try Date("2019-01-01T00:00:00Z", strategy: .iso8601)
        customer.firstDownload = FirstDownload(version: "17", date: paid)
        let device = customer.addDevice()

        var isConnected = true
        var server = UpdateServer(timeline: timeline, products: products, secret: store.sharedSecret) {
            endpoint, body in
            if !isConnected { throw URLError(.notConnectedToInternet) }
            return store.verifyReceipt(body, at: endpoint)
        }
        var answer = try await server.answer(to: device.appReceipt, of: "u1")
        #expect(answer.features == ["themes"])  // all that there was until 1 January 2020
        #expect(answer.products == ["updates.yearly.legacy"])

        let purchase = try device.purchase(answer.products[0])
        #expect(purchase.price == 6.8)
        answer = try await server.answer(to: device.appReceipt, of: "u1")
        #expect(answer.features == ["themes", "sync", "plugins"])  // until 1 January 2021, and a day of slack
        #expect(answer.message.action == .goOn)

        try store.advance(to: try Date("2020-07-01T00:00:00Z", strategy: .iso8601))
        answer = try await server.answer(to: device.appReceipt, of: "u1")
        #expect(answer.features == ["themes", "sync", "plugins", "scripts"])  // until 1 July 2021
        #expect(device.latest(for: "updates.yearly.legacy")?.price == 10)
        // guide: end

        // guide: newcomer
        let newcomer = store.addCustomer()
        newcomer.firstDownload = FirstDownload(version: "241", date: store.now)
        let receipt = newcomer.addDevice().appReceipt
        let theirs = try await server.answer(to: receipt, of: "u2")
        #expect(theirs.features.isEmpty)
        #expect(theirs.products == ["updates.yearly"])
        // guide: end
        #expect(theirs.message.action == .goOn)

        // guide: outage
        store.setReceiptOutage(.lostReceipts, next: 1)  // 21199
        answer = try await server.answer(to: device.appReceipt, of: "u1")
        #expect(answer.features == ["themes", "sync", "plugins", "scripts"])  // nothing is taken away
        #expect(answer.message.action == .tryLater)
        print(answer.message.text ?? "")  // The App Store does not answer as it should. You keep what you have; …

        isConnected = false
        answer = try await server.answer(to: device.appReceipt, of: "u1")
        #expect(answer.features == ["themes", "sync", "plugins", "scripts"])
        #expect(answer.message.action == .tryLater)
        isConnected = true
        // guide: end
        #expect(answer.message.keepsAccess)
        // B18-11: without a receipt nothing is proved.
        answer = try await server.answer(to: nil, of: "u1")
        #expect(answer.features.isEmpty)
        #expect(answer.message.action == .refreshReceipt)

        // guide: transactions
        let download = AppDownload(try await device.app.appTransaction().payloadValue)
        let access = try timeline.access(for: device.transactions, download: download)
        #expect(access.unlocked.map(\.id) == ["themes", "sync", "plugins", "scripts"])
        #expect(try access.paidUpUntil == Date(utc: "2021-07-01"))
        #expect(products.offered(to: access) == ["updates.yearly.legacy"])
        // guide: end
    }
}
