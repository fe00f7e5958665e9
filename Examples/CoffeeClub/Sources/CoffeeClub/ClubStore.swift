import Foundation
import StoreKit

/// The membership of a visitor of the coffee club.
public enum Membership: Equatable, Sendable {
    /// No membership, or one that has ended.
    case none
    /// A running plan, with the end of the paid period; `isEnding` when it will not renew.
    case plan(id: String, until: Date, isEnding: Bool)
    /// A plan whose renewal failed: the club still pours coffee, and asks for another card.
    case paymentProblem(id: String)

    /// Whether coffee is poured.
    public var poursCoffee: Bool { self != .none }
}

/// The club's shop: loads the plans, sells them, and knows who is a member.
@MainActor
public final class ClubStore {
    /// The identifiers of the plans.
    public nonisolated static let planIDs: Set<String> = [
        "club.house.monthly", "club.barista.monthly", "club.barista.yearly",
    ]
    /// A bag of beans, sold by the piece.
    public nonisolated static let beansID = "club.beans"

    /// The plans, the cheapest first.
    public private(set) var plans: [Product] = []
    /// The visitor's membership.
    public private(set) var membership = Membership.none
    /// The number of bags of beans that wait at the counter.
    public private(set) var bagsOfBeans = 0

    private var listener: Task<Void, Never>?

    /// Opens the shop, and listens to transactions that come by themselves.
    public init() {
        listener = Task.detached { [weak self] in
            for await result in Transaction.updates {
                await self?.receive(result)
            }
        }
    }

    deinit {
        listener?.cancel()
    }

    /// Loads the plans.
    public func loadPlans() async throws {
        plans = try await Product.products(for: Self.planIDs).sorted { $0.price < $1.price }
    }

    /// Sells a product; false when the visitor thought better of it, or has to ask somebody first.
    @discardableResult
    public func buy(_ product: Product) async throws -> Bool {
        switch try await product.purchase() {
        case .success(let result):
            try await deliver(result.payloadValue)
            return true
        case .userCancelled, .pending:
            return false
        @unknown default:
            return false
        }
    }

    /// Reads the visitor's membership again.
    public func refreshMembership() async {
        var found = Membership.none
        for await result in Transaction.currentEntitlements {
            guard case .verified(let transaction) = result, transaction.productType == .autoRenewable,
                let until = transaction.expirationDate
            else { continue }
            guard let status = await transaction.subscriptionStatus, case .verified(let renewal) = status.renewalInfo
            else { continue }
            switch status.state {
            case .subscribed:
                found = .plan(id: transaction.productID, until: until, isEnding: !renewal.willAutoRenew)
            case .inGracePeriod:
                found = .paymentProblem(id: transaction.productID)
            default:
                continue
            }
        }
        membership = found
    }

    /// Returns the text of the sign in the window for a plan.
    public func sign(for plan: Product) async -> String {
        guard let subscription = plan.subscription else { return plan.displayPrice }
        let unit = word(for: subscription.subscriptionPeriod.unit)
        guard let offer = subscription.introductoryOffer, offer.paymentMode == .freeTrial,
            await subscription.isEligibleForIntroOffer
        else { return "\(plan.displayPrice) a \(unit)" }
        return "First \(word(for: offer.period.unit)) free, then \(plan.displayPrice) a \(unit)"
    }

    /// Asks the App Store again, for visitors who miss what they paid for.
    public func restore() async throws {
        try await AppStore.sync()
        await refreshMembership()
    }

    private func word(for unit: Product.SubscriptionPeriod.Unit) -> String {
        switch unit {
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        @unknown default: "period"
        }
    }

    private func receive(_ result: VerificationResult<Transaction>) async {
        guard case .verified(let transaction) = result else { return }
        await deliver(transaction)
    }

    private func deliver(_ transaction: Transaction) async {
        if transaction.productID == Self.beansID, transaction.revocationDate == nil {
            bagsOfBeans += transaction.purchasedQuantity
        }
        await transaction.finish()
        await refreshMembership()
    }
}
