/// How a customer first came by the app: what their app transaction tells of it.
public struct FirstDownload: Hashable, Sendable, Codable {
    /// The version of the app, as its `CFBundleVersion` has it on iOS.
    public let version: String
    /// When the customer downloaded it.
    public let date: Instant
    /// The platform it was downloaded on.
    public let platform: DeviceSystem.Platform
    /// When the customer ordered it before it came out; nil when not.
    public let preorderDate: Instant?

    /// A first download.
    public init(
        version: String, date: Instant, platform: DeviceSystem.Platform = .iOS, preorderDate: Instant? = nil
    ) {
        self.version = version
        self.date = date
        self.platform = platform
        self.preorderDate = preorderDate
    }

    /// What the sandbox says of everybody: version 1.0, on 1 August 2013, 07:00 UTC.
    static let inSandbox = FirstDownload(version: "1.0", date: Instant(millisecondsSince1970: 1_375_340_400_000))
}
