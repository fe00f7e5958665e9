import Foundation
import GRDB
import Logging
import OfferKit
import OfferKitReports

/// What the backend decided for a user, and why.
struct OfferDecision: Encodable {
    struct Signature: Encodable {
        /// What StoreKit's key identifier is, by the name that `local-app-store` has for it in a purchase.
        let keyID: String
        let nonce: String
        let signature: String
        let timestamp: Int64
    }

    let userId: String
    let segment: String?
    /// Why the user is in that segment.
    let explanation: String
    var offerId: String?
    /// `promotional`, or `winBack`, which StoreKit takes without a signature.
    var offerType: String?
    var productId: String?
    /// Why there is no offer; nil where there is one.
    var reason: String?
    var signature: Signature?
}

/// What is known of a user, for support.
struct UserAnswer: Encodable {
    let userId: String
    let isEntitled: Bool
    let segment: String?
    let explanation: String
    let activity: Activity
    let subscriptions: [UserRow]
    /// As whom the user redeems codes in each subscription group, `existing` or `expired`; in every other group as `new` (C-15).
    let codes: [String: String]
    /// What was signed for the user in the last days.
    let signedOffers: [SignedOffer]
}

/// Whether a user has service, for the app (S0-89).
struct Entitlement: Encodable {
    let userId: String
    let isEntitled: Bool
    /// What is paid for.
    let products: [String]
    /// Until when, in milliseconds since 1970; nil without service.
    let until: Int64?
}

extension Backend {
    /// Makes a user, whose identifier the app hands to purchases as `appAccountToken`.
    func addUser() async throws -> Activity {
        let activity = Activity(userId: UUID().uuidString.lowercased())
        try await database.write { try activity.insert($0) }
        return activity
    }

    /// What is known of a user.
    func answer(on id: String) async throws -> UserAnswer {
        let user = try await database.user(id)
        let now = try await now()
        let since = wallTime.milliseconds - SignedOffer.kept
        let placement = setup.offers.segmentation.placement(of: facts(user.rows.first, user), at: now)
        return UserAnswer(
            userId: id, isEntitled: user.rows.contains { $0.isEntitled(at: now.milliseconds) },
            segment: placement.segment?.rawValue, explanation: placement.explanation, activity: user.activity,
            subscriptions: user.rows, codes: Backend.codes(user.rows),
            signedOffers: try await database.pool.read { try SignedOffer.latest(of: id, after: since, $0) })
    }

    /// As whom a user redeems codes: what a family shares makes nobody a subscriber (C-9, C-15).
    static func codes(_ rows: [UserRow]) -> [String: String] {
        var codes: [String: String] = [:]
        for row in rows where row.eligibleForPromotional {
            guard let group = row.groupId else { continue }
            codes[group] = row.isRunning || codes[group] == "existing" ? "existing" : "expired"
        }
        return codes
    }

    /// Whether a user has service now.
    func entitlement(of id: String) async throws -> Entitlement {
        let user = try await askingUser(id)
        let now = try await now().milliseconds
        let rows = user.rows.filter { $0.isEntitled(at: now) }
        return Entitlement(
            userId: id, isEntitled: !rows.isEmpty, products: rows.map(\.productId),
            until: rows.compactMap(\.serviceEnd).max())
    }

    /// Decides by the user's segment which offer there is, and signs it (S0-26…51).
    ///
    /// The subscription that runs decides before one that is over; where the app asks for an offer, one of the group of its product.
    ///
    /// - Parameters:
    ///   - id: The user.
    ///   - wanted: The offer that the app wants to show; any unless given.
    /// - Returns: The decision, with its signature where the offer needs one.
    /// - Throws: ``BackendError``: 409 where another offer was asked for than there is.
    func decideOffer(for id: String, wanted: String?) async throws -> OfferDecision {
        let user = try await userToDecideOn(id)
        let row = subscription(of: user, for: wanted)
        let plan = try plan(for: row)
        let choice = plan.choice(for: facts(row, user), at: try await now())
        if let offer = choice.offer, let wanted, wanted != offer.id {
            throw BackendError(
                409, "otherOffer",
                "The offer \"\(wanted.prefix(80))\" is not for this user. \(Backend.explanation(of: choice, among: plan)) Offer: "
                    + "\"\(offer.id)\".", at: "offerId")
        }
        return try await decision(for: id, choice, choice.offer, among: plan)
    }

