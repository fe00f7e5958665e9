import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// Makes compact JWS texts by hand, valid and invalid ones.
struct JWSForge {
    var header = #"{"alg":"ES256","kid":"ABC1234567","typ":"JWT"}"#
    var claims = JWSForge.promotional
    var key = SampleShop.shop
    /// The signed bytes, if they are not the two parts with the full stop.
    var signed: ((_ header: String, _ claims: String) -> [UInt8])?
    /// The form of the signature; 64 bytes in Base64URL unless set.
    var write: (ECDSASignature) -> String = { Base64.url.encode($0.rawRepresentation) }
    /// The form of a part.
    var encode: (String) -> String = { Base64.url.encode(Array($0.utf8)) }

    static let promotional = """
        {"iss":"issuer-1","iat":1560000000,"aud":"promotional-offer","bid":"com.example.app",\
        "nonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","productId":"pro.monthly","offerIdentifier":"half3",\
        "transactionId":"12"}
        """
    /// The claims with their names in alphabetical order.
    static let sorted = """
        {"aud":"promotional-offer","bid":"com.example.app","iat":1560000000,"iss":"issuer-1",\
        "nonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","offerIdentifier":"half3","productId":"pro.monthly",\
        "transactionId":"12"}
        """
    static let introductory = """
        {"iss":"issuer-1","iat":1560000000,"aud":"introductory-offer-eligibility","bid":"com.example.app",\
        "nonce":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd","productId":"pro.monthly","allowIntroductoryOffer":false,\
        "transactionId":"12"}
        """

    /// The valid request.
    static let good: String = text()
    /// Its three parts.
    static let parts: [String] = good.split(separator: ".").map(String.init)

    var text: String {
        let parts = (encode(header), encode(claims))
        let message = signed?(header, claims) ?? Array("\(parts.0).\(parts.1)".utf8)
        return "\(parts.0).\(parts.1).\(write(key.signature(for: message)))"
    }

    /// Returns the valid request with a change.
    static func text(_ change: (inout JWSForge) -> Void = { _ in }) -> String {
        var forge = JWSForge()
        change(&forge)
        return forge.text
    }

    /// Returns the valid request with one piece of its claims replaced.
    static func replacing(_ piece: String, with other: String) -> String {
        text { $0.claims = promotional.replacing(piece, with: other) }
    }
}

/// Returns the mistakes found in a text for a promotional offer or another purpose: form first, then cryptography.
func jwsMistakes(
    _ text: String, for purpose: OfferRequestJWS.Purpose = .promotionalOffer,
    _ knowledge: OfferVerifier.Knowledge = SampleShop.knowledge
) -> [SignatureMistake] {
    let jws = OfferRequestJWS(reading: text, for: purpose)
    let key = knowledge.keys.first { $0.id == jws.keyIdentifier }?.publicKey
    let form = jws.mistakes.map(SignatureMistake.jws)
    switch OfferVerifier(backend: .pure).evidence(for: jws, key: key, knowledge: knowledge) {
    case .verifies: return form
    case .fails(let findings): return form + findings.mistakes
    }
}

/// Returns whether text and signature are valid, so that only the claims are left to judge.
func isInOrder(_ text: String, for purpose: OfferRequestJWS.Purpose = .promotionalOffer) -> Bool {
    let jws = OfferRequestJWS(reading: text, for: purpose)
    guard let key = SampleShop.knowledge.keys.first(where: { $0.id == jws.keyIdentifier }) else { return false }
    return jws.mistakes.isEmpty && OfferVerifier(backend: .pure).verifies(jws, key: key.publicKey)
}

/// A text, and the mistakes expected in it.
struct JWSCase: Sendable {
    let text: String
    let mistakes: [JWSMistake]

    init(_ text: String, _ mistakes: JWSMistake...) {
        self.text = text
        self.mistakes = mistakes
    }
}
