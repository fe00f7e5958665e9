// The course of a failed renewal until it is made good or given up.

extension Charges {
    /// The instant at which a customer whose renewal fails now will have repaired the payment method; nil for never.
    func ownRepair(by customer: CustomerID, at now: Instant, _ pace: Pace) -> Instant? {
        rate(of: customer)?.recoversAfterDays.map { now.due(after: pace.retryDays($0)) }
    }

    /// The failed renewal that the customer can mend; nil where the product is off sale, which they cannot mend (C-17).
    ///
    /// Nobody writes to a customer about a product that is off sale.
    func problem(with index: SubscriptionIndex, _ ledger: Ledger) -> RetryRecord? {
        ledger[index].renewalFailure == .productUnavailable ? nil : retry(of: index)
    }
}

extension RetryRecord {
    /// The next outreach to the subscriber, and the instant at which it is due; nil where all of it was sent.
    func nextOutreach(_ plan: OutreachPlan, _ pace: Pace) -> (due: Instant, channel: OutreachChannel)? {
        guard sent < plan.steps.count else { return nil }
        let step = plan.steps[sent]
        return (since.adding(milliseconds: pace.retryDays(step.day)), step.channel)
    }
}

extension Pace {
    /// The length of so many days of billing retry, in milliseconds: a day is a sixtieth of it, whatever the pace.
    func retryDays(_ days: Int) -> Int64 {
        let days = Int64(min(max(days, 0), 60))
        return billingRetry / 60 * days + billingRetry % 60 * days / 60
    }
}

extension Customers {
    /// Sets a customer's payment method, which is repaired or begins to fail.
    ///
    /// A repair brings an immediate attempt on everything that is in grace or retry (B7-14, C-55), whether or not the
    /// method was bad: the customer may have repaired what a test made fail otherwise.
    package func decidePaymentMethod(
        _ method: PaymentMethod, of customer: CustomerID, _ ledger: Ledger, _ shop: Shop
    ) -> Decision<Void, Never> {
        guard contains(customer) else { return Decision([], ()) }
        let isRepair = method == .working && ledger.hasFailedRenewal(customer)
        guard paymentMethod(of: customer) != method || isRepair else { return Decision([], ()) }
        return Decision([ledger.paymentMethodChange(to: method, of: customer, shop)], ())
    }
}

extension Ledger {
    /// A change of the payment method, with the failed renewals that are tried again at once.
    func paymentMethodChange(to method: PaymentMethod, of customer: CustomerID, _ shop: Shop) -> StoreEvent.Kind {
        // A product that is off sale cannot be charged for, however good the method; the product that the customer has
        // planned to change to may be on sale.
        let attempts = subscriptions(of: customer).filter {
            method == .working && self[$0].isRetrying && shop.isForSale(next(of: $0).product)
        }
        return .paymentMethodChanged(of: customer, to: method, attempts: attempts)
    }

    /// A change of a product's sale, with the failed renewals that are tried again at once where it is back (C-17, C-55).
    func saleChange(of product: ProductIndex, to isForSale: Bool, _ charges: Charges) -> StoreEvent.Kind {
        let attempts = isForSale ? charges.retried.filter { next(of: $0).product == product } : []
        return .saleChanged(of: product, isForSale: isForSale, attempts: attempts)
    }

    /// Returns whether any renewal of the customer's has failed and is still tried.
    ///
    /// Such a customer needs their payment method repaired, and no offer (S3-42).
    package func hasFailedRenewal(_ customer: CustomerID) -> Bool {
        subscriptions(of: customer).contains { self[$0].isRetrying }
    }
}
