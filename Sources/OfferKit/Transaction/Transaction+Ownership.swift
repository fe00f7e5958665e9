extension Transaction {
    /// How a customer came by a transaction.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// The type with that text, known or not.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The customer bought it.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        /// A member of the family bought it.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
    }

    /// Why a transaction was refunded.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// The number in signed data (B10-1).
        public let rawValue: Int

        /// The reason with that number, known or not.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// The customer had an issue with the app.
        public static let developerIssue = RevocationReason(rawValue: 1)
        /// Another reason.
        public static let other = RevocationReason(rawValue: 0)
    }
}
