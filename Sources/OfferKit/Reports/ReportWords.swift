import OfferKitCore
import OfferKitReports

// The words in which events give reasons, products and offers (Documentation/EventFormat.md).

extension RenewalFailure {
    var word: String {
        switch self {
        case .paymentDeclined: "paymentDeclined"
        case .riskCheckRefused: "riskCheckRefused"
        case .productUnavailable: "productUnavailable"
        }
    }
}

extension RevocationReason {
    var word: String {
        switch self {
        case .other: "other"
        case .developerIssue: "developerIssue"
        }
    }
}

extension PaymentMethod {
    var word: String {
        switch self {
        case .working: "working"
        case .declining: "declining"
        }
    }
}

extension OutreachChannel {
    var word: String {
        switch self {
        case .banner: "banner"
        case .email: "email"
        case .push: "push"
        }
    }
}

extension PurchaseAttempt.Wait {
    var word: String {
        switch self {
        case .askToBuy: "askToBuy"
        case .interrupted: "interrupted"
        }
    }
}

extension ReportNames.Storefront {
    /// Creates a territory's storefront.
    init(_ territory: Territory) { self.init(territory.code, currency: territory.currency ?? "") }
}

extension ReportNames.Product {
    /// Creates a product of the shop.
    init(_ place: ProductIndex, in shop: __shared Shop) {
        let entry = shop[place]
        let kind: Kind =
            switch entry.product.kind {
            case .consumable: .consumable
            case .nonConsumable: .nonConsumable
            case .nonRenewable: .nonRenewable
            case .autoRenewable: .autoRenewable
            }
        self.init(
            id: entry.product.id, kind, group: entry.group.map { shop.groupID($0) },
            level: entry.product.subscription?.level, period: entry.period)
    }
}

extension ReportNames.Offer {
    /// Creates the offer from the terms under which it was redeemed.
    init(_ terms: CapturedTerms) {
        let mode: Mode =
            switch terms.mode {
            case .freeTrial: .freeTrial
            case .payAsYouGo: .payAsYouGo
            case .payUpFront: .payUpFront
            }
        self.init(id: terms.offerID, terms.type, mode, period: terms.period, periodCount: terms.periodCount)
    }
}
