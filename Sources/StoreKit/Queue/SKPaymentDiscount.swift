public import Foundation
import OfferKit

/// The developer's signed claim that a customer may have a promotional offer (S0-63, B2-12).
///
/// It carries what the developer's server answered; ``SKProductDiscount`` is the offer itself (S0-64).
open class SKPaymentDiscount: NSObject, @unchecked Sendable {
    // Never changed after the initialiser: that is what makes the class Sendable, as Apple's is.
    private let offer: String
    private let key: String
    private let once: UUID
    private let proof: String
    private let date: NSNumber

    /// A claim from its five parts.
    ///
    /// - Parameters:
    ///   - identifier: The offer's identifier.
    ///   - keyIdentifier: The identifier of the key that signed.
    ///   - nonce: A UUID that was never sent before.
    ///   - signature: The signature in Base64.
    ///   - timestamp: When it was signed, in milliseconds since 1970.
    public init(identifier: String, keyIdentifier: String, nonce: UUID, signature: String, timestamp: NSNumber) {
        (offer, key, once, proof, date) = (identifier, keyIdentifier, nonce, signature, timestamp)
        super.init()
    }

    /// The offer's identifier.
    open var identifier: String { offer }
    /// The identifier of the key that signed.
    open var keyIdentifier: String { key }
    /// The UUID that was signed.
    open var nonce: UUID { once }
    /// The signature in Base64.
    open var signature: String { proof }
    /// When it was signed, in milliseconds since 1970.
    open var timestamp: NSNumber { date }

    /// Equal when all they say is.
    open override func isEqual(_ object: Any?) -> Bool {
        (object as? SKPaymentDiscount)?.claim == claim
    }

    /// Follows from the nonce, which no two claims should share.
    open override var hash: Int { nonce.hashValue }

    /// The claim as the store reads it.
    var claim: PaymentDiscount {
        PaymentDiscount(
            identifier: identifier, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature,
            timestamp: timestamp.int64Value)
    }
}
