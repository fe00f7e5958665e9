/// The kind of a subscription offer, one of four, as transactions and renewal info state it.
///
/// The raw values are those of the signed data: 1 introductory, 2 promotional, 3 offer code, 4 win-back
/// (B4, S3-61, S4-39). Apple may add kinds, so this is an open set: a `switch` needs a `default`.
public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable, Codable {
    /// The number in signed data.
    public let rawValue: Int

    /// The kind with that number, known or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// An introductory offer: applied by itself to customers who are eligible.
    public static let intro = OfferType(rawValue: 1)
    /// A promotional offer: signed by the developer's server.
    public static let promo = OfferType(rawValue: 2)
    /// An offer code that the customer entered.
    public static let code = OfferType(rawValue: 3)
    /// A win-back offer, for customers who churned.
    public static let winBack = OfferType(rawValue: 4)
}

extension OfferType: CustomDebugStringConvertible {
    /// The kind in words.
    public var debugDescription: String {
        switch self {
        case .intro: "introductory"
        case .promo: "promotional"
        case .code: "offer code"
        case .winBack: "win-back"
        default: "offer type \(rawValue)"
        }
    }
}
