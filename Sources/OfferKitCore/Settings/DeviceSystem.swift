/// The operating system of a device, which decides which calls of StoreKit exist on it (B3-9).
///
/// ```swift
/// let old = customer.addDevice(system: .iOS(12, 1))     // no promotional offers there yet
/// ```
public struct DeviceSystem: Hashable, Sendable, Codable {
    /// The platforms that StoreKit exists on.
    ///
    /// iPadOS and Mac Catalyst count as iOS.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Platform: String, Hashable, Sendable, Codable, CaseIterable {
        /// iPhone, iPad and Mac Catalyst.
        case iOS
        /// The Mac.
        case macOS
        /// Apple TV.
        case tvOS
        /// Apple Vision.
        case visionOS
        /// Apple Watch.
        case watchOS
    }

    /// A system's version, such as 12.2.
    public struct Version: Hashable, Comparable, Sendable, Codable {
        /// The number before the first point.
        public let major: Int
        /// The number after it.
        public let minor: Int
        /// The number after the second point.
        public let patch: Int

        /// A version from its numbers.
        public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// Versions are ordered by their numbers, the first one first.
        public static func < (a: Version, b: Version) -> Bool {
            (a.major, a.minor, a.patch) < (b.major, b.minor, b.patch)
        }
    }

    /// The platform.
    public let platform: Platform
    /// The version of its system.
    public let version: Version

    /// A system.
    public init(_ platform: Platform, _ version: Version) {
        self.platform = platform
        self.version = version
    }

    /// iOS, iPadOS or Mac Catalyst.
    public static func iOS(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> DeviceSystem {
        DeviceSystem(.iOS, Version(major, minor, patch))
    }

    /// The Mac's system.
    public static func macOS(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> DeviceSystem {
        DeviceSystem(.macOS, Version(major, minor, patch))
    }

    /// Apple TV's system.
    public static func tvOS(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> DeviceSystem {
        DeviceSystem(.tvOS, Version(major, minor, patch))
    }

    /// Apple Vision's system.
    public static func visionOS(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> DeviceSystem {
        DeviceSystem(.visionOS, Version(major, minor, patch))
    }

    /// Apple Watch's system.
    public static func watchOS(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) -> DeviceSystem {
        DeviceSystem(.watchOS, Version(major, minor, patch))
    }

    /// The newest iOS that the rules know, which has every feature; a device runs it unless told otherwise.
    public static let newest = DeviceSystem.iOS(27)
}

extension DeviceSystem.Version: CustomStringConvertible {
    /// The numbers with points between them, without a third one that is 0.
    public var description: String {
        patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
    }
}

extension DeviceSystem: CustomStringConvertible {
    /// Platform and version, such as `iOS 12.1`.
    public var description: String { "\(platform.rawValue) \(version)" }
}
