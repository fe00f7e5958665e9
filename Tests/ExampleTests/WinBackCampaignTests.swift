import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import win_back_campaign

/// The example of a win-back campaign.
struct WinBackCampaignTests {
    // Paid from 1 January to 1 April, so eligible from 1 June. The free month ends on 1 July: six months later is
    // 1 January 2027. The subscription ends again on 1 October, two months after which is 1 December: too early all the same.
    @Test(
        "B15-8: after a redemption the wait counts from the end of the offer's month, and is longer than the lapse asks"
    )
    func calendar() throws {
        let rows = try EligibilityCalendar().rows
        let eligible = rows.filter(\.isEligible).map { String($0.date.utcText.prefix(10)) }
        expectEqual(
            eligible,
            ["2027-01-01", "2027-02-01", "2027-03-01", "2027-04-01", "2027-05-01", "2027-06-01", "2027-07-01"])
        let december = try #require(rows.first { "\($0.date.utcText)".hasPrefix("2026-12-01") })
        expectEqual(december.reasons, [.redeemedTooRecently(months: 5, minimum: 6)])
        expectEqual(december.eligibleFrom.map { "\($0.utcText)" }, "2027-01-01T00:00:00Z")
        // The row of 1 June is written after the link was followed.
        let june = try #require(rows.first { "\($0.date.utcText)".hasPrefix("2026-06-01") })
        expectEqual(june.reasons.first, .notLapsed(group: Shop.group))
    }

    // Of twenty customers two follow a link each month, and one of them stays. One offer of three months at $4.99, which may
    // come again six months after its end, so nine months after it was redeemed.
    //   Links: 20 + 18 + … + 2 to those who have not come back, and 5 to those who left again.
    //   Charged to those who stay: 3 × 4.99 each, and 45 × 9.99; to the others 12 × 4.99.
    // With offers that grow, 20 + 18 + … + 2 links go out from 1 June on, and 18 to those who left again: 6 + 5 to the two who
    // came back gently, 3 + 2 + 2 to those who did for half the price, none to those whose free month was no paid one (B15-6).
    @Test(
        "links, redemptions and money are those worked out by hand",
        arguments: [
            (Strategy.none, 0, [:], "0", 0),
            (.atOnce, 115, ["welcome": 22], "659.13", 11),
            (.growing, 128, ["gentle": 4, "half": 6, "gift": 11], "573.35", 11),
        ])
    func campaign(strategy: Strategy, links: Int, redeemed: [String: Int], revenue: String, subscribers: Int) throws {
        let campaign = try Campaign(20, strategy)
        expectEqual(campaign.links, links)
        expectEqual(campaign.redeemed, redeemed)
        expectEqual(campaign.revenue, Decimal(string: revenue))
        expectEqual(campaign.subscribers, subscribers)
    }
}
