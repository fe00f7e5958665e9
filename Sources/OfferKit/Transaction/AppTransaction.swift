public import Foundation
public import OfferKitCore
public import OfferKitServer

/// The customer's download of the app, as the app's device sees it.
///
/// Two are equal when they say the same of the download: when they were signed, and for which device, does not count.
public struct AppTransaction: Equatable, Hashable, Sendable {
    let handed: HandedOut<AppTransactionPayload>

    init(handed: HandedOut<AppTransactionPayload>) { self.handed = handed }

    init(in state: __shared StoreState, on device: Device) {
        handed = HandedOut(
            AppTransactionPayload(of: device.customer.id, installed: device.appVersion, in: state), to: device)
    }

    /// The signed payload, in the wire's own units; ``jsonRepresentation`` is its JSON.
    public var payload: AppTransactionPayload { handed.signedPayload }

    /// The payload without the values that tie it to the device, which take a hash to work out.
    private var content: AppTransactionPayload { handed.payload }

    /// The app's number in the App Store; nil but in production.
    public var appID: UInt64? { content.appAppleID.flatMap { UInt64(exactly: $0) } }
    /// The identifier of the customer's download of the app (C-110).
    public var appTransactionID: String { content.appTransactionID ?? "" }
    /// The version of the app that is installed (``Device/appVersion``).
    public var appVersion: String { content.applicationVersion }
    /// The App Store's number for that version; nil, as in the sandbox and in Xcode.
    public var appVersionID: UInt64? { content.versionExternalIdentifier.flatMap { UInt64(exactly: $0) } }
    /// The bundle identifier of the app.
    public var bundleID: String { content.bundleID }
    /// The environment the store stands for.
    public var environment: StoreEnvironment { content.environment }
    /// The version that the customer first got (``Customer/firstDownload``).
    public var originalAppVersion: String { content.originalApplicationVersion }
    /// The date on which the customer first got the app.
    public var originalPurchaseDate: Date { content.originalPurchaseDate }
    /// The date on which the customer ordered the app before it came out; nil when not.
    public var preorderDate: Date? { content.preorderDate }
    /// The platform that the customer first got the app on.
    public var originalPlatform: AppStore.Platform { AppStore.Platform(rawValue: content.originalPlatform ?? "") }
    /// The text of ``originalPlatform``, for older systems.
    public var originalPlatformStringRepresentation: String { originalPlatform.rawValue }
}

extension AppTransaction: SignedValue, HandedOutValue {
    /// The device that sees it.
    public var device: Device { handed.device }
    /// The date on which the store signed it: as soon as it was handed out, and before anybody reads the JWS.
    public var signedDate: Date { content.signedDate }
    /// The signed payload, as the JSON that the JWS carries.
    public var jsonRepresentation: Data { Data(handed.json) }
    /// The SHA-384 hash of the nonce and the device's identifier.
    public var deviceVerification: Data { Data(handed.deviceVerification) }
    /// The nonce of ``deviceVerification``.
    public var deviceVerificationNonce: UUID { handed.nonce }
    /// Returns the JWS that the store makes of it, or one that fails its check for a reason.
    public func jwsRepresentation(failing error: VerificationResult<Any>.VerificationError?) -> String {
        handed.jws(failing: error)
    }
}
