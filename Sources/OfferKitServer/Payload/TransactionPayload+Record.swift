package import OfferKitCore
import OfferKitEssentials

extension TransactionPayload {
    /// Makes the payload of a transaction, to be signed at the store's present.
    ///
    /// This is the only reading of the record: what apps see, what is signed, and what servers get all come from it. It
    /// is not tied to a device yet.
    package init(_ record: TransactionRecord, in state: __shared StoreState) {
        self.init(TransactionFacts(record, in: state), signed: state.now, in: state)
    }

    /// Makes the payload of a transaction as it was at an instant.
    ///
    /// The state is borrowed (`__shared`): otherwise an initialiser takes a copy of its arguments to keep.
    ///
    /// - Parameters:
    ///   - facts: The facts about the transaction.
    ///   - instant: The date of the signature.
    ///   - state: The store then or later, for names, which it never forgets.
    init(_ facts: TransactionFacts, signed instant: Instant, in state: __shared StoreState) {
        let record = facts.record
        let entry = state.shop[record.product]
        let territory = record.territory
        let terms = record.terms.map { state.offers[$0] }
        let revocation = facts.revocation
        transactionID = state.shownNumber(of: record.id)
        originalTransactionID = state.shownNumber(of: record.originalID)
        webOrderLineItemID = record.subscription == nil ? nil : String(record.id)
        bundleID = state.setup.bundleID
        productID = entry.product.id
        subscriptionGroupID = entry.group.map { state.shop.groupID($0) }
        purchaseDate = Date(record.purchased)
        originalPurchaseDate = Date(facts.originallyPurchased)
        expiresDate = record.expires.map { Date($0) }
        quantity = Int32(record.quantity)
        type = ProductType(entry.product.kind)
        appAccountToken = record.token.map { state.desk.token($0) }
        inAppOwnershipType = record.isFamilyShared ? .familyShared : .purchased
        signedDate = Date(instant)
        revocationReason = revocation.map { RevocationReason(rawValue: $0.reason.rawValue) }
        revocationDate = revocation.map { Date($0.date) }
        revocationType = revocation.map { RevocationType($0, of: record) }
        revocationPercentage = revocation.flatMap { $0.share(of: record) }
        isUpgraded = record.isUpgraded
        offerType = terms?.type
        offerIdentifier = terms?.offerID
        offerDiscountType = terms.map { OfferDiscountType($0.mode) }
        offerPeriod = terms?.wholePeriod
        environment = state.setup.environment
        storefront = territory.code
        storefrontID = territory.storefrontID.map { String($0) } ?? ""
        transactionReason =
            switch record.reason {
            case .purchase: .purchase
            case .renewal: .renewal
            }
        amount = record.price
        currency = territory.currency
        appTransactionID = state.setup.appTransactionID(of: record.customer)
    }
}

extension TransactionPayload.ProductType {
    /// The type for a kind of product.
    package init(_ kind: Catalog.Product.Kind) {
        switch kind {
        case .consumable: self = .consumable
        case .nonConsumable: self = .nonConsumable
        case .nonRenewable: self = .nonRenewable
        case .autoRenewable: self = .autoRenewable
        }
    }
}

extension TransactionPayload.OfferDiscountType {
    /// The name of a payment mode in signed data.
    package init(_ mode: CapturedTerms.Mode) {
        switch mode {
        case .freeTrial: self = .freeTrial
        case .payAsYouGo: self = .payAsYouGo
        case .payUpFront: self = .payUpFront
        }
    }
}

extension TransactionPayload.RevocationType {
    /// The type of a revocation: prorated where an upgrade refunded a part before (C-107).
    fileprivate init(_ revocation: Revocation, of record: TransactionRecord) {
        if record.isFamilyShared {
            self = .familyRevoke
        } else {
            self = revocation.refund < record.price ? .proratedRefund : .fullRefund
        }
    }
}

extension Revocation {
    /// Returns the share of the price that was refunded, in thousandths of a per cent (C-107).
    ///
    /// It is nil for a purchase without a price, and for family members, who paid nothing.
    fileprivate func share(of record: TransactionRecord) -> Int32? {
        guard !record.isFamilyShared, record.isPaid else { return nil }
        let refunded = min(max(refund, .zero), record.price)
        // A price may be 10^12 thousandths (`Amount.largest`) times a quantity, so the product takes more than 64 bits.
        let (high, low) = refunded.milliunits.multipliedFullWidth(by: 100_000)
        return Int32(clamping: record.price.milliunits.dividingFullWidth((high, low)).quotient)
    }
}
