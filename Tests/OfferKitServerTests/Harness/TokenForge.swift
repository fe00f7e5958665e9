import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer

/// Makes tokens for the App Store Server API by hand, valid and invalid ones.
struct TokenForge {
    var header = #"{"alg":"ES256","kid":"ABC1234567","typ":"JWT"}"#
    var claims = TokenForge.python
    var key = SampleShop.shop
    var write: (ECDSASignature) -> String = { Base64.url.encode($0.rawRepresentation) }

    /// 22 November 2026, 12:00 UTC: the wall clock of the tests.
    static let now = Date(millisecondsSince1970: 1_795_348_800_000)

    /// The claims as Apple's library in Python writes them: no `iat`, and an end five minutes ahead.
    static let python =
        #"{"bid":"com.example.app","iss":"issuer-1","aud":"appstoreconnect-v1","exp":1795349100}"#
    /// The claims as Apple's library in Swift writes them: with fractions.
    static let swift =
        #"{"exp":1795349100.25,"iss":"issuer-1","bid":"com.example.app","aud":"appstoreconnect-v1","iat":1795348799.75}"#

    var text: String {
        let signed = Base64.url.encode(Array(header.utf8)) + "." + Base64.url.encode(Array(claims.utf8))
        return signed + "." + write(key.signature(for: Array(signed.utf8)))
    }

    /// Returns the valid token with a change.
    static func text(_ change: (inout TokenForge) -> Void = { _ in }) -> String {
        var forge = TokenForge()
        change(&forge)
        return forge.text
    }

    /// Returns the valid token with one piece of its claims replaced.
    static func replacing(_ piece: String, with other: String) -> String {
        text { $0.claims = python.replacing(piece, with: other) }
    }

    /// Returns an authorizer with one key, ABC1234567 of issuer-1.
    static func authorizer() throws -> AppStoreServerAuthorizer {
        try AppStoreServerAuthorizer(
            keys: [
                AppStoreServerKey(
                    id: "ABC1234567", issuerID: "issuer-1", pem: SampleShop.shop.publicKey.pemRepresentation)
            ], bundleID: "com.example.app")
    }

    /// Returns the refusal of a token; nil for one that is accepted.
    static func refusal(_ token: String, at now: Date = now) throws -> AppStoreServerTokenRefusal? {
        let authorizer = try authorizer()
        do throws(AppStoreServerTokenRefusal) {
            try authorizer.judge(token: token, at: now)
            return nil
        } catch {
            return error
        }
    }
}
