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

    /// The first system of each platform that has the feature; a platform that is not listed never has it.
    ///
    /// visionOS 2 has purchase intents, because S4-37 says so; Apple's reference leaves it open.
    fileprivate var firstSystems: [DeviceSystem] {
        switch self {
        case .promotionalOffers: [.iOS(12, 2), .macOS(10, 14, 4), .tvOS(12, 2), .visionOS(1), .watchOS(6, 2)]
        case .signedRequests: [.iOS(15), .macOS(12), .tvOS(15), .visionOS(1), .watchOS(8)]
        case .offerCodes: [.iOS(14), .macOS(11), .tvOS(14), .visionOS(1), .watchOS(7)]
        case .codeSheet: [.iOS(14), .macOS(15), .visionOS(1)]
        case .winBackOffers: [.iOS(18), .macOS(15), .tvOS(18), .visionOS(2), .watchOS(11)]
        case .purchaseIntents: [.iOS(16, 4), .macOS(14, 4), .visionOS(2)]
        case .forgottenIntentOffers: [.iOS(18), .visionOS(2)]
        case .messages: [.iOS(16), .visionOS(1)]
        case .billingIssueMessage: [.iOS(16, 4), .visionOS(1)]
        }
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
        let minimum = feature.firstSystems.first { $0.platform == platform }?.version
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
