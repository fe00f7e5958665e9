import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// Signs what the store hands out, and makes the nonces and identifiers that belong to it.
///
/// All of it follows from the seed and the arguments, and nothing of it moves the store's chance: so reading changes no
/// bytes (C-109).
final class StoreSigner: Sendable {
    /// The seed from which the certificates come.
    let seed: UInt64
    /// The chain that a team brought; nil where the store made one.
    let givenChain: SigningChain?
    private let made = Locked(Made.nothing)

    /// The values that are made when they are first asked for, and that take no memory before.
    private indirect enum Made: Sendable {
        case nothing
        case chain(SigningChain)
        case verifier(SignedDataVerifier, SigningChain)
    }

    init(seed: UInt64, chain: SigningChain?) {
        self.seed = seed
        givenChain = chain
    }

    /// The certificates and the key, made when they are first asked for: a store that nobody reads signatures of pays
    /// nothing.
    var chain: SigningChain {
        if let givenChain { return givenChain }
        return made.withLock { made in
            switch made {
            case .chain(let chain), .verifier(_, let chain): return chain
            case .nothing:
                let chain = SigningChain(seed: seed)
                made = .chain(chain)
                return chain
            }
        }
    }

    /// Returns the store's own verifier, made on first request: it verifies the chain once and prepares the leaf's key.
    func verifier(_ make: (SigningChain) -> SignedDataVerifier) -> SignedDataVerifier {
        if case .verifier(let verifier, _) = made.withLock({ $0 }) { return verifier }
        let chain = chain
        let verifier = make(chain)
        made.withLock { $0 = .verifier(verifier, chain) }
        return verifier
    }

    /// The keys that receipts are sealed with, and the app's shared secret.
    var receiptKeys: ReceiptKeys { ReceiptKeys(seed: seed) }

    /// Returns whether the certificates are good at a date; does not make them.
    func covers(_ instant: Instant) -> Bool {
        givenChain?.covers(instant) ?? SigningChain.madeChainsCover(instant)
    }

    /// Returns the reason why a value's check fails at a date, where it is to fail for a reason; nil for one that
    /// passes.
    ///
    /// What a simulation asks for gives way to what is so: nothing is verified by certificates that are not good
    /// (C-111), and a team's chain without the key of its intermediate revokes nothing.
    func failure(
        _ error: VerificationResult<Any>.VerificationError?, at instant: Instant
    ) -> VerificationResult<Any>.VerificationError? {
        switch error {
        case .invalidEncoding: error
        case _ where !covers(instant): .invalidCertificateChain
        case .revokedCertificate where givenChain.map { !$0.canRevoke } ?? false: .invalidCertificateChain
        default: error
        }
    }

    /// Returns the nonce of a value's device verification.
    func nonce(of kind: String, _ subject: String, at instant: Instant, for device: UUID) -> UUID {
        uuid("nonce \(kind) \(subject) \(instant.millisecondsSince1970) \(device.uuidString)")
    }

    /// Returns the `notificationUUID` of a notification (B11-3).
    func notificationUUID(_ id: NotificationID) -> UUID {
        uuid("notification \(id.cause) \(id.ordinal)")
    }

    /// Returns the identifier of a customer's device, by the order in which they got them.
    func deviceID(_ number: Int, of customer: CustomerID) -> UUID {
        uuid("device \(number) of \(customer.rawValue)")
    }

    /// The identifier of a device that nobody has.
    var otherDeviceID: UUID { uuid("another device") }

    private func uuid(_ label: String) -> UUID {
        UUID(random: SHA256.hash(Array("OfferKit \(seed) \(label)".utf8)))
    }
}
