/// A group of customers who are treated alike: a name and a rule.
///
/// ```swift
/// let students = Segment("students", .product("com.example.app.student") && .status(.active))
/// ```
public struct Segment: Hashable, Sendable, Identifiable {
    /// The name of a segment: one of the seven that the documents name, or any other.
    public struct Name: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
        /// The name as text.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A name.
        public init(stringLiteral value: String) { rawValue = value }

        /// Customers who get no offers: a payment is being tried again (S3-42).
        public static let doNotContact = Name(rawValue: "do not contact")
        /// Customers whom an agent marked after a bad experience (S0-127).
        public static let customerService = Name(rawValue: "customer service")
        /// Customers who left (S0-98, S0-114, S3-63).
        public static let winBack = Name(rawValue: "win-back")
        /// Subscribers who turned auto-renew off (S0-99, S3-56).
        public static let retention = Name(rawValue: "retention")
        /// Subscribers who are likely to leave (S0-129, S3-28).
        public static let save = Name(rawValue: "save")
        /// Subscribers who are about to renew for the eleventh time in a row (S0-128).
        public static let loyalty = Name(rawValue: "loyalty")
        /// Subscribers who renew a lower plan again and again, or chose one (S0-100, S0-124).
        public static let upgrade = Name(rawValue: "upgrade")
    }

    /// The segment's name.
    public let id: Name
    /// The rule that its customers meet.
    public let rule: SegmentRule
    /// Whether its customers get offers; false for those whose payment is being tried again.
    public let isOffered: Bool

    /// A segment.
    public init(_ name: Name, _ rule: SegmentRule, isOffered: Bool = true) {
        id = name
        self.rule = rule
        self.isOffered = isOffered
    }
}

extension Segment.Name: CustomStringConvertible {
    /// The name as text.
    public var description: String { rawValue }
}
