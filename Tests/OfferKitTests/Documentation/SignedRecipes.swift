// The code of Documentation/CheckingSignedValues.md, compiled and run. A test holds the guide against this file: each block of
// the guide stands between two lines that begin with "// guide:".

import Foundation
import OfferKit
import OfferKitTesting
import Testing

/// Recipes of the guide to signed values.
struct SignedRecipes {
    private let catalog: Catalog

    init() throws {
        catalog = try #require(myShop)
    }

    @Test("B14: a JWS for the developer's server, checked and failing")
    func server() async throws {
        // guide: hand
        let store = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox)
        let device = store.addCustomer().addDevice()
        let product = try #require(device.product("com.example.app.monthly"))
        guard case .success(let result) = try await product.purchase() else {
            Issue.record("It was not bought.")
            return
        }
        let jws = result.jwsRepresentation  // header.payload.signature
        let root = Data(store.signingChain.root.der)  // what your server has to trust, instead of Apple's
        // guide: end
        #expect(root.count > 300)
        // guide: others
        let status = try #require(try await product.subscription?.status.first)
        let renewalInfo = try store.verifier.renewalInfo(status.renewalInfo.jwsRepresentation)
        #expect(renewalInfo.autoRenewProductID == product.id)
        let app = try store.verifier.appTransaction(await device.app.appTransaction().jwsRepresentation)
        #expect(app.originalApplicationVersion == "1.0")
        // guide: end
        // guide: check
        let payload = try store.verifier.transaction(jws)
        #expect(payload.productID == "com.example.app.monthly")
        #expect(payload.price == 0)  // the trial

        let other = Store(catalog: catalog, bundleID: "com.example.app", environment: .sandbox, seed: 2)
        do {
            _ = try other.verifier.transaction(jws)
        } catch {
            print(error)  // what is wrong, with what was expected and what came
        }
        // guide: end
        #expect(throws: SignedDataRefusal.self) { try other.verifier.transaction(jws) }
        // guide: fail
        device.setSimulatedError(.verification(.invalidSignature), forAPI: .verification, next: 1)
        let latest = try #require(await device.app.latestTransaction(for: "com.example.app.monthly"))
        guard case .unverified(_, .invalidSignature) = latest else {
            Issue.record("It passed its check.")
            return
        }
        #expect(throws: SignedDataRefusal.signature) { try store.verifier.transaction(latest.jwsRepresentation) }
        // guide: end
    }

    @Test("a team's own chain")
    func ownChain() throws {
        let (textOfThreeCertificates, textOfTheLeafsKey) = (TeamChain.certificates, TeamChain.key)
        // guide: chain
        let chain = try SigningChain(certificatesPEM: textOfThreeCertificates, privateKeyPEM: textOfTheLeafsKey)
        let fixed = Store(catalog: catalog, startingAt: chain.leaf.validFrom, signingWith: chain)
        #expect(fixed.signingChain.root == chain.root)
        // guide: end
    }
}
