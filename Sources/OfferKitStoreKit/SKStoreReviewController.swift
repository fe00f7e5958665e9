public import Foundation
import OfferKit

/// Asks for reviews of the app.
open class SKStoreReviewController: NSObject {
    /// A controller, for test doubles.
    public override init() { super.init() }

    /// Asks the customer for a review, which is counted (C-201): ``AppStore/requestReview()``.
    open class func requestReview() {
        AppStore.requestReview()
    }
}
