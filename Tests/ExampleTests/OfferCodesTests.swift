import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import offer_codes

/// The example of offer codes.
struct OfferCodesTests {
    @Test("B16-2, B16-3: each code is taken or refused for the reason that the story gives")
    func redemptions() throws {
        let redemptions = try Campaign().redemptions
        let taken = redemptions.filter { $0.refusal == nil }
        // Two free months from 15 March end on 15 May; stacked on the introductory week they begin on 22 March.
        expectEqual(
            taken.map(\.gets),
            [
                "introductory offer, until 2026-03-22; then offer code offer",
                "offer code offer, until 2026-05-15; then base price",
                "base price, until 2026-04-08; then offer code offer",
                "introductory offer, until 2026-03-22; then offer code offer",
            ])
        let names = redemptions.compactMap(\.refusal).map { "\($0)".prefix { $0 != ":" } }
        expectEqual(
            names,
            ["usedCode", "customCodeInForm", "ineligible", "ineligible", "limitReached", "expiredCode"])
    }

    // The finder and the listener pay from 22 May on, the former subscriber from 15 May: four months at 9.99 each. The
    // subscriber paid 9.99 on 8 March, 4.99 on 8 April and 9.99 on the 8th of four more months.
    @Test("B5-9, B16-7: everybody is charged what was worked out by hand")
    func charges() throws {
        let charged = try Campaign().charged.mapValues { "\($0)" }
        expectEqual(
            charged,
            ["finder": "39.96", "former subscriber": "39.96", "listener": "39.96", "subscriber": "54.94"])
    }
}
