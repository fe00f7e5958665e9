package import OfferKitCore
package import OfferKitEssentials

/// The body of Set App Account Token (C-144).
package struct AccountTokenRequest: Hashable, Sendable {
    /// The token.
    package let token: UUID

    /// Reads a body.
    ///
    /// - Throws: ``AppStoreServerErrorCode/invalidAppAccountTokenUUID`` for a token that is missing, or no UUID.
    package init(_ body: ServerRequestBody) throws(AppStoreServerError) {
        token = try body.required(
            body.uuid("appAccountToken", .invalidAppAccountTokenUUID), "appAccountToken", "Write a UUID.",
            .invalidAppAccountTokenUUID)
    }
}

extension AppStoreServerError {
    /// The error of an account token that is not set (C-144).
    package init(_ refusal: AccountTokenRefusal) {
        switch refusal {
        case .unknownTransaction: self.init(.originalTransactionIDNotFound, "\(refusal)")
        case .familyShared: self.init(.familyTransactionNotSupported, "\(refusal)")
        case .notOriginal: self.init(.transactionIDIsNotOriginal, "\(refusal)")
        case .notRecorded: self.init(.generalInternal, "\(refusal)")
        }
    }
}
