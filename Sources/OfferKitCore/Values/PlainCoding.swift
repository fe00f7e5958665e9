extension CodingUserInfoKey {
    /// Has a decoder read values without a look at what they say of one another, to find one that cannot be read.
    package static let readsWithoutJudging = CodingUserInfoKey(rawValue: "OfferKit.readsWithoutJudging")
}

extension Decoder {
    /// Whether what is read must be possible as a whole.
    var isJudging: Bool { CodingUserInfoKey.readsWithoutJudging.flatMap { userInfo[$0] } == nil }

    /// The error of a value that no store has.
    func corrupted(_ fault: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: fault))
    }
}

// These types are written as plain numbers and texts, without a name around them, because a store has very many.

extension Amount: Codable {
    /// Reads the number of milliunits, which is not below zero.
    package init(from decoder: any Decoder) throws {
        let milliunits = try Int64(from: decoder)
        guard milliunits >= 0 else { throw decoder.corrupted("An amount is below zero.") }
        self.init(milliunits: milliunits)
    }

    /// Writes the number of milliunits.
    package func encode(to encoder: any Encoder) throws { try milliunits.encode(to: encoder) }
}

extension Instant: Codable {
    /// Reads the number of milliseconds since 1970.
    package init(from decoder: any Decoder) throws { self.init(millisecondsSince1970: try Int64(from: decoder)) }

    /// Writes the number of milliseconds since 1970.
    package func encode(to encoder: any Encoder) throws { try millisecondsSince1970.encode(to: encoder) }
}

extension CustomerID: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws { self.init(rawValue: try UInt32(from: decoder)) }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension AttemptID: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws { self.init(rawValue: try UInt64(from: decoder)) }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension SubscriptionPeriod: Codable {
    /// Reads an ISO 8601 duration of a single unit: `P1M`.
    public init(from decoder: any Decoder) throws {
        let text = try String(from: decoder)
        guard let period = SubscriptionPeriod(iso8601: text) else { throw decoder.corrupted("'\(text)' is no period.") }
        self = period
    }

    /// Writes the period as an ISO 8601 duration.
    public func encode(to encoder: any Encoder) throws { try iso8601.encode(to: encoder) }
}
