import Foundation
import OfferKitCore

extension Product {
    /// The results of a purchase that was not refused.
    public enum PurchaseResult: Sendable {
        /// The purchase went through, with the new transaction, or the one the customer has already (C-16).
        case success(VerificationResult<Transaction>)
        /// The customer closed the payment sheet.
        case userCancelled
        /// Somebody else has to approve first.
        case pending
    }

    /// The reasons why a purchase was refused, in StoreKit's words.
    ///
    /// The diagnosis is `device.lastRefusal`.
    public enum PurchaseError: Error, Equatable, Hashable {
        /// The quantity is not allowed.
        case invalidQuantity
        /// The product is not for sale.
        case productUnavailable
        /// The customer may not buy.
        case purchaseNotAllowed
        /// The customer may not have the offer.
        case ineligibleForOffer
        /// The product has no such offer, or it was disabled.
        case invalidOfferIdentifier
        /// A pay-as-you-go offer is not below the base price.
        case invalidOfferPrice
        /// The offer's signature is not good.
        case invalidOfferSignature
        /// Parts of the offer's payload are missing.
        case missingOfferParameters
    }

    /// Buys the product on the device it came from; the customer answers the sheet as the device's
    /// ``Device/sheetAnswer`` says, or when ``Device/holdsSheets`` lets them.
    ///
    /// Callable from any actor. The transaction is the result and does not come in ``Device/App/updates``.
    ///
    /// - Parameter options: What goes with the purchase.
    /// - Returns: What became of it.
    /// - Throws: ``PurchaseError`` or ``StoreKitError``; why exactly is then ``Device/lastRefusal``.
    ///   `CancellationError` when the task is cancelled, or the app terminated, while the sheet is held.
    public func purchase(options: Set<PurchaseOption> = []) async throws -> PurchaseResult {
        // Options of a test session's `buyProduct`, and what no product here has; ignored, they would lie about the
        // purchase (C-126).
        if options.contains(where: { $0.testOption != nil || $0.isUnsupported }) { throw StoreKitError.unsupported }
        return try await device.purchaseResult(
            of: device.completingIntent(PurchaseRequest(of: id, options, on: device)),
            SheetConditions(options, in: device.store.environment))
    }
}

extension PurchaseRequest {
    init(of productID: String, _ options: Set<Product.PurchaseOption>, on device: Device) {
        // A set has no order: of several quantities the largest counts, of several tokens the first by its text.
        var quantities: [Int] = []
        var tokens: [UUID] = []
        var offers: [PurchaseRequest.Offer] = []
        var names: [String] = []
        var decisions: [String] = []
        for option in options {
            switch option.kind {
            case .appAccountToken(let token): tokens.append(token)
            case .quantity(let count): quantities.append(count)
            case .promotionalOffer(let discount):
                offers.append(.promotional(discount))
                names.append(discount.identifier ?? "")
            case .promotionalJWS(let id, let jws):
                offers.append(.promotionalJWS(id, OfferRequestJWS(reading: jws, for: .promotionalOffer)))
                names.append(id)
            case .introductoryEligibility(let jws): decisions.append(jws)
            case .testing(.promotionalOffer(let id)):
                offers.append(
                    .promotional(
                        PaymentDiscount(
                            identifier: id, keyIdentifier: nil, nonce: nil, signature: nil, timestamp: nil)))
                names.append(id)
            case .testing(.codeOffer), .testing(.purchaseDate): break
            case .winBackOffer(let offer):
                offers.append(.winBack(offer.id ?? ""))
                names.append(offer.id ?? "")
            // These concern the sheet, or nobody.
            case .simulatesAskToBuy, .storefrontChange, .billingPlan, .custom: break
            }
        }
        // Two decisions on one introductory offer contradict one another as two offers do (C-95).
        if decisions.count > 1 { names += decisions.map { _ in "introductoryOfferEligibility" } }
        let isOne = offers.count <= 1 && decisions.count <= 1
        let token = tokens.min { $0.uuidString < $1.uuidString }
        self = device.request(
            for: productID, quantity: quantities.max() ?? 1, account: token.map(AppAccount.token) ?? .notSet,
            offer: isOne ? offers.first ?? .none : .several(names.sorted()))
        introductoryEligibility = decisions.first.map { OfferRequestJWS(reading: $0, for: .introductoryEligibility) }
        readsAbsentAccountAsEmpty = true
    }
}
