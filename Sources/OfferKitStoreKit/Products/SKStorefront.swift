public import Foundation
import OfferKit

/// The App Store of one country or region, in the original API.
open class SKStorefront: NSObject, @unchecked Sendable {
    // The storefront never changes after the initialiser: so the class is Sendable, as Apple's is.
    private let storefront: Storefront?

    /// No storefront, for test doubles.
    public override init() {
        storefront = nil
    }

    init(_ storefront: Storefront) {
        self.storefront = storefront
    }

    /// The ISO 3166-1 alpha-3 code, such as `USA`.
    open var countryCode: String { storefront?.countryCode ?? "" }
    /// Apple's number for it, such as `143441`.
    open var identifier: String { storefront?.id ?? "" }
}
