public import Foundation
public import OfferKitCore

/// The answer to the question whether a customer may have an offer, with the reasons why not and the date from when.
public struct OfferEligibility: Hashable, Sendable {
    /// The offer's identifier, the reference name of an offer-code offer; nil for an introductory offer (S0-58).
    public let offerID: String?
    /// The kind of offer.
    public let type: OfferType
    /// The product it belongs to.
    public let product: String
    /// Eligible, or every condition that fails: the product, the offer, its price, and the customer, in that order.
    let answer: Eligibility
    /// When the customer may have it if nobody does anything until then; nil where time alone never brings it.
    ///
    /// It is the store's present where they may have it now. Time alone brings the offer's start; months since a lapse;
    /// the wait after a redemption; and the end of a subscription that will not renew, because auto-renew is off,
    /// because the customer was told of a rise of the price and has not agreed (B9-3), or because what would renew is
    /// off sale (C-17; billing retry has to end first). It does not bring what somebody would have to do, such as
    /// turning auto-renew off, nor what nobody can know: how a failed charge ends while the product is sold, and how a
    /// customer answers to a rise of which they have not been told. Exact to the millisecond: asked then, the store
    /// says yes, and just before it says no.
    public let eligibleFrom: Date?

    /// Whether the customer may have it now.
    public var isEligible: Bool { answer == .eligible }
    /// Every condition that fails; empty where none does.
    public var reasons: [Ineligibility] { answer.reasons }

    init(_ answer: OfferAnswer, of product: String, on system: DeviceSystem) {
        let shortfall = SystemFeature(redeeming: answer.name.type).flatMap { system.shortfall(of: $0) }
        offerID = answer.offer.id
        type = answer.name.type
        self.product = product
        self.answer = Eligibility((shortfall.map { [.unsupportedSystem($0)] } ?? []) + answer.reasons)
        // No time makes a system newer.
        eligibleFrom = shortfall == nil ? answer.eligibleFrom.map { Date($0) } : nil
    }
}

extension OfferEligibility: CustomStringConvertible {
    /// The whole answer in plain English.
    public var description: String {
        let kind = type == .code ? "offer-code offer" : type.words
        let name = ["The", kind, offerID.map(VisibleText.quoted)].compactMap(\.self).joined(separator: " ")
        let subject = "\(name) of \(VisibleText.quoted(product))"
        guard !isEligible else { return "\(subject): the customer may have it now." }
        let outlook =
            eligibleFrom.map { "If nothing else happens, the customer may have it from \(Instant($0)) on." }
            ?? "Time alone does not change that."
        return (["\(subject): the customer may not have it."] + reasons.map(\.description) + [outlook])
            .joined(separator: " ")
    }
}

extension Device {
    /// Returns whether this customer may have an offer of a product on this device, every reason why not, and from
    /// when.
    ///
    /// ```swift
    /// let answer = try device.eligibility(forOffer: "comeback", .winBack, of: "pro.monthly")
    /// if let date = answer.eligibleFrom { try store.advance(to: date) }
    /// ```
    ///
    /// The same rules judge purchases and codes (B3, B4, B15.1, B16-2). Two things are not asked here: whether the
    /// device may buy at all, and what comes with a purchase, a signature or a code.
    ///
    /// - Parameters:
    ///   - offerID: The offer's identifier, the reference name of an offer-code offer. Nil for the introductory offer:
    ///     the one that runs in this storefront, else the next to run here.
    ///   - type: The kind of offer.
    ///   - productID: The product.
    /// - Returns: The answer.
    /// - Throws: ``OfferQuestionError`` for an unknown product or offer.
    public func eligibility(
        forOffer offerID: String?, _ type: OfferType, of productID: String
    ) throws(OfferQuestionError) -> OfferEligibility {
        let (state, territory) = (store.state, storefront)
        let answer = try state.answer(about: offerID, type, of: productID, for: customer.id, on: territory)
        return OfferEligibility(answer, of: productID, on: system)
    }

    /// Returns the eligibility for all offers of a product, of all four kinds and disabled ones too, in the catalogue's
    /// order.
    ///
    /// - Parameter productID: The product.
    /// - Returns: An answer for each offer; none for a product that cannot have any.
    /// - Throws: ``OfferQuestionError/unknownProduct(_:)``.
    public func eligibilities(of productID: String) throws(OfferQuestionError) -> [OfferEligibility] {
        let (state, territory) = (store.state, storefront)
        return try state.answers(about: productID, for: customer.id, on: territory).map {
            OfferEligibility($0, of: productID, on: system)
        }
    }
}
