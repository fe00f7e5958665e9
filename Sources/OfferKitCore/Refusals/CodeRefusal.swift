public import OfferKitEssentials

/// A refusal to redeem a code, in the order in which the store checks (B16-2).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CodeRefusal: Error, StoreRefusal, Hashable, Sendable, Codable {
    /// The device's system has no offer codes, or lacks this way to redeem them (B3-9).
    case unsupportedSystem(SystemShortfall)
    /// The code was entered in the app's sheet, and the app does not run on the device.
    case appNotRunning
    /// The App Store's form takes only one-time codes; custom ones are redeemed by link or in the app (B1-11, B16-3).
    case customCodeInForm(String)
    /// By this store's rules a code can be tried with a live app only, and its environment is another (S1-54, C-38).
    case notInProduction
    /// The store has no such code.
    case unknownCode(UnknownName)
    /// The developer deactivated the code (B16-2).
    case codeDisabled(String)
    /// The code's time is over (S1-53).
    case expiredCode(String, on: Date)
    /// The code can be used once, and was (S1-41).
    case usedCode(String)
    /// The code has been redeemed as often as its limit allows (B1-11).
    case limitReached(String, limit: Int)
    /// The offer behind the code was disabled (B1-13).
    case offerDisabled(String)
    /// The offer behind the code was deleted.
    case offerDeleted(String)
    /// The offer behind the code has not started yet, or is over; nil where a side has no limit.
    case offerNotRunning(String, from: Date?, until: Date?)
    /// The offer has no price in, or is not meant for, the customer's storefront.
    case notOffered(String, in: Territory)
    /// The product of the offer is not for sale.
    case productUnavailable(ProductDiagnosis)
    /// The customer may not have the offer (B4-10, B4-11, B16-8).
    case ineligible(offer: String, because: [Ineligibility])
    /// The customer may not buy on this device.
    case purchaseNotAllowed
    /// The charge failed.
    case paymentFailed
    /// The store's clock or its numbers are at their end, or there is a mistake in OfferKit and the store is in a state
    /// that it cannot be in; the text says which, and what to do. Nothing has happened.
    case internalFault(String)
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}

extension CodeRefusal {
    /// The reason against an offer's availability as a refused code names it; nil for reasons of other rules.
    init?(_ reason: Ineligibility, offer: String) {
        switch reason {
        case .offerDisabled: self = .offerDisabled(offer)
        case .notOffered(let territory): self = .notOffered(offer, in: territory)
        case .outsideItsDates(let start, let end): self = .offerNotRunning(offer, from: start, until: end)
        default: return nil
        }
    }
}

extension CodeRefusal {
    /// The refusal as the log keeps it: of an unknown code without those that there were.
    var noted: CodeRefusal {
        if case .unknownCode(let code) = self { .unknownCode(code.alone) } else { self }
    }
}

extension CodeRefusal {
    /// The refusal of a code from that of the purchase that redeeming it makes.
    init(_ refusal: PurchaseRefusal) {
        switch refusal {
        case .paymentFailed: self = .paymentFailed
        case .productUnavailable(let diagnosis): self = .productUnavailable(diagnosis)
        case .internalFault(let fault): self = .internalFault(fault)
        default: self = .internalFault("a redemption was refused as \(refusal)")
        }
    }
}

/// A refusal to create codes.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CodeCreationRefusal: Error, StoreRefusal, Hashable, Sendable {
    /// The catalogue has no such product.
    case unknownProduct(UnknownName)
    /// The product has no offer-code offer of that name.
    case unknownOffer(UnknownName, product: String)
    /// A custom code has 1 to 64 characters, letters and digits only (B1-11).
    case malformedCode(String)
    /// The code exists already.
    case duplicateCode(String)
    /// The number or limit is below 1, or above what one step may create (B1-10, B1-11).
    case countNotAllowed(Int, allowed: ClosedRange<Int>)
    /// The quarter's redemptions would exceed the app's limit (B1-9, C-14).
    case quarterLimitReached(wanted: Int, left: Int)
    /// The offer was disabled, and stays so (B1-13): nobody could redeem the codes.
    case offerDisabled(String)
    /// The last moment to redeem them is past.
    case expiryIsPast(now: Date)
    /// One-time codes end at most six months after their creation (B1-10).
    case expiryTooLate(latest: Date)
    /// The last moment is no number.
    case noDate
    /// The store's journal could not be written, so nothing has happened; the store says why.
    case notRecorded
}
