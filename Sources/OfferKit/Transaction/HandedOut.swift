import Foundation
import OfferKitCore
import OfferKitServer

/// A payload that can be handed to a device, and so gets a nonce.
protocol DevicePayload: DeviceBoundPayload {
    /// The kind of value, to tell the nonces of different kinds apart.
    static var kind: String { get }
    /// The text that tells the value from others of its kind.
    var subject: String { get }
}

extension TransactionPayload: DevicePayload {
    static var kind: String { "transaction" }
    var subject: String { String(transactionID) }
}

extension RenewalInfoPayload: DevicePayload {
    static var kind: String { "renewalInfo" }
    // A member of a family has the buyer's number and other renewal info.
    var subject: String { "\(originalTransactionID) \(appTransactionID ?? "")" }
}

extension AppTransactionPayload: DevicePayload {
    static var kind: String { "appTransaction" }
    var subject: String { appTransactionID ?? "" }
}

/// A value that an app was handed, made of nothing but its payload and its device.
protocol HandedOutValue: SignedValue {
    associatedtype Payload: DevicePayload
    var handed: HandedOut<Payload> { get }
    init(handed: HandedOut<Payload>)
}

/// A payload and the device it was handed to, which is all that its JWS is made of, once somebody reads that.
///
/// Equal when the payloads say the same: neither the device nor the date of the signature counts (C-109). A class, so
/// that a value that an app copies is one reference.
final class HandedOut<Payload: DevicePayload>: Sendable {
    let payload: Payload
    let device: Device
    /// The store's own numbers of a transaction; 0 for other values.
    let own: OwnNumbers
    /// Whether its verification is that of another device, as a value has that was copied to this one.
    private let isCopied: Bool

    init(_ payload: Payload, to device: Device, _ own: OwnNumbers = OwnNumbers(), isCopied: Bool = false) {
        self.payload = payload
        self.device = device
        self.own = own
        self.isCopied = isCopied
    }

    /// The same value, verified for another device.
    var copied: HandedOut { HandedOut(payload, to: device, own, isCopied: true) }

    private var signer: StoreSigner { device.store.signer }

    /// The nonce, the same for one value at one time on one device: reading again gives the same bytes (C-109).
    var nonce: UUID {
        signer.nonce(of: Payload.kind, payload.subject, at: Instant(payload.signedDate), for: device.verificationID)
    }

    private var deviceID: UUID { isCopied ? signer.otherDeviceID : device.verificationID }

    var deviceVerification: [UInt8] { DeviceVerification.hash(nonce: nonce, deviceID: deviceID) }

    /// The payload with the values that tie it to the device.
    var signedPayload: Payload { bound(to: deviceID) }

    var json: [UInt8] { signedPayload.json(without: nil) }

    /// Returns the JWS, or one that fails its check for a reason.
    func jws(failing error: VerificationResult<Any>.VerificationError?) -> String {
        let flaw = signer.failure(error, at: Instant(payload.signedDate)).map { SignedDataFlaw($0) }
        // A chain that does not cover the store's time fails by itself.
        guard let flaw, flaw != .invalidCertificateChain || signer.covers(Instant(payload.signedDate)) else {
            return signer.chain.jws(of: json)
        }
        return signer.chain.jws(
            of: flaw == .invalidDeviceVerification ? bound(to: signer.otherDeviceID) : signedPayload, failing: flaw)
    }

    private func bound(to deviceID: UUID) -> Payload {
        var payload = payload
        payload.bind(to: deviceID, nonce: nonce)
        return payload
    }
}

/// The store's own numbers of a transaction, which are never those of two, whatever apps see (C-221).
struct OwnNumbers: Sendable {
    var number: TransactionID = 0
    /// The number of the subscription's first transaction; its own otherwise.
    var original: TransactionID = 0
}

extension OwnNumbers {
    init(_ record: TransactionRecord) { self.init(number: record.id, original: record.originalID) }
}

extension HandedOut: Hashable {
    static func == (a: HandedOut, b: HandedOut) -> Bool {
        if a === b { return true }
        var other = b.payload
        other.signedDate = a.payload.signedDate
        return a.payload == other
    }

    func hash(into hasher: inout Hasher) { hasher.combine(payload.subject) }
}

extension SignedDataFlaw {
    fileprivate init(_ error: VerificationResult<Any>.VerificationError) {
        switch error {
        case .revokedCertificate: self = .revokedCertificate
        case .invalidCertificateChain: self = .invalidCertificateChain
        case .invalidDeviceVerification: self = .invalidDeviceVerification
        case .invalidEncoding: self = .invalidEncoding
        case .invalidSignature: self = .invalidSignature
        case .missingRequiredProperties: self = .missingRequiredProperties
        }
    }
}
