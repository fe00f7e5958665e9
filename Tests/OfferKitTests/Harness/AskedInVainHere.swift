import Foundation
import OfferKit
import Testing

/// The ways in which an app and a test ask for a name that a store does not know, each on a line that ends with its own name.
enum AskedInVainHere: CaseIterable, Sendable {
    case products, productsOfApp, latest, all, list, eligibility, statuses, entitled, entitlements, status, renewal,
        charges, facts

    /// Asks for the name `gone` in that way.
    func ask() async throws {
        let device = try #require(Device.current)
        switch self {
        case .products: _ = try await Product.products(for: ["gone"])  // products
        case .productsOfApp: _ = try await device.app.products(["gone"])  // productsOfApp
        case .latest: _ = await Transaction.latest(for: "gone")  // latest
        case .all: for await _ in Transaction.all(for: "gone") {}  // all
        case .list: for await _ in device.app.transactions(.unfinished, for: "gone") {}  // list
        case .eligibility: _ = await Product.SubscriptionInfo.isEligibleForIntroOffer(for: "gone")  // eligibility
        case .statuses: _ = try await Product.SubscriptionInfo.status(for: "gone")  // statuses
        default: askAtOnce(device)
        }
    }

    private func askAtOnce(_ device: Device) {
        switch self {
        case .entitled: _ = device.isEntitled(to: "gone")  // entitled
        case .entitlements: _ = device.currentEntitlements(for: "gone")  // entitlements
        case .status: _ = device.subscriptionStatus(inGroup: "gone")  // status
        case .renewal: _ = device.renewalInfo(inGroup: "gone")  // renewal
        case .charges: _ = device.upcomingCharges(inGroup: "gone")  // charges
        case .facts: _ = device.subscriberFacts(inGroup: "gone")  // facts
        default: break
        }
    }

    /// Returns a line of this file.
    static func line(_ number: Int) -> String {
        let lines = (try? String(contentsOfFile: #filePath, encoding: .utf8))?.components(separatedBy: "\n") ?? []
        return lines.indices.contains(number - 1) ? lines[number - 1] : ""
    }
}