    /// Decides what to show before the page for managing subscriptions opens: an offer to whoever is likely to leave (S0-129, S0-130).
    ///
    /// - Parameter id: The user.
    /// - Returns: The decision; without an offer the app opens the page at once.
    /// - Throws: ``BackendError``.
    func decideBeforeManaging(for id: String) async throws -> OfferDecision {
        let user = try await userToDecideOn(id)
        let row = user.rows.first
        let (plan, facts, now) = (try plan(for: row), facts(row, user), try await now())
        switch plan.beforeManagingSubscriptions(facts, at: now) {
        case .showFirst(let offer):
            return try await decision(for: id, plan.choice(for: facts, at: now), offer, among: plan)
        case .open(let choice): return try await decision(for: id, choice, nil, among: plan)
        @unknown default: return try await decision(for: id, plan.choice(for: facts, at: now), nil, among: plan)
        }
    }

    // MARK: - Deciding

    /// What is known of a user who asks for something, which counts.
    ///
    /// - Throws: ``BackendError`` where there is none, or one who asks too often.
    func askingUser(_ id: String) async throws -> UserDatabase.User {
        let user = try await database.user(id)
        try limits.count(id, at: wallTime)
        return user
    }

    /// What is known of a user, with the win-back offers of today.
    ///
    /// The App Store's list of these changes months after the lapse, without a notification (B15-7, B15-8): for a subscription that is over
    /// it is asked. Where it does not answer, what is known decides.
    private func userToDecideOn(_ id: String) async throws -> UserDatabase.User {
        let user = try await askingUser(id)
        let winBacks = setup.offers.offers.filter { $0.type == .winBack }
        let over = user.rows.filter { row in
            !row.isRunning && winBacks.contains { isOffered($0.productID, to: row) }
        }
        guard !over.isEmpty else { return user }
        // One answer tells of all subscriptions of an Apple ID.
        for group in Dictionary(grouping: over, by: \.groupId).values {
            if let latest = group.first { await settle(latest.originalTransactionId) }
        }
        return try await database.user(id)
    }

    /// The subscription that an offer is decided by; nil where the user has none that the offer could be on.
    private func subscription(of user: UserDatabase.User, for wanted: String?) -> UserRow? {
        let products = setup.offers.offers.filter { $0.id == wanted }.map(\.productID)
        guard !products.isEmpty else { return user.rows.first }
        return user.rows.first { row in products.contains { isOffered($0, to: row) } }
    }

    /// Whether a product is of a subscription's group; also where nobody knows its group.
    private func isOffered(_ product: String, to row: UserRow) -> Bool {
        guard let group = product == row.productId ? row.groupId : setup.groups[product] else { return true }
        return row.groupId == nil || row.groupId == group
    }

    /// The offers that can be on a subscription: of its group, and of the win-back offers those that the App Store names.
    private func plan(for row: UserRow?) throws -> OfferPlan {
        let offers = setup.offers.offers.filter { offer in
            guard let row else { return offer.type != .winBack }
            return isOffered(offer.productID, to: row)
                && (offer.type != .winBack || row.winBackOfferIds.contains(offer.id))
        }
        return try OfferPlan(offers, segmentation: setup.offers.segmentation, timing: setup.offers.timing)
    }

    /// Why a user is in a segment; without one, why not in those that there are offers for: what nothing is offered to concerns nobody here.
    static func explanation(of choice: OfferChoice, among plan: OfferPlan) -> String {
        let placement = choice.placement
        guard placement.segment == nil else { return placement.explanation }
        let wanted = Set(plan.offers.map(\.segment))
        return (["In no segment."] + placement.verdicts.filter { wanted.contains($0.segment.id) }.map(\.explanation))
            .joined(separator: "\n")
    }

