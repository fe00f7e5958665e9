import OfferKitCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Who bought the app before there were subscriptions, and so counts as having subscribed once (S2-14, S2-15).
///
/// In production the date or the version suffices; elsewhere only the date counts, because the version is always `1.0` there
/// (S2-16, C-97).
public struct LegacyRule: Hashable, Sendable {
    /// First downloads before that instant are legacy ones; nil where dates say nothing.
    package let date: Date?
    /// First versions below that one are legacy ones; nil where versions say nothing.
    package let version: BuildNumber?

    /// A rule.
    ///
    /// - Parameters:
    ///   - date: The first instant at which a download is none any more.
    ///   - version: The first build that is none any more, such as `100` or `2.0`.
    /// - Throws: ``FeatureTimelineError/emptyLegacyRule`` or ``FeatureTimelineError/malformedVersion(_:)``.
    public init(downloadedBefore date: Date? = nil, versionBelow version: String? = nil) throws(FeatureTimelineError) {
        guard date != nil || version != nil else { throw .emptyLegacyRule }
        self.date = date
        self.version = try version.map { text throws(FeatureTimelineError) in try LegacyRule.build(text) }
    }

    /// Whether a first download is one of a legacy user (B18-2).
    ///
    /// - Parameter download: The download.
    /// - Returns: Whether it is.
    /// - Throws: ``FeatureTimelineError/malformedVersion(_:)``, where the version has to decide and is no number.
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
