import OfferKitCore
import OfferKitCrypto

// Changes to the account that was signed: the user name or the token (B2-4, B2-5, S0-65).

extension SignatureChanges {
    mutating func addAccounts(
        _ payload: OfferPayload, _ account: AppAccount, _ known: [AppAccount], acceptsLowercasedUserName: Bool
    ) {
        let sent = payload[.account]
        if !sent.isEmpty { common.append(SignatureChange(.accountNotSigned(sent: sent), part: .account, "")) }
        if case .token = account {
            addNonceForms(of: sent, .tokenUpperCase, .account) { .tokenOtherForm(signed: $0) }
            let nonce = SignatureChange(.nonceUpperCase, part: .nonce, payload[.nonce].uppercased())
            let token = SignatureChange(.tokenUpperCase, part: .account, sent.uppercased())
            // One careless function may write both.
            if let both = nonce.combined(with: token) { common.append(both) }
        } else {
            addUserNameForms(of: sent, acceptsLowercasedUserName)
        }
        addOthers(known.map(\.signedText), sent: sent)
    }

    private mutating func addUserNameForms(of sent: String, _ acceptsLowercasedUserName: Bool) {
        let lower = OfferPayload.lowerCased(sent)
        if !lower.hasBytes(of: sent) {
            let mistake = SignatureMistake.userNameLetterCase(signed: lower, sent: sent)
            common.append(SignatureChange(acceptsLowercasedUserName ? nil : mistake, part: .account, lower))
        }
        for form in [sent.uppercased(), sent.lowercased(), sent.prefix(1).uppercased() + sent.dropFirst()]
        where !form.hasBytes(of: sent) && !form.hasBytes(of: lower) {
            common.append(SignatureChange(.userNameLetterCase(signed: form, sent: sent), part: .account, form))
        }
        guard !sent.isEmpty else { return }
        addRare(SignatureChanges.hashes(of: sent), .account) { .userNameHashed(signed: $0, sent: sent) }
    }

    /// Adds the customer's other names, as they are, in lower case as Apple's library signs them, and hashed.
    private mutating func addOthers(_ known: [String], sent: String) {
        func mistake(_ signed: String) -> SignatureMistake {
            sent.isEmpty ? .accountNotSent(signed: signed) : .otherAccount(signed: signed, sent: sent)
        }
        let names = known.filter { !$0.isEmpty }
        let lower = OfferPayload.lowerCased(sent)
        addValues(
            names.flatMap { [$0, OfferPayload.lowerCased($0)] }.filter { !$0.utf8.elementsEqual(lower.utf8) },
            sent: sent, .account, mistake)
        for name in names.prefix(16) {
            let upper = name.uppercased()
            if !upper.hasBytes(of: name), !upper.hasBytes(of: sent.uppercased()) {
                rare.append(SignatureChange(mistake(upper), part: .account, upper))
            }
            if SignatureChanges.hashes(of: name).contains(bytesOf: sent) {
                rare.append(SignatureChange(mistake(name), part: .account, name))
            }
        }
    }

    private static func hashes(of text: String) -> [String] {
        let digest = SHA256.hash(Array(text.utf8))
        return [
            Hexadecimal.text(digest),
            String(decoding: Hexadecimal.encode(digest, upperCase: true), as: UTF8.self),
            Base64.standard.encode(digest),
        ]
    }
}
