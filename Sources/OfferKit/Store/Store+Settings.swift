public import OfferKitCore

// What the developer and the test environment set for the whole store.

extension Store {
    /// The share of everybody's renewals that fails by chance; nil, as at first, for none.
    ///
    /// A customer's own rate (``Customer/failureRate``) comes before it.
    public var failureRate: FailureRate? {
        get { read { $0.charges.rate } }
        set { perform { $0.charges.decideFailureRate(newValue) } }
    }

    /// The app's billing grace period; nil when it is off (S3-49).
    ///
    /// A renewal that has failed already keeps the grace it got (B7-6).
    public var gracePeriod: BillingGracePeriod? {
        get { read { $0.settings.gracePeriod } }
        set { perform { $0.settings.decideGracePeriod(newValue) } }
    }

    /// The pace: how long periods, grace and billing retry last.
    ///
    /// Periods that run keep their ends when it is changed.
    public var pace: Pace {
        get { read { $0.settings.pace } }
        set { perform { $0.settings.decidePace(newValue) } }
    }
}
