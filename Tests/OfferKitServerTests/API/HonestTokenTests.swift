import OfferKitCore
import OfferKitCrypto
import OfferKitServer
import OfferKitTestHarness
import Testing

/// A refused token is refused for what is wrong with it.
///
/// Tokens with random mistakes, judged by an API that was told of some of the developer's keys.
struct HonestTokenTests {
    private static let seeds: [UInt64] = Effort.isFull ? [3, 14, 15, 92, 65, 35, 89, 79] : [3, 14]

    /// A token, its header field, and what the API knows; each mistake is there or not, whatever the others.
    private struct Situation {
        enum Mistake: CaseIterable {
            case noAuthorization, noBearer, padding, otherAlgorithm, otherType, critical, otherKeyID, withheldKey,
                otherSigner
            case der, otherIssuer, otherAudience, otherBundle, expired, future, long, noIssuer, noEnd, textualEnd
        }

        var mistakes: Set<Mistake>
        /// Other keys of the developer's, of which the API knows as well.
        let others: [String]

        private func has(_ mistake: Mistake) -> Bool { mistakes.contains(mistake) }

        /// Every key that an API may know of, made once: that takes far longer than judging a token.
        private static let keys = Result {
            try [("ABC1234567", SampleShop.shop), ("KEY2", SampleShop.spare), ("KEY3", SampleShop.spare)].map {
                try AppStoreServerKey(id: $0.0, issuerID: "issuer-1", pem: $0.1.publicKey.pemRepresentation)
            }
        }

        var authorizer: AppStoreServerAuthorizer {
            get throws {
                let known = (has(.withheldKey) ? [] : ["ABC1234567"]) + others
                return try AppStoreServerAuthorizer(
                    keys: Self.keys.get().filter { known.contains($0.id) }, bundleID: "com.example.app")
            }
        }

        var request: AppStoreServerRequest {
            if has(.noAuthorization) { return AppStoreServerRequest(path: "/") }
            let value = (has(.noBearer) ? "Token " : "Bearer ") + token
            return AppStoreServerRequest(path: "/", headers: ["Authorization": value])
        }

        private var token: String {
            TokenForge.text { forge in
                let algorithm = has(.otherAlgorithm) ? "HS256" : "ES256"
                let critical = has(.critical) ? #","crit":["b64"]"# : ""
                let type = has(.otherType) ? "JOSE" : "JWT"
                let id = has(.otherKeyID) ? "NOBODYS" : "ABC1234567"
                forge.header = #"{"alg":"\#(algorithm)","kid":"\#(id)","typ":"\#(type)"\#(critical)}"#
                let now = TokenForge.now.millisecondsSince1970 / 1_000
                let issued = now + (has(.future) ? 600 : 0)
                let end = has(.expired) ? now - 1 : issued + (has(.long) ? 7_200 : 300)
                var claims = [
                    #""iat":\#(issued)"#, #""aud":"\#(has(.otherAudience) ? "appstore" : "appstoreconnect-v1")""#,
                    #""bid":"\#(has(.otherBundle) ? "com.example.other" : "com.example.app")""#,
                ]
                if !has(.noIssuer) { claims.append(#""iss":"\#(has(.otherIssuer) ? "issuer-2" : "issuer-1")""#) }
                if !has(.noEnd) { claims.append(has(.textualEnd) ? #""exp":"\#(end)""# : #""exp":\#(end)"#) }
                forge.claims = "{\(claims.joined(separator: ","))}"
                if has(.otherSigner) { forge.key = SampleShop.spare }
                if has(.der) {
                    forge.write = { Base64.url.encode($0.derRepresentation) }
                } else if has(.padding) {
                    forge.write = { Base64.url.encode($0.rawRepresentation) + "=" }
                }
            }
        }

        /// What a refusal names; nil for what was never done.
        func named(by refusal: AppStoreServerTokenRefusal) throws -> Mistake? {
            switch refusal {
            case .noAuthorization: .noAuthorization
            case .noBearer: .noBearer
            case .notBase64URL(part: 3): .padding
            case .otherAlgorithm("HS256"): .otherAlgorithm
            case .otherType("JOSE"): .otherType
            case .criticalHeader: .critical
            case .unknownKey("NOBODYS", let known): known == (try authorizer.keyIDs) ? .otherKeyID : nil
            case .unknownKey("ABC1234567", let known): known == others.sorted() ? .withheldKey : nil
            case .derSignature: .der
            case .signature("ABC1234567"): .otherSigner
            case .missing(.claims, "iss"): .noIssuer
            case .missing(.claims, "exp"): .noEnd
            case .malformed(.claims, "exp", _, _): .textualEnd
            case .otherIssuer("issuer-2", expected: "issuer-1"): .otherIssuer
            case .otherAudience("appstore"): .otherAudience
            case .otherBundleID("com.example.other", expected: "com.example.app"): .otherBundle
            case .expired: .expired
            case .issuedInFuture: .future
            case .livesTooLong(.minutes(120), _): .long
            default: nil
            }
        }

        var refusal: AppStoreServerTokenRefusal? {
            get throws {
                let (judge, request) = (try authorizer, request)
                do throws(AppStoreServerTokenRefusal) {
                    try judge.judge(request, at: TokenForge.now)
                    return nil
                } catch {
                    return error
                }
            }
        }
    }

    @Test("C-140: what is named was done, and once all that is named is mended the token is taken", arguments: seeds)
    func mended(_ seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let count = Int.random(in: 0...4, using: &random)
            var mistakes = Set(Situation.Mistake.allCases.shuffled(using: &random).prefix(count))
            // What no token can be both, and what hides another for good.
            if mistakes.contains(.der) { mistakes.remove(.padding) }
            if mistakes.contains(.expired) { mistakes.subtract([.long, .future]) }
            let others = ["KEY2", "KEY3"].filter { _ in Bool.random(using: &random) }
            var situation = Situation(mistakes: mistakes, others: others)
            var named: [Situation.Mistake] = []
            while let refusal = try situation.refusal {
                let place: Comment = "seed \(seed), round \(round): truly \(mistakes), named \(named), now \(refusal)"
                let mistake = try #require(try situation.named(by: refusal), place)
                try #require(situation.mistakes.remove(mistake) != nil, place)
                named.append(mistake)
            }
            expectEqual(Set(named), mistakes, "seed \(seed), round \(round)")
        }
    }
}
