extension StoreState {
    /// What the store says when it looks ahead at a renewal (B6-1, S3-32…35).
    struct RenewalCheck: OptionSet, Hashable, Sendable {
        let rawValue: UInt8

        /// The payment method is bad: the customer is asked for another (S3-33).
        static let asksForPayment = RenewalCheck(rawValue: 1)
        /// The renewal is announced (S3-35).
        static let announces = RenewalCheck(rawValue: 2)
    }

    /// What a look ahead at the coming renewal would say now; empty when it would say nothing, or has said it.
    ///
    /// A renewal is announced where it brings a change: another product or price, the end or the beginning of an offer, or
    /// that the product is not for sale any more; and always for products of a year, which are easily forgotten. The
    /// documents only say "where applicable" (C-87).
    func renewalCheck(of index: SubscriptionIndex) -> RenewalCheck {
        let record = self[index]
        guard case .active = record.standing, record.willAutoRenew else { return [] }
        var check: RenewalCheck = []
        if !record.wasAskedForPayment, customers.paymentMethod(of: record.customer) == .declining {
            check.insert(.asksForPayment)
        }
        if !record.wasAnnounced, bringsChange(index) { check.insert(.announces) }
        return check
    }

    private func bringsChange(_ index: SubscriptionIndex) -> Bool {
        guard let charge = possibleCharge(of: index) else { return true }
        let latest = self[index].latest
        if charge.product != latest.product || charge.offer != latest.offer || charge.price != latest.price {
            return true
        }
        return shop[latest.product].period?.isSameLength(as: .yearly) ?? false
    }
}
