// Numbers and texts with a meaning are written as what they are, without a name around them: a store has very many.

extension Amount: Codable {
    /// Reads the number of milliunits, which is not below zero.
    public init(from decoder: any Decoder) throws {
        let milliunits = try decoder.singleValueContainer().decode(Int64.self)
        guard milliunits >= 0 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "An amount is below zero."))
        }
        self.init(milliunits: milliunits)
    }

    /// Writes the number of milliunits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliunits)
    }
}

extension Instant: Codable {
    /// Reads the number of milliseconds since 1970.
    public init(from decoder: any Decoder) throws {
        self.init(millisecondsSince1970: try decoder.singleValueContainer().decode(Int64.self))
    }

    /// Writes the number of milliseconds since 1970.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(millisecondsSince1970)
    }
}

extension CustomerID: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt32.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension AttemptID: Codable {
    /// Reads the number.
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt64.self))
    }

    /// Writes the number.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension SubscriptionPeriod: Codable {
    /// Reads an ISO 8601 duration of a single unit: `P1M`.
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let period = SubscriptionPeriod(iso8601: text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "'\(text)' is no period."))
        }
        self = period
    }

    /// Writes the period as an ISO 8601 duration.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(iso8601)
    }
}
