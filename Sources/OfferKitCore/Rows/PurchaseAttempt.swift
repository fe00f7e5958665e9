import OfferKitEssentials

/// An open payment sheet: a request that passed the store's checks and waits for an answer.
package struct PurchaseAttempt: Hashable, Sendable, Codable {
    /// The reason why an attempt waits for somebody else than the customer at the sheet.
    package enum Wait: UInt8, Hashable, Sendable, Codable {
        /// A parent has to approve (B10-8).
        case askToBuy
        /// The customer has something to settle with the App Store first, new terms for instance.
        case interrupted
    }

    /// The attempt's number.
    package let id: AttemptID
    /// The customer who buys.
    package let customer: CustomerID
    /// The product asked for.
    package let product: ProductIndex
    /// The storefront where the purchase is charged (C-44).
    package let territory: Territory
    /// The quantity of the product.
    package let quantity: Int
    /// The user name or token that came with the request.
    let account: AppAccount
    /// The terms of the offer asked for, captured when they were judged (C-45, C-47).
    package let terms: CapturedTerms?
    /// The developer's signed decision on the introductory offer; nil where the App Store's own rule counts (C-10).
    package var allowsIntroductoryOffer: Bool?
    /// The reason to wait; nil while the sheet is open.
    package var wait: Wait?

    private enum CodingKeys: String, CodingKey {
        case id, customer, product, territory, quantity, account, allowsIntroductoryOffer, wait
        case terms = "offer"
    }

    /// The token that transactions carry: the account token, or a user name that is a UUID (C-252).
    ///
    /// Other user names do not reach them.
    var appAccountToken: UUID? {
        switch account {
        case .notSet: nil
        // The initializer alone would read no further than a zero byte.
        case .userName(let name): name.utf8.count == 36 ? UUID(uuidString: name) : nil
        case .token(let token): token
        }
    }
}
