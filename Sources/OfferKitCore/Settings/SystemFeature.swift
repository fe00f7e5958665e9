/// A feature that only newer systems have, or only some platforms (B3-9, C-102).
///
/// Products, purchases, codes, intents and messages all ask this one table.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SystemFeature: String, Hashable, Sendable, Codable, CaseIterable {
    /// Redeeming a promotional offer, and seeing `discounts` (S1-40).
    case promotionalOffers
    /// Handing a compact JWS over with a purchase (B2-22).
    case signedRequests
    /// Redeeming an offer code anywhere (S1-41).
    case offerCodes
    /// The sheet for codes in the app (S1-45).
    case codeSheet
    /// Seeing win-back offers in the app, and buying with one there (B15-22).
    case winBackOffers
    /// Purchases that begin in the App Store and end in the app (S4-32, C-102).
    case purchaseIntents
    /// Adding a win-back offer that the app forgot when it completed a purchase intent (S4-37).
    case forgottenIntentOffers
    /// Messages of the App Store in the app (B15-20).
    case messages
    /// The message about a billing problem (S3-48).
    case billingIssueMessage

    /// The first version of a platform that has the feature; nil for a platform that never does.
    ///
    /// visionOS 2 has purchase intents, because S4-37 says so; Apple's reference leaves it open.
    func minimum(on platform: DeviceSystem.Platform) -> DeviceSystem.Version? {
        typealias Version = DeviceSystem.Version
        let versions: [DeviceSystem.Platform: Version] =
            switch self {
            case .promotionalOffers:
                [
                    .iOS: Version(12, 2), .macOS: Version(10, 14, 4), .tvOS: Version(12, 2), .visionOS: Version(1),
                    .watchOS: Version(6, 2),
                ]
            case .signedRequests:
                [
                    .iOS: Version(15), .macOS: Version(12), .tvOS: Version(15), .visionOS: Version(1),
                    .watchOS: Version(8),
                ]
            case .offerCodes:
                [
                    .iOS: Version(14), .macOS: Version(11), .tvOS: Version(14), .visionOS: Version(1),
                    .watchOS: Version(7),
                ]
            case .codeSheet: [.iOS: Version(14), .macOS: Version(15), .visionOS: Version(1)]
            case .winBackOffers:
                [
                    .iOS: Version(18), .macOS: Version(15), .tvOS: Version(18), .visionOS: Version(2),
                    .watchOS: Version(11),
                ]
            case .purchaseIntents: [.iOS: Version(16, 4), .macOS: Version(14, 4), .visionOS: Version(2)]
            case .forgottenIntentOffers: [.iOS: Version(18), .visionOS: Version(2)]
            case .messages: [.iOS: Version(16), .visionOS: Version(1)]
            case .billingIssueMessage: [.iOS: Version(16, 4), .visionOS: Version(1)]
            }
        return versions[platform]
    }
}

extension SystemFeature {
    /// The feature that a device needs to redeem an offer of a kind in the app; nil where every system will do.
    package init?(redeeming type: OfferType) {
        switch type {
        case .promo: self = .promotionalOffers
        case .code: self = .offerCodes
        case .winBack: self = .winBackOffers
        default: return nil
        }
    }
}

extension DeviceSystem {
    /// Returns whether the system has the feature.
    package func has(_ feature: SystemFeature) -> Bool {
        shortfall(of: feature) == nil
    }

    /// The shortfall that keeps the system from having the feature; nil where it has it.
    package func shortfall(of feature: SystemFeature) -> SystemShortfall? {
        let minimum = feature.minimum(on: platform)
        if let minimum, version >= minimum { return nil }
        return SystemShortfall(feature: feature, system: self, minimum: minimum)
    }
}

/// A system that lacks a feature, and the first version that has it.
public struct SystemShortfall: Hashable, Sendable, Codable {
    /// The feature that is missing.
    public let feature: SystemFeature
    /// The device's system.
    public let system: DeviceSystem
    /// The first version of that platform that has it; nil when the platform never does.
    public let minimum: DeviceSystem.Version?
}

extension SystemShortfall: CustomStringConvertible {
    /// The missing feature, and the version to update to.
    public var description: String {
        let want =
            minimum.map { "need \(system.platform.rawValue) \($0) or later. Update the device's system." }
            ?? "do not exist on \(system.platform.rawValue)."
        return "\(feature.words) \(want) This device runs \(system)."
    }
}

extension SystemFeature {
    fileprivate var words: String {
        switch self {
        case .promotionalOffers: "promotional offers"
        case .signedRequests: "purchases with a compact JWS"
        case .offerCodes: "offer codes"
        case .codeSheet: "sheets for offer codes in the app"
        case .winBackOffers: "win-back offers in the app"
        case .purchaseIntents: "purchase intents"
        case .forgottenIntentOffers: "offers that are added to a purchase intent"
        case .messages: "messages of the App Store"
        case .billingIssueMessage: "messages about billing problems"
        }
    }
}
