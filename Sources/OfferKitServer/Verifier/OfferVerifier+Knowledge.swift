package import OfferKitCore
package import OfferKitEssentials

extension OfferVerifier {
    /// The store's knowledge that an explanation may use: it never names anything else (C-65).
    ///
    /// The lists may have any length; a search tries the first of each, so put the likeliest first.
    package struct Knowledge: Sendable {
        /// The bundle identifiers of the store's app and of its other builds.
        var bundleIDs: [String]
        /// The products with the identifiers of their promotional offers.
        package var products: [Product]
        /// The registered keys, revoked ones too.
        package var keys: [Key]
        /// User names and tokens that this customer has used, the latest first.
        package var accounts: [AppAccount]
        /// Nonces and timestamps of earlier purchases, the latest first.
        package var seen: [Seen]
        /// The store's clock.
        package var now: Instant

        /// What a store knows, at the time that its clock shows.
        package init(
            bundleIDs: [String] = [], products: [Product] = [], keys: [Key] = [], accounts: [AppAccount] = [],
            seen: [Seen] = [], now: Instant
        ) {
            self.bundleIDs = bundleIDs
            self.products = products
            self.keys = keys
            self.accounts = accounts
            self.seen = seen
            self.now = now
        }

        /// A product and its promotional offers.
        package struct Product: Hashable, Sendable {
            var id: String
            var offers: [String]

            /// A product with the identifiers of its promotional offers.
            package init(_ id: String, offers: [String]) {
                self.id = id
                self.offers = offers
            }
        }

        /// A registered key.
        package struct Key: Hashable, Sendable {
            /// The key's identifier.
            package var id: String
            /// The 65 bytes of the uncompressed point.
            package var publicKey: [UInt8]
            /// Whether the key is revoked: such a key is tried last, and of two equal keys the other is named.
            var isRevoked: Bool

            /// A registered key.
            package init(id: String, publicKey: [UInt8], isRevoked: Bool = false) {
                self.id = id
                self.publicKey = publicKey
                self.isRevoked = isRevoked
            }
        }

        /// The parts of one earlier purchase.
        package struct Seen: Hashable, Sendable {
            var nonce: UUID
            var timestamp: Int64?

            /// The nonce of one purchase, and the timestamp if one came.
            package init(nonce: UUID, timestamp: Int64?) {
                self.nonce = nonce
                self.timestamp = timestamp
            }
        }
    }
}
