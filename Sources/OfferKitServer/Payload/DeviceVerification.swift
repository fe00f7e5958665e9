import OfferKitCore
import OfferKitCrypto

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The hash that ties a signed value to the device it was handed to (StoreKit: `deviceVerification`).
public enum DeviceVerification {
    /// The SHA-384 hash, 48 bytes, of the nonce's text followed by the device's, both in 36 lower-case characters.
    ///
    /// - Parameters:
    ///   - nonce: The value's `deviceVerificationNonce`.
    ///   - deviceID: The device's `AppStore.deviceVerificationID`.
    /// - Returns: What a value for that device has as `deviceVerification`.
    public static func hash(nonce: UUID, deviceID: UUID) -> [UInt8] {
        SHA384.hash(Array((OfferPayload.text(nonce) + OfferPayload.text(deviceID)).utf8))
    }
}
