package import Foundation
package import OfferKit

/// One customer and one offer, month by month: the example of Apple's session on win-back offers.
///
/// The offer asks for three paid months, for two to twenty-four months since the subscription ended, and for six months
/// since the customer's last redemption. The customer pays for one month of premium and two of basic, leaves, comes
/// back with the offer, and leaves again after three months.
package struct EligibilityCalendar {
    /// The state on the first of a month.
    package struct Row: Hashable, Sendable {
        package let date: Date
        /// The customer's last action; empty for none.
        package let action: String
        /// Whether the offer's direct link would work.
        package let isEligible: Bool
        /// The reasons why not, in the store's words; empty where the customer is eligible.
        package let reasons: [Ineligibility]
        /// The date from which the customer is eligible without further action; nil where time alone is not enough.
        package let eligibleFrom: Date?
    }

    package private(set) var rows: [Row] = []

    private static let offer = Catalog.Offer.winBack(
        "comeback", .freeTrial(.monthly),
        eligibility: .criteria(
            WinBackCriteria(minimumPaidMonths: 3, monthsSinceLapse: 2...24, monthsBetweenOffers: 6)))

    /// Plays the story, from 1 January 2026 on.
    package init() throws {
        let store = Store(catalog: try Shop.catalog([EligibilityCalendar.offer]))
        let customer = store.addCustomer()
        let device = customer.addDevice()
        let link = try store.winBackLink(for: "comeback", of: Shop.premium)
        for month in 1...19 {
            var action = ""
            switch month {
            case 1:
                try device.purchase(Shop.premium)
                try device.purchase(Shop.basic)
                action = "buys premium, plans basic"
            case 3:
                try customer.setAutoRenew(false, inGroup: Shop.group)
                action = "turns auto-renew off"
            case 6:
                try device.open(link)
                action = "follows the link: a free month"
            case 9:
                try customer.setAutoRenew(false, inGroup: Shop.group)
                action = "turns auto-renew off"
            default: break
            }
            rows.append(try row(action, device))
            try store.advance(by: .months(1))
        }
    }

    private func row(_ action: String, _ device: Device) throws -> Row {
        let answer = try device.eligibility(forOffer: "comeback", .winBack, of: Shop.premium)
        return Row(
            date: device.store.now, action: action, isEligible: answer.isEligible, reasons: answer.reasons,
            eligibleFrom: answer.eligibleFrom)
    }
}
