package import Foundation
package import OfferKit

/// One customer and one offer, month by month: the example that Apple's session on win-back offers works through.
///
/// The offer asks for three months paid, for two to twenty-four months since the subscription ended, and for six months
/// since the customer's last redemption. The customer pays for one month of premium and two of basic, leaves, comes back with
/// the offer, and leaves again after three months.
package struct EligibilityCalendar {
    /// What is so on the first of a month.
    package struct Row: Hashable, Sendable {
        package let date: Date
        /// What the customer just did; empty where nothing.
        package let action: String
        /// Whether the offer's direct link would be good for something.
        package let isEligible: Bool
        /// Why not, in the store's words; empty where the customer may have it.
        package let reasons: [Ineligibility]
        /// From when the customer may have it if nobody does anything; nil where time alone does not bring it.
        package let eligibleFrom: Date?
    }

    package private(set) var rows: [Row] = []

    private static let offer = Catalog.Offer.winBack(
        "comeback", .freeTrial(.monthly),
        eligibility: .criteria(
            WinBackCriteria(minimumPaidMonths: 3, monthsSinceLapse: 2...24, monthsBetweenOffers: 6)))

    /// Lets the story happen, from 1 January 2026 on.
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
