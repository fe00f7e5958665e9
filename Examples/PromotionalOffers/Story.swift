package import Foundation
import OfferKit

/// Promotional offers end to end, in the order of WWDC19's session on them.
///
/// They are set up, signed, redeemed and refused, and a key is replaced without a change to the app.
package struct Story {
    /// One step: an action, and its result.
    package struct Step: Hashable, Sendable {
        package let title: String
        package let outcome: String
    }

    package private(set) var steps: [Step] = []
    /// The charges for the next periods after the last step.
    package private(set) var charges: [Decimal] = []

    private static let product = "com.example.journal.monthly"
    private static let group = "Journal"

    /// Plays the story, from 1 January 2026 on.
    package init() throws {
        let catalog = try Catalog(groups: [
            .group(
                Story.group,
                [
                    .subscription(
                        Story.product, name: "Journal", level: 1, period: .monthly, price: 9.99,
                        offers: [.introductory(.freeTrial(.weekly))])
                ])
        ])
        let store = Store(catalog: catalog, bundleID: "com.example.journal")
        let app = App(device: store.addCustomer().addDevice(), account: "reader@example.com")

        try note("The developer creates an offer and a key in App Store Connect (S0-8…S0-16)") {
            try store.createOffer(.promotional("half3", .payAsYouGo(4.99, periods: 3)), of: Story.product)
            let key = try store.generateKey(named: "Production server")
            return "offer half3; key '\(key.name)'"
        }
        let first = store.keys[0]
        var server = try Server(store, keyIdentifier: first.id, pem: store.downloadKey(first.id))
        note(refused: "The key cannot be downloaded twice (S0-16)") { try store.downloadKey(first.id) }
        note(refused: "A customer who never subscribed asks for the offer (S0-75)") {
            "\(try app.buy("half3", of: Story.product, from: server).id)"
        }
        try app.device.purchase(Story.product)
        note("The free week is enough to be eligible (S0-79, S0-80). The app shows") {
            app.teaser(for: "half3", of: Story.product) ?? "nothing"
        }
        try note("The customer takes the offer: it waits for the end of the free week (S0-66)") {
            _ = try app.buy("half3", of: Story.product, from: server)
            let status = app.device.subscriptionStatus(inGroup: Story.group)
            let info = status?.renewalInfo.unsafePayloadValue
            return "renews with offer \(info?.offer?.id ?? "none")"
        }

        let userName = try server.userName(of: app.account)
        let request = OfferSignatureRequest(
            bundleID: "", productID: Story.product, offerID: "half3", account: .userName(userName))
        let answer = try server.answer(JSONEncoder().encode(request))
        try note("An answer of the server is good once (S0-31)") {
            _ = try app.buy("half3", of: Story.product, with: answer, as: userName)
            return Story.words { try app.buy("half3", of: Story.product, with: answer, as: userName) }
        }
        let stale = try server.answer(JSONEncoder().encode(request))
        try store.advance(by: .hours(25))
        note(refused: "An answer is good for 24 hours (S0-34)") {
            "\(try app.buy("half3", of: Story.product, with: stale, as: userName).id)"
        }

        let early = try server.answer(JSONEncoder().encode(request))
        try store.revokeKey(first.id)
        note(refused: "The key may have leaked: it is revoked, and answers made with it before are void (S0-39, C-39)")
        {
            "\(try app.buy("half3", of: Story.product, with: early, as: userName).id)"
        }
        let second = try store.generateKey(named: "Production server, second key")
        try server.use(keyIdentifier: second.id, pem: store.downloadKey(second.id))
        try note("The server takes a new key. The app is the same, and the offer can be had again (S0-5, S0-39)") {
            _ = try app.buy("half3", of: Story.product, from: server)
            return "active keys: \(store.keys.filter(\.isActive).map(\.name).joined(separator: ", "))"
        }

        let before = app.device.transactions.count
        try store.advance(by: .months(5))
        charges = app.device.transactions.dropFirst(before).compactMap(\.price)
        try store.setBasePrice(of: Story.product, to: 3.99)
        note(refused: "The base price is lowered, and the offer is none any more (S0-68)") {
            "\(try app.buy("half3", of: Story.product, from: server).id)"
        }
        try store.disableOffer("half3", .promo, of: Story.product)
        note(refused: "The developer disables the offer (S0-67)") {
            "\(try app.buy("half3", of: Story.product, from: server).id)"
        }
    }

    private mutating func note(_ title: String, _ body: () throws -> String) rethrows {
        steps.append(Step(title: title, outcome: try body()))
    }

    /// Records a step that is refused, with the store's own words as the result.
    private mutating func note(refused title: String, _ body: () throws -> String) {
        steps.append(Step(title: title, outcome: Story.words(body)))
    }

    private static func words<Outcome>(_ body: () throws -> Outcome) -> String {
        do {
            return "\(try body())"
        } catch {
            return "refused: \(error)"
        }
    }
}