    private func decision(
        for id: String, _ choice: OfferChoice, _ offer: SegmentOffer?, among plan: OfferPlan
    ) async throws -> OfferDecision {
        let segment = choice.placement.segment?.rawValue
        var decision = OfferDecision(
            userId: id, segment: segment, explanation: Backend.explanation(of: choice, among: plan))
        guard let offer else {
            // Somebody who has cancelled has an offer of another segment, and sees it where that one is shown.
            let save = choice.placement.verdict(on: .save)?.explanation ?? ""
            decision.reason = choice.reason.map { "\($0)" } ?? "The page opens at once. \(save)"
            return decision
        }
        decision.offerId = offer.id
        decision.offerType = offer.type == .winBack ? "winBack" : "promotional"
        decision.productId = offer.productID
        if offer.type == .promo { decision.signature = try await sign(offer, for: id, segment) }
        logger.info("offer decided", metadata: ["segment": "\(segment ?? "none")", "offer": "\(offer.id)"])
        return decision
    }

    private func sign(_ offer: SegmentOffer, for id: String, _ segment: String?) async throws -> OfferDecision.Signature
    {
        guard let account = UUID(uuidString: id) else { throw BackendError.unknownUser(id) }
        let request = OfferSignatureRequest(
            bundleID: setup.bundleID, productID: offer.productID, offerID: offer.id, account: .token(account))
        let answer = try keys.signer().sign(request, nonce: UUID(), timestamp: wallTime.milliseconds)
        let nonce = answer.nonce.uuidString.lowercased()
        let signed = SignedOffer(
            nonce: nonce, userId: id, offerId: offer.id, productId: offer.productID, keyID: answer.keyIdentifier,
            segment: segment, timestamp: answer.timestamp)
        try await database.write { try signed.keep($0) }
        return .init(
            keyID: answer.keyIdentifier, nonce: nonce, signature: answer.signature, timestamp: answer.timestamp)
    }

    /// A row of the table in the words of segments (S0-94…96).
    private func facts(_ row: UserRow?, _ user: UserDatabase.User) -> SubscriberFacts {
        var facts = SubscriberFacts(userID: user.activity.userId)
        facts.contentCount = user.activity.contentConsumed
        facts.contentShare = user.activity.contentShare.flatMap { SubscriberFacts.Share($0) }
        facts.churnRisk = user.activity.churnRisk.flatMap { SubscriberFacts.Share($0) }
        facts.isMarkedByAgent = user.activity.isMarkedByAgent
        facts.usesApp = user.activity.usesApp
        facts.lastContacted = user.activity.lastContacted.map { Date(milliseconds: $0) }
        facts.isLegacy = user.isLegacy
        guard let row else {
            facts.eligibleOffers = [.intro]
            return facts
        }
        facts.originalTransactionID = UInt64(row.originalTransactionId)
        facts.status = SubscriberFacts.Status(rawValue: row.status) ?? .neverSubscribed
        facts.willAutoRenew = row.autoRenewStatus
        facts.plan = setup.plans[row.productId]
        facts.renewsTo = row.autoRenewProductId.flatMap { setup.plans[$0] }
        facts.renewalsInARow = row.renewalsInARow
        facts.billingErrors = row.billingErrors
        facts.periodEnd = row.expiresDate.map { Date(milliseconds: $0) }
        facts.autoRenewOffSince = row.autoRenewOffSince.map { Date(milliseconds: $0) }
        facts.lapsedAt = row.lapsedAt.map { Date(milliseconds: $0) }
        facts.lapseReason = row.expirationIntent.flatMap { UInt8(exactly: $0) }.flatMap { LapseReason(rawValue: $0) }
        facts.lapsedFromFreeTrial = row.lapsedFromFreeTrial
        facts.wasRefunded = row.wasRefunded
        if row.eligibleForIntroductory { facts.eligibleOffers.insert(.intro) }
        if row.eligibleForPromotional { facts.eligibleOffers.insert(.promo) }
        if row.eligibleForWinBack { facts.eligibleOffers.insert(.winBack) }
        return facts
    }
}
