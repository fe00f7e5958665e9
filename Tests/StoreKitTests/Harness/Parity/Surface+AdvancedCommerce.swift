import StoreKit

// More of what Surface+Product.swift begins: the values of the Advanced Commerce API, which are only mentioned.

// MARK: - Transaction.AdvancedCommerceInfo

private func surface(_ info: Transaction.AdvancedCommerceInfo) {
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.AdvancedCommerceInfo.self
    let _: [String] = [info.requestReferenceID, info.taxCode]
    let _: Decimal = info.estimatedTax + info.taxRate + info.taxExclusivePrice
    let _: [String?] = [info.description, info.displayName]
    let _: Product.SubscriptionPeriod? = info.period
    let _: [Transaction.AdvancedCommerceInfo.Item] = info.items
    let _: Transaction.AdvancedCommerceInfo.Offer? = nil
    let _: Transaction.AdvancedCommerceInfo.Refund? = nil
}

// MARK: - AdvancedCommerceInfo.Item

private func surface(_ item: Transaction.AdvancedCommerceInfo.Item) {
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.AdvancedCommerceInfo.Item.self
    let details: Transaction.AdvancedCommerceInfo.Item.Details = item.details
    let _: [Transaction.AdvancedCommerceInfo.Refund]? = item.refunds
    let _: Date? = item.revocationDate
    let _: any (Equatable & Hashable & Sendable) = details
    let _: [String] = [details.sku, details.displayName, details.description]
    let _: Transaction.AdvancedCommerceInfo.Offer? = details.offer
    let _: Decimal = details.price
}

// MARK: - AdvancedCommerceInfo.Offer

private func surface(_ offer: Transaction.AdvancedCommerceInfo.Offer) {
    typealias Reason = Transaction.AdvancedCommerceInfo.Offer.Reason
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.AdvancedCommerceInfo.Offer.self
    let _: Decimal = offer.price
    let _: Product.SubscriptionPeriod = offer.period
    let _: Int = offer.periodCount
    let _: Reason = offer.reason
    let _: [Reason] = [.acquisition, .retention, .winBack, Reason(rawValue: "NEW")]
}

// MARK: - AdvancedCommerceInfo.Refund

private func surface(_ refund: Transaction.AdvancedCommerceInfo.Refund) {
    typealias Reason = Transaction.AdvancedCommerceInfo.Refund.Reason
    typealias RefundType = Transaction.AdvancedCommerceInfo.Refund.RefundType
    let _: any (Equatable & Hashable & Sendable).Type = Transaction.AdvancedCommerceInfo.Refund.self
    let _: Reason = refund.reason
    let _: RefundType = refund.type
    let _: Date = refund.date
    let _: Decimal = refund.amount
    let _: [Reason] = [.legal, .modifyItems, .unintended, .unfulfilled, .unsatisfied, .other]
    let _: [RefundType] = [.custom, .proRated, .full, RefundType(rawValue: "NEW")]
}

// MARK: - RenewalInfo.AdvancedCommerceInfo

private func surface(_ info: Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo) {
    typealias Info = Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo
    let _: any (Equatable & Hashable & Sendable).Type = Info.self
    let _: [String] = [
        info.consistencyToken, info.requestReferenceID, info.taxCode, info.description, info.displayName,
    ]
    let _: Product.SubscriptionPeriod = info.period
    let items: [Info.Item] = info.items
    for item in items { let _: Info.Item.Details = item.details }
}
