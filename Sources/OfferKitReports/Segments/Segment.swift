/// A group of customers who are treated alike: a name and a rule.
///
/// ```swift
/// let students = Segment("students", .product("com.example.app.student") && .status(.active))
/// ```
public struct Segment: Hashable, Sendable, Identifiable {
    /// The name of a segment; seven are named by the documents, and others are as good.
    public struct Name: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
        /// The name as it is shown.
        public let rawValue: String

        /// A name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A name.
        public init(stringLiteral value: String) { rawValue = value }

        /// Nothing is offered to them: a payment is being tried again (S3-42).
        public static let doNotContact = Name(rawValue: "do not contact")
        /// Their experience was bad, and an agent marked them (S0-127).
        public static let customerService = Name(rawValue: "customer service")
        /// They left (S0-98, S0-114, S3-63).
        public static let winBack = Name(rawValue: "win-back")
        /// They are subscribed and switched auto-renew off (S0-99, S3-56).
        public static let retention = Name(rawValue: "retention")
        /// They did nothing yet, and are likely to leave (S0-129, S3-28).
        public static let save = Name(rawValue: "save")
        /// They are about to renew for the eleventh time in a row (S0-128).
        public static let loyalty = Name(rawValue: "loyalty")
        /// They renew a lower plan again and again, or chose one (S0-100, S0-124).
        public static let upgrade = Name(rawValue: "upgrade")
    }

    /// The segment's name.
    public let id: Name
    /// Who belongs to it.
    public let rule: SegmentRule
    /// Whether its customers are offered anything; not those whose payment is being tried again.
    public let isOffered: Bool

    /// A segment.
    public init(_ name: Name, _ rule: SegmentRule, isOffered: Bool = true) {
        id = name
        self.rule = rule
        self.isOffered = isOffered
    }
}

extension Segment.Name: CustomStringConvertible {
    /// The name as it is shown.
    public var description: String { rawValue }
}
