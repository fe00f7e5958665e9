public import Foundation
public import OfferKitCore

/// StoreKit's calls that concern the App Store as a whole, on the device that static calls act on (``DeviceSlot``).
///
/// StoreKit's sheets take the window that shows them. Here there is none: the same calls come without it, on any actor,
/// and the customer does what ``Device/appStoreAnswers`` says (C-113).
public enum AppStore: Sendable {
    /// StoreKit's name for an environment that a store stands for.
    public typealias Environment = StoreEnvironment

    /// Whether the customer may buy on the device (``Device/canMakePayments``); true where there is no device.
    public static var canMakePayments: Bool {
        DeviceSlot.current.deviceIfAny(for: "AppStore.canMakePayments")?.canMakePayments ?? true
    }

    /// The identifier that signed values are tied to (``Device/verificationID``); nil where there is no device.
    public static var deviceVerificationID: UUID? {
        DeviceSlot.current.deviceIfAny(for: "AppStore.deviceVerificationID")?.verificationID
    }

    /// Asks the customer to sign in, and brings the device up to date.
    ///
    /// - Throws: ``StoreKitError``: `userCancelled` when the customer does not sign in, a failure that is simulated, or
    ///   `systemError` with ``NoCurrentDeviceError``.
    public static func sync() async throws {
        try await DeviceSlot.current.device(for: "AppStore.sync()").app.sync()
    }

    /// Shows the page that manages subscriptions.
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func showManageSubscriptions() async throws {
        try await DeviceSlot.current.device(for: "AppStore.showManageSubscriptions()").app.showManageSubscriptions()
    }

    /// Shows the page that manages the subscriptions of a group.
    ///
    /// - Parameter subscriptionGroupID: The identifier of the subscription group.
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func showManageSubscriptions(subscriptionGroupID: String) async throws {
        try await DeviceSlot.current.device(for: "AppStore.showManageSubscriptions(subscriptionGroupID:)")
            .app.showManageSubscriptions(inGroup: subscriptionGroupID)
    }

    /// Shows the sheet for offer codes; the transaction of a redeemed code comes in `Transaction.updates` (B16-6).
    ///
    /// - Throws: ``StoreKitError``: a failure that is simulated, or `systemError` with ``NoCurrentDeviceError``.
    public static func presentOfferCodeRedeemSheet() async throws {
        try await DeviceSlot.current.device(for: "AppStore.presentOfferCodeRedeemSheet()")
            .app.showOfferCodeRedeemSheet()
    }

    /// Asks the customer for a review, which is counted (``Device/reviewRequests``); has no effect where there is no
    /// device.
    public static func requestReview() {
        DeviceSlot.current.deviceIfAny(for: "AppStore.requestReview()")?.app.requestReview()
    }

    /// A platform that apps are bought on.
    ///
    /// An open set: a `switch` needs a `default`.
    public struct Platform: RawRepresentable, Equatable, Hashable, Sendable {
        /// The text in signed data.
        public let rawValue: String

        /// Creates the platform with that text, known or not.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// iPhone, iPad, and with them Apple Watch.
        public static let iOS = Platform(rawValue: "iOS")
        /// The Mac.
        public static let macOS = Platform(rawValue: "macOS")
        /// Apple TV.
        public static let tvOS = Platform(rawValue: "tvOS")
        /// Apple Vision.
        public static let visionOS = Platform(rawValue: "visionOS")
    }
}
