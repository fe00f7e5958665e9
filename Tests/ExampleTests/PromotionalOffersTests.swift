import Foundation
import OfferKitTestHarness
import Testing
import promotional_offers

/// The example of promotional offers.
struct PromotionalOffersTests {
    @Test("S0-31, S0-34, S0-39, S0-67, S0-68, S0-75: each step ends as WWDC19's session says")
    func steps() throws {
        let outcomes = try Story().steps.map(\.outcome)
        let beginnings = [
            "offer half3; key 'Production server'",
            "refused: keyAlreadyDownloaded", "refused: ineligibleForOffer",
            "$4.99 a month for 3 months, then $9.99 a month", "renews with offer half3",
            "refused: invalidSignature: The nonce", "refused: invalidSignature: The signature is too old",
            "refused: invalidSignature: Key", "active keys: Production server, second key",
            "refused: invalidOfferPrice", "refused: invalidOfferIdentifier",
        ]
        expectEqual(outcomes.count, beginnings.count)
        for (outcome, beginning) in zip(outcomes, beginnings) { expectPrefix(outcome, beginning) }
    }

    // Bought on 1 January with a free week, so charged on the 8th of each month from then on: three times at the offer's price,
    // then at the base price. Five months after 2 January, 01:00, is 2 June: January to May.
    @Test("B5-3: the offer taken in the free week is charged from its end on, three times")
    func charges() throws {
        try expectEqual(Story().charges.map { "\($0)" }, ["4.99", "4.99", "4.99", "9.99", "9.99"])
    }
}
