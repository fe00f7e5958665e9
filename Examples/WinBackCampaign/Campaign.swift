package import Foundation
import OfferKit

/// Many customers who left, and a year of e-mails with direct links to those who are eligible for an offer.
///
/// Everybody subscribes to premium on 1 January 2026 and leaves after three paid months. From 1 May on, on the first of
/// each month, every customer who is eligible for an offer gets the link to the best one, and one in ten of them
/// follows it. Of those who came back every second one stays; the others turn auto-renew off on the day they return.
package struct Campaign {
    /// The number of links sent.
    package private(set) var links = 0
    /// The number of offers redeemed, by identifier.
    package private(set) var redeemed: [String: Int] = [:]
    /// The amount charged after the customers had left, in dollars.
    package private(set) var revenue: Decimal = 0
    /// The number of subscribers at the end.
    package private(set) var subscribers = 0

    /// The length of the campaign in months.
    package static let months = 12

    /// Plays a campaign.
    ///
    /// - Parameters:
    ///   - count: The number of customers.
    ///   - strategy: The strategy for their offers.
    /// - Throws: The store's errors, of which none occurs here.
    package init(_ count: Int, _ strategy: Strategy) throws {
        let store = Store(catalog: try Shop.catalog(strategy.offers), keeping: .transactions)
        let links = try Dictionary(
            uniqueKeysWithValues: strategy.offers.compactMap(\.id).map {
                ($0, try store.winBackLink(for: $0, of: Shop.premium))
            })
        let devices = (0..<count).map { _ in store.addCustomer().addDevice() }
        for device in devices { try device.purchase(Shop.premium) }
        try store.advance(by: .months(2))
        for device in devices { try device.customer.setAutoRenew(false, inGroup: Shop.group) }
        try store.advance(by: .months(1))

        for month in 1...Campaign.months {
            try store.advance(by: .months(1)) { note($0) }
            for (number, device) in devices.enumerated() {
                guard let best = bestOffer(for: device), let link = links[best] else { continue }
                self.links += 1
                guard (number + month) % 10 == 0 else { continue }
                try follow(link, on: device, stays: number % 20 < 10)
            }
        }
        subscribers = devices.filter { !$0.currentEntitlements.isEmpty }.count
    }

    private func bestOffer(for device: Device) -> String? {
        device.subscriptionStatus(inGroup: Shop.group)?.renewalInfo.unsafePayloadValue.eligibleWinBackOfferIDs.first
    }

    private mutating func follow(_ link: URL, on device: Device, stays: Bool) throws {
        guard case .purchase(.completed(let transaction)) = try device.open(link) else { return }
        redeemed[transaction.offer?.id ?? "", default: 0] += 1
        revenue += transaction.price ?? 0
        if !stays { try device.customer.setAutoRenew(false, inGroup: Shop.group) }
    }

    private mutating func note(_ entry: LogEntry) {
        if case .subscriptionRenewed(_, _, _, let price, _) = entry.event { revenue += price }
    }
}
