import Foundation
import LineProtocol
import OfferKit

/// `products`: lists the products for sale now, as `makeStore` listed them then.
struct ReadProducts: Command {
    static let name = "products"
    enum CodingKeys: CodingKey, CaseIterable {}

    func run(in session: inout Session) throws -> [String: [ProductRow]] {
        ["products": try session.currentBench().products]
    }
}

/// `rules`: lists the store's decisions where the documents leave a choice.
struct ReadRules: Command {
    static let name = "rules"
    enum CodingKeys: CodingKey, CaseIterable {}

    func run(in session: inout Session) throws -> LineValue {
        let bench = try session.currentBench()
        let rules = bench.store.rules
        return .object([
            "emptyUserName": .text("\(rules.emptyUserName)"),
            "allowedClockSkew": .number(rules.allowedClockSkew.length),
            "signatureIsGoodFor": .number(86_400_000),
            "familySharedCountsForPromotionalOffers": .flag(rules.familySharedCountsForPromotionalOffers),
            "calendarOffset": .number(rules.calendarOffset.length),
            "codesPerQuarter": .number(Int64(rules.codesPerQuarter)),
            "enforcesOfferDurations": .flag(rules.enforcesOfferDurations),
            "expiresAtOnceWhenRemovedFromSale": .flag(rules.expiresAtOnceWhenRemovedFromSale),
            "addsForgottenIntentOffer": .flag(rules.addsForgottenIntentOffer),
            "offerRedeemedWhenInactive": .flag(rules.offerRedeemedWhenInactive),
            "passesOverOffersOnOtherProducts": .flag(rules.passesOverOffersOnOtherProducts),
            "numbersFromZero": .flag(rules.numbersFromZero),
        ])
    }
}

/// `eligibility`: lists the offers of a product that the customer may have, the reasons why not, and the dates.
struct ReadEligibility: Command {
    static let name = "eligibility"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, product, offer, kind }

    var customer: Whole<Int>
    var product: String
    /// The offer's identifier, or reference name for an offer-code offer; all offers unless given.
    var offer: String?
    var kind: OfferKind?

    enum OfferKind: String, Choice {
        case introductory, promotional, code, winBack
    }

    struct Row: Encodable {
        let kind: String
        let id: String?
        let isEligible: Bool
        let reasons: [LineValue]
        let eligibleFrom: DateText?
        let text: String
    }

    func run(in session: inout Session) throws -> [String: [Row]] {
        let bench = try session.currentBench()
        try bench.requireProduct(product)
        let answers = try bench.device(customer.value).eligibilities(of: product)
        let rows = answers.map { answer in
            Row(
                kind: answer.type.words, id: answer.offerID, isEligible: answer.isEligible,
                reasons: answer.reasons.map(ReadEligibility.row),
                eligibleFrom: answer.eligibleFrom.map(DateText.init), text: "\(answer)")
        }
        let wanted = rows.filter {
            (offer == nil || $0.id?.hasBytes(of: offer ?? "") ?? false) && (kind == nil || $0.kind == kind?.rawValue)
        }
        if wanted.isEmpty, let offer {
            throw ProtocolError.noSuchOffer(offer, product: product, known: rows.compactMap(\.id))
        }
        return ["offers": wanted]
    }

    private static func row(_ reason: Ineligibility) -> LineValue {
        let name: String =
            switch reason {
            // The language gives names only for cases with data.
            case .offerDisabled: "offerDisabled"
            case .neverSubscribed: "neverSubscribed"
            case .offerIsForNobody: "offerIsForNobody"
            default: Mirror(reflecting: reason).children.first?.label ?? "other"
            }
        return .object(["reason": .text(name), "text": .text("\(reason)")])
    }
}
