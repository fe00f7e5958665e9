public import OfferKitCore
public import OfferKitEssentials

/// A stretch of time that a customer paid for, or had in a free trial: one record of a purchase (S2-8).
public struct PaidPeriod: Hashable, Sendable {
    /// The date when it was bought, or began.
    public let start: Date
    /// The date when it expires.
    public let end: Date
    /// Whether it was refunded, or access to it taken back.
    public var isRefunded: Bool
    /// Whether an upgrade replaced it.
    public var isUpgraded: Bool

    /// A period.
    ///
    /// - Parameters:
    ///   - start: The date when it was bought, or began.
    ///   - end: The date when it expires.
    ///   - isRefunded: Whether it was refunded.
    ///   - isUpgraded: Whether an upgrade replaced it.
    /// - Throws: ``FeatureTimelineError/periodEndsBeforeItBegins(start:end:)``.
    public init(
        from start: Date, to end: Date, isRefunded: Bool = false, isUpgraded: Bool = false
    ) throws(FeatureTimelineError) {
        guard start <= end else { throw .periodEndsBeforeItBegins(start: start, end: end) }
        self.start = start
        self.end = end
        self.isRefunded = isRefunded
        self.isUpgraded = isUpgraded
    }
}

/// A customer's first download of the app, as in a receipt or `AppTransaction` (S2-15).
public struct AppDownload: Hashable, Sendable {
    /// The date of the download: `original_purchase_date_ms`.
    public var date: Date
    /// The build number of the version downloaded: `original_application_version`.
    public var version: String
    /// The environment; in the sandbox the version is always `1.0` and says nothing (S2-16).
    public var environment: StoreEnvironment

    /// A first download.
    public init(on date: Date, version: String, environment: StoreEnvironment = .production) {
        self.date = date
        self.version = version
        self.environment = environment
    }
}
