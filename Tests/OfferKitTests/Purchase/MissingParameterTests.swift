import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Missing parts of a promotional offer.
struct MissingParameterTests {
    /// The parts of a payment discount, with the user name; a JWS comes instead of them.
    static let ofDiscount = OfferParameter.allCases.filter { $0 != .compactJWS }

    /// What is done to one part.
    enum Change: CaseIterable {
        case absent, empty
    }

    /// A claim from the texts of a server's answer, with some parts absent or empty.
    private func claim(
        _ shopping: Shopping, signedFor account: AppAccount = .userName("u1"), _ changes: [OfferParameter: Change]
    ) throws -> PaymentDiscount {
        let good = try shopping.claim(for: account)
        func text(_ part: OfferParameter, _ value: String?) -> String? {
            switch changes[part] {
            case .absent: nil
            case .empty: ""
            case nil: value
            }
        }
        return try PaymentDiscount(
            offer: text(.identifier, good.identifier), keyIdentifier: text(.keyIdentifier, good.keyIdentifier),
            nonce: text(.nonce, good.nonce?.uuidString.lowercased()), signature: text(.signature, good.signature),
            timestamp: text(.timestamp, good.timestamp.map { String($0) }))
    }

    private func answer(
        rules: StoreRules = .documents, signedFor account: AppAccount = .userName("u1"), sent: AppAccount,
        _ changes: [OfferParameter: Change] = [:]
    ) throws -> PurchaseRefusal? {
        let shopping = try Shopping(rules: rules)
        try shopping.device.purchase(Shopping.weekly)
        let discount = try claim(shopping, signedFor: account, changes)
        return refusal { try shopping.device.purchase(Shopping.pro, offer: .promotional(discount), account: sent) }
    }

    // S0-20: the signature is one of them.
    @Test(
        "S0-72, C-1: each part of the claim, absent or empty, is missing and named",
        arguments: [OfferParameter.identifier, .keyIdentifier, .nonce, .timestamp, .signature], Change.allCases)
    func cells(part: OfferParameter, change: Change) throws {
        try expectEqual(answer(sent: .userName("u1"), [part: change]), .missingOfferParams([part]))
    }

    @Test(
        "S0-73, C-1: a user name that was never set is missing under both settings",
        arguments: [StoreRules.EmptyUserName.accepted, .missing])
    func userNameNeverSet(setting: StoreRules.EmptyUserName) throws {
        var rules = StoreRules.documents
        rules.emptyUserName = setting
        try expectEqual(answer(rules: rules, sent: .notSet), .missingOfferParams([.applicationUsername]))
    }

    @Test("S1-35, C-1: a user name set to nothing on purpose is signed as an empty part by default")
    func emptyUserNameAccepted() throws {
        expectNil(try answer(signedFor: .userName(""), sent: .userName("")))
    }

    @Test("S0-72, C-1: the other setting reads it as missing, to the letter")
    func emptyUserNameMissing() throws {
        var rules = StoreRules.documents
        rules.emptyUserName = .missing
        try expectEqual(
            answer(rules: rules, signedFor: .userName(""), sent: .userName("")),
            .missingOfferParams([.applicationUsername]))
        expectNil(try answer(rules: rules, sent: .userName("u1")))
    }

    @Test("S0-72: everything missing at once is all named")
    func everything() throws {
        let changes: [[OfferParameter: Change]] = [
            Dictionary(uniqueKeysWithValues: MissingParameterTests.ofDiscount.map { ($0, .absent) }),
            Dictionary(uniqueKeysWithValues: MissingParameterTests.ofDiscount.map { ($0, .empty) }),
        ]
        for change in changes {
            try expectEqual(answer(sent: .notSet, change), .missingOfferParams(MissingParameterTests.ofDiscount))
        }
    }

    @Test(
        "S0-72: any two parts missing are both named", arguments: MissingParameterTests.ofDiscount,
        MissingParameterTests.ofDiscount)
    func pairs(first: OfferParameter, second: OfferParameter) throws {
        let parts = Set([first, second])
        let changes = Dictionary(uniqueKeysWithValues: parts.map { ($0, Change.empty) })
        let sent = parts.contains(.applicationUsername) ? AppAccount.notSet : .userName("u1")
        guard case .missingOfferParams(let missing) = try answer(sent: sent, changes) else {
            Issue.record("Nothing was missing.")
            return
        }
        expectEqual(Set(missing), parts)
        expectEqual(missing.count, parts.count)
    }

    @Test("B2-4: an account token takes the place of the user name")
    func token() throws {
        let token = try #require(UUID(uuidString: "A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1"))
        expectNil(try answer(signedFor: .token(token), sent: .token(token)))
    }

    @Test(
        "B2-14, C-1: StoreKit 2's option reads an absent token as the empty part, with both settings",
        arguments: [StoreRules.EmptyUserName.accepted, .missing])
    func storeKit2(setting: StoreRules.EmptyUserName) async throws {
        var rules = StoreRules.documents
        rules.emptyUserName = setting
        let shopping = try Shopping(rules: rules)
        try shopping.device.purchase(Shopping.weekly)
        let good = try shopping.claim(for: .userName(""))
        let result = try await shopping.product(Shopping.pro).purchase(options: [good.option])
        guard case .success(let verified) = result else {
            Issue.record("\(result)")
            return
        }
        try expectEqual(verified.payloadValue.offer?.id, "half3")
    }

    @Test("B2-14: with a token as an option, the token must be in the signature")
    func storeKit2Token() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let product = try shopping.product(Shopping.pro)
        let token = try #require(UUID(uuidString: "A81BC81B-DEAD-4E5D-ABFF-90865D1E13B1"))
        await #expect(throws: Product.PurchaseError.invalidOfferSignature) {
            _ = try await product.purchase(options: [
                shopping.claim(for: .userName("")).option, .appAccountToken(token),
            ])
        }
        let result = try await product.purchase(
            options: [shopping.claim(for: .token(token)).option, .appAccountToken(token)])
        guard case .success(let verified) = result else {
            Issue.record("\(result)")
            return
        }
        try expectEqual(verified.payloadValue.appAccountToken, token)
    }

    @Test("S0-72: StoreKit 2's option with an empty identifier, key or signature is missing parts too")
    func storeKit2Empty() async throws {
        let shopping = try Shopping()
        try shopping.device.purchase(Shopping.weekly)
        let product = try shopping.product(Shopping.pro)
        for part in [OfferParameter.identifier, .keyIdentifier, .signature] {
            let discount = try claim(shopping, signedFor: .userName(""), [part: .empty])
            await #expect(throws: Product.PurchaseError.missingOfferParameters) {
                _ = try await product.purchase(options: [discount.option])
            }
            expectEqual(shopping.device.lastRefusal, .missingOfferParams([part]))
        }
    }
}

extension PaymentDiscount {
    /// The claim as StoreKit 2's purchase option; what is absent is empty there.
    var option: Product.PurchaseOption {
        .promotionalOffer(
            offerID: identifier ?? "", keyID: keyIdentifier ?? "", nonce: nonce ?? .zero,
            signature: signature.flatMap { Data(base64Encoded: $0) } ?? Data(), timestamp: Int(timestamp ?? 0))
    }
}

extension UUID {
    /// The UUID of sixteen zero bytes.
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
