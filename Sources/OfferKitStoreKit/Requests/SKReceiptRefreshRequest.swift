import Foundation
import OfferKit

/// The key under which a test asks for an expired receipt.
public let SKReceiptPropertyIsExpired = "expired"
/// The key under which a test asks for a revoked receipt.
public let SKReceiptPropertyIsRevoked = "revoked"
/// The key under which a test asks for a receipt of a volume purchase.
public let SKReceiptPropertyIsVolumePurchase = "vpp"

/// A request for a new receipt of the account that is signed in (S2-27, C-137).
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?

    /// A request without properties.
    public override init() {
        properties = nil
    }

    /// A request for a receipt with these properties, which count in the sandbox only.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
    }

    /// The properties of the requested receipt.
    open var receiptProperties: [String: Any]? { properties }

    /// The delegate, which hears the result of the request.
    open weak var delegate: (any SKRequestDelegate)? {
        get { (self as SKRequest).delegate }
        set { (self as SKRequest).delegate = newValue }
    }

    /// Asks for the receipt, as ``OfferKit/Device/App/refreshReceipt(_:)``; it is then at ``OfferKit/Device/receiptURL``.
    ///
    /// Without a device the request fails, and says what to do (C-127).
    open override func start() {
        let (asked, slot) = (askedFor, DeviceSlot.current)
        run { try await slot.device(for: "SKReceiptRefreshRequest.start()").app.refreshReceipt(asked) }
    }

    private var askedFor: ReceiptProperties {
        let names: [(String, ReceiptProperties)] = [
            (SKReceiptPropertyIsExpired, .expired), (SKReceiptPropertyIsRevoked, .revoked),
            (SKReceiptPropertyIsVolumePurchase, .volumePurchase),
        ]
        return ReceiptProperties(names.filter { properties?[$0.0] as? Bool ?? false }.map(\.1))
    }
}
