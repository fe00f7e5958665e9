#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

package import OfferKitCore

extension OfferVerifier {
    /// What the store knows and an explanation may try: nothing else is ever named (C-65).
    ///
    /// The lists may be as long as they are; a search takes the first of each, so put the likeliest first.
    package struct Knowledge: Sendable {
        /// The bundle identifiers of the store's app and of its other builds.
        package var bundleIDs: [String]
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
            package var id: String
            package var offers: [String]

            package init(_ id: String, offers: [String]) {
                self.id = id
                self.offers = offers
            }
        }

        /// A registered key.
        package struct Key: Hashable, Sendable {
            package var id: String
            /// The 65 bytes of the uncompressed point.
            package var publicKey: [UInt8]
            /// A revoked key is tried after all others, and where two are the same, the other is named.
            package var isRevoked: Bool

            package init(id: String, publicKey: [UInt8], isRevoked: Bool = false) {
                self.id = id
                self.publicKey = publicKey
                self.isRevoked = isRevoked
            }
        }

        /// What came with one earlier purchase.
        package struct Seen: Hashable, Sendable {
            package var nonce: UUID
            package var timestamp: Int64?

            package init(nonce: UUID, timestamp: Int64?) {
                self.nonce = nonce
                self.timestamp = timestamp
            }
        }
    }
}
