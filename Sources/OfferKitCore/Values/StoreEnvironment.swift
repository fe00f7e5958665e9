/// Which of Apple's environments a store stands for: what transactions say of where they were made.
///
/// Apple may add environments, so this is an open set: a `switch` needs a `default`.
public struct StoreEnvironment: RawRepresentable, Equatable, Hashable, Sendable, Codable {
    /// The text in signed data.
    public let rawValue: String

    /// The environment with that text, known or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The real App Store.
    public static let production = StoreEnvironment(rawValue: "Production")
    /// The sandbox.
    public static let sandbox = StoreEnvironment(rawValue: "Sandbox")
    /// Testing with a configuration file.
    public static let xcode = StoreEnvironment(rawValue: "Xcode")
}
