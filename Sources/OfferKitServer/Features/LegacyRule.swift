import OfferKitCore
public import OfferKitEssentials

/// The rule for users from before there were subscriptions, who count as having subscribed once (S2-14, S2-15).
///
/// In production the date or the version suffices; elsewhere only the date counts, because the version is always `1.0`
/// there (S2-16, C-97).
public struct LegacyRule: Hashable, Sendable {
    /// The instant before which first downloads are legacy ones; nil where the date does not matter.
    let date: Date?
    /// The build below which first versions are legacy ones; nil where the version does not matter.
    let version: BuildNumber?

    /// A rule.
    ///
    /// - Parameters:
    ///   - date: The first instant at which a download is no longer a legacy one.
    ///   - version: The first build that is no longer a legacy one, such as `100` or `2.0`.
    /// - Throws: ``FeatureTimelineError/emptyLegacyRule`` or ``FeatureTimelineError/malformedVersion(_:)``.
    public init(downloadedBefore date: Date? = nil, versionBelow version: String? = nil) throws(FeatureTimelineError) {
        guard date != nil || version != nil else { throw .emptyLegacyRule }
        self.date = date
        self.version = try version.map { text throws(FeatureTimelineError) in try LegacyRule.build(text) }
    }

    /// Returns whether a first download is that of a legacy user (B18-2).
    ///
    /// - Parameter download: The download.
    /// - Returns: Whether it is.
    /// - Throws: ``FeatureTimelineError/malformedVersion(_:)``, where the version has to decide and is no build number.
    package func covers(_ download: AppDownload) throws(FeatureTimelineError) -> Bool {
        if let date, download.date < date { return true }
        guard let version, download.environment == .production else { return false }
        return try LegacyRule.build(download.version) < version
    }

    private static func build(_ text: String) throws(FeatureTimelineError) -> BuildNumber {
        guard let build = BuildNumber(text) else { throw .malformedVersion(text) }
        return build
    }
}
