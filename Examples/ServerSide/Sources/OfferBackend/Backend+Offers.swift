import Foundation
import GRDB
import Logging
import OfferKit
import OfferKitReports

/// What the backend decided for a user, and why.
struct OfferDecision: Encodable {
    struct Signature: Encodable {
        let keyIdentifier: String
        let nonce: String
        let signature: String
        let timestamp: Int64
    }

    let userId: String
    let segment: String?
    /// Why the user is in that segment.
    let explanation: String
    let offerId: String?
    /// `promotional`, or `winBack`, which StoreKit takes without a signature.
    let offerType: String?
    let productId: String?
    /// Why there is no offer; nil where there is one.
    let reason: String?
    let signature: Signature?
}

/// What is known of a user, for the app and for support.
struct UserAnswer: Encodable {
    let userId: String
    let isEntitled: Bool
    let segment: String?
    let explanation: String
    let activity: Activity
    let subscriptions: [UserRow]
}

extension Backend {
    /// Makes a user, whose identifier the app hands to purchases as `appAccountToken`.
    func addUser() async throws -> Activity {
        let activity = Activity(userId: UUID().uuidString.lowercased())
        try await database.pool.write { try activity.insert($0) }
        return activity
    }

    /// What is known of a user.
    func answer(on id: String) async throws -> UserAnswer {
        let (rows, activity) = try await database.user(id)
        let now = try await now()
        let placement = setup.offers.segmentation.placement(of: facts(rows.first, activity), at: now)
        return UserAnswer(
            userId: id, isEntitled: rows.contains { $0.isEntitled(at: now.milliseconds) },
            segment: placement.segment?.rawValue, explanation: placement.explanation, activity: activity,
            subscriptions: rows)
    }

    /// Decides by the user's segment which offer there is, and signs it (S0-26…51).
    ///
    /// - Parameters:
    ///   - id: The user.
    ///   - wanted: The offer that the app wants to show; any unless given.
    /// - Returns: The decision, with its signature where the offer needs one.
    /// - Throws: ``BackendError``: 409 where another offer was asked for than there is.
    func decideOffer(for id: String, wanted: String?) async throws -> OfferDecision {
        try limits.count(id, at: wallTime)
        guard let account = UUID(uuidString: id) else { throw BackendError.unknownUser(id) }
        let (rows, activity) = try await database.user(id)
        let choice = setup.offers.choice(for: facts(rows.first, activity), at: try await now())
        let segment = choice.placement.segment?.rawValue
        guard let offer = choice.offer else {
            return OfferDecision(
                userId: id, segment: segment, explanation: choice.placement.explanation, offerId: nil, offerType: nil,
                productId: nil, reason: choice.reason.map { "\($0)" }, signature: nil)
        }
        if let wanted, wanted != offer.id {
            throw BackendError(
                409, "otherOffer",
                "The offer \"\(wanted.prefix(80))\" is not for this user. \(choice.placement.explanation) Offer: "
                    + "\"\(offer.id)\".", at: "offerId")
        }
        var signature: OfferDecision.Signature?
        if offer.type == .promo {
            let answer = try keys.signer().signNow(
                OfferSignatureRequest(
                    bundleID: setup.bundleID, productID: offer.productID, offerID: offer.id, account: .token(account)))
            signature = .init(
                keyIdentifier: answer.keyIdentifier, nonce: answer.nonce.uuidString.lowercased(),
                signature: answer.signature, timestamp: answer.timestamp)
            let signed = SignedOffer(
                nonce: answer.nonce.uuidString.lowercased(), userId: id, offerId: offer.id, productId: offer.productID,
                keyId: answer.keyIdentifier, segment: segment, timestamp: answer.timestamp)
            try await database.pool.write { try signed.insert($0) }
        }
        logger.info("offer decided", metadata: ["segment": "\(segment ?? "none")", "offer": "\(offer.id)"])
        return OfferDecision(
            userId: id, segment: segment, explanation: choice.placement.explanation, offerId: offer.id,
            offerType: offer.type == .winBack ? "winBack" : "promotional", productId: offer.productID, reason: nil,
            signature: signature)
    }

    /// A row of the table in the words of segments (S0-94…96).
    private func facts(_ row: UserRow?, _ activity: Activity) -> SubscriberFacts {
        var facts = SubscriberFacts(userID: activity.userId)
        facts.contentCount = activity.contentConsumed
        facts.contentShare = activity.contentShare.flatMap { SubscriberFacts.Share($0) }
        facts.isMarkedByAgent = activity.isMarkedByAgent
        guard let row else { return facts }
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
        facts.lapsedFromFreeTrial = row.lapsedFromFreeTrial
        facts.wasRefunded = row.wasRefunded
        if row.eligibleForIntroductory { facts.eligibleOffers.insert(.intro) }
        if row.eligibleForPromotional { facts.eligibleOffers.insert(.promo) }
        if row.eligibleForWinBack { facts.eligibleOffers.insert(.winBack) }
        return facts
    }
}
