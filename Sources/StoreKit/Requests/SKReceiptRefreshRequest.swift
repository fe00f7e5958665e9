public import Foundation
import OfferKit

/// The key under which a test asks for an expired receipt.
public let SKReceiptPropertyIsExpired = "expired"
/// The key under which a test asks for a revoked receipt.
public let SKReceiptPropertyIsRevoked = "revoked"
/// The key under which a test asks for a receipt of a volume purchase.
public let SKReceiptPropertyIsVolumePurchase = "vpp"

/// There is no receipt file here: read `AppTransaction.shared` and `Transaction.currentEntitlements` instead.
struct ReceiptsNotSupported: Error, LocalizedError, Hashable, Sendable {
    /// What there is instead.
    var errorDescription: String? {
        """
        There is no App Store receipt here, and nothing at Bundle.main.appStoreReceiptURL. Read AppTransaction.shared and \
        Transaction.currentEntitlements, whose jwsRepresentation a server can verify.
        """
    }
}

/// A request for a new receipt, which always fails: there are no receipts here (C-120).
open class SKReceiptRefreshRequest: SKRequest {
    private let properties: [String: Any]?

    /// A request without properties.
    public override init() {
        properties = nil
    }

    /// A request for a receipt with these properties.
    public init(receiptProperties properties: [String: Any]?) {
        self.properties = properties
    }

    /// What was asked for.
    open var receiptProperties: [String: Any]? { properties }

    /// Who hears what becomes of the request.
    open weak var delegate: (any SKRequestDelegate)? {
        get { (self as SKRequest).delegate }
        set { (self as SKRequest).delegate = newValue }
    }

    /// Fails with ``SKError/Code/unknown``, and says what there is instead.
    open override func start() {
        run {
        } then: { request, _ in
            request.fail(SKError(.unknown, userInfo: [NSUnderlyingErrorKey: ReceiptsNotSupported()]))
        }
    }
}

extension Bundle {
    /// Where the App Store's receipt is: nowhere, as there is none here (C-120).
    ///
    /// Apple's Foundation has this; the one on Linux does not.
    public var appStoreReceiptURL: URL? { nil }
}
