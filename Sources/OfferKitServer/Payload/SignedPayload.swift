import OfferKitCore
import OfferKitCrypto
package import OfferKitEssentials

/// A JSON object of known members in a fixed order, and of others.
package protocol PayloadObject: Hashable, Sendable {
    /// The names of its own members in the order in which they are written, which is that of Apple's libraries' models.
    associatedtype Member: RawRepresentable<String>, CaseIterable, Hashable, Sendable

    /// Members that this library gives no meaning to.
    var otherMembers: [String: JSONText] { get set }

    /// Reads the members.
    init(_ fields: PayloadFields<Member>) throws(PayloadError)
    /// Writes a member, unless it has no value.
    func write(_ member: Member, _ name: String, to writer: inout JSONWriter)
}

extension PayloadObject {
    /// Writes the members, without one of them where that is given.
    func write(to writer: inout JSONWriter, without omitted: Member? = nil) {
        for member in Member.allCases where member != omitted { write(member, member.rawValue, to: &writer) }
        writer.add(otherMembers, besides: Member.self)
    }
}

/// A payload that the store signs.
package protocol SignedPayload: PayloadObject {
    /// The member with the date of the signature, by which the certificates are judged.
    static var dateMember: Member { get }
    /// The member that is left out of a payload that is to fail for a missing one.
    ///
    /// Apple's own libraries look at it, so that they refuse the payload too.
    static var neededMember: Member { get }

    /// The date when the store signed it.
    var signedDate: Date { get set }
}

extension SignedPayload {
    /// Returns the JSON, without one of its members where that is given.
    package func json(without omitted: Member?) -> [UInt8] {
        // Thirty members take some 900 bytes; the capacity allows for the longest form of each.
        var writer = JSONWriter(capacity: 2_048)
        write(to: &writer, without: omitted)
        return writer.bytes
    }
}

/// A payload that the store signs for one device: a value for an app, not for a server.
package protocol DeviceBoundPayload: SignedPayload {
    /// The hash that ties it to a device.
    var deviceVerification: [UInt8]? { get set }
    /// The nonce of the hash.
    var deviceVerificationNonce: UUID? { get set }
}

extension DeviceBoundPayload {
    /// Ties the value to a device.
    package mutating func bind(to deviceID: UUID, nonce: UUID) {
        deviceVerification = DeviceVerification.hash(nonce: nonce, deviceID: deviceID)
        deviceVerificationNonce = nonce
    }
}

/// The hash that ties a signed value to the device it was handed to (StoreKit: `deviceVerification`).
package enum DeviceVerification {
    /// The SHA-384 hash, 48 bytes, of the nonce's text followed by the device's, both in 36 lower-case characters.
    ///
    /// - Parameters:
    ///   - nonce: The value's `deviceVerificationNonce`.
    ///   - deviceID: The device's `AppStore.deviceVerificationID`.
    /// - Returns: The `deviceVerification` of a value for that device.
    package static func hash(nonce: UUID, deviceID: UUID) -> [UInt8] {
        SHA384.hash(Array((OfferPayload.text(nonce) + OfferPayload.text(deviceID)).utf8))
    }
}
