extension SignatureDiagnosis: CustomStringConvertible {
    /// The causes, the first as the headline, then what the store expected and what came.
    public var description: String {
        var lines = [causes.first?.description ?? unexplained]
        for cause in causes.dropFirst() { lines.append("Also: \(cause)") }
        let wasTried = !ruledOut.isEmpty || !partlyTried.isEmpty
        if !causes.isEmpty, !isSignatureExplained, wasTried, !saysMismatch {
            lines.append("Also: \(causes.sayKeyIsUnknown ? unjudged : unexplained)")
        }
        lines += comparison
        if !isSignatureExplained {
            if !ruledOut.isEmpty {
                lines.append("Ruled out, each as the only mistake: \(SignatureDiagnosis.list(ruledOut)).")
            }
            if !partlyTried.isEmpty, !causes.sayKeyIsUnknown {
                let kinds = SignatureDiagnosis.list(partlyTried)
                lines.append("Tried as far as candidates are known, and not ruled out: \(kinds).")
            }
        }
        lines += warnings.map { "Warning: \($0)" }
        return lines.joined(separator: "\n")
    }

    /// The lines that show what the store expected and what came.
    private var comparison: [String] {
        let expected = expected.map { VisibleText.plain($0) }
        switch form {
        case .original:
            let text = "Expected to be signed (· stands for U+2063): \(expected.joined(separator: "·"))"
            return (expected.isEmpty ? [] : [text]) + ["Signature that came: \(VisibleText.quoted(signature))"]
        case .compactJWS:
            let names = zip(["Header", "Claims"], received).filter { !$0.1.isEmpty }
                .map { "\($0) that came: \(VisibleText.plain($1, longest: VisibleText.longestJWS))" }
            return ["Expected claims: \(expected.joined(separator: ", "))"] + names
                + ["JWS that came: \(VisibleText.quoted(signature, longest: VisibleText.longestJWS))"]
        }
    }

    /// Whether the causes account for the signature.
    ///
    /// Where kinds of mistake were tried in part, those proved so far, such as the way the signature is written, may
    /// not be all.
    private var isSignatureExplained: Bool {
        partlyTried.isEmpty && causes.contains { if case .signature = $0 { true } else { false } }
    }

    /// Whether a cause already says that nothing explains the signature.
    private var saysMismatch: Bool {
        causes.contains { if case .otherPrivateKeyOrText = $0 { true } else { false } }
    }

    private var unjudged: String { "Without the key, the store cannot say whether the signature is in order." }

    private var unexplained: String {
        switch form {
        case .original:
            "The signature does not belong to these parts and this key, and none of the known mistakes explains it. "
                + "Compare what the server signed with the text below, character by character."
        case .compactJWS:
            "The signature does not belong to this header, these claims and this key, and none of the known mistakes "
                + "explains it. Sign the first two parts exactly as they are sent, and send them as they were signed."
        }
    }

    private static func list(_ kinds: [SignatureMistake.Kind]) -> String {
        kinds.map(\.description).joined(separator: "; ")
    }
}

extension SignatureDiagnosis.Warning: CustomStringConvertible {
    /// The thing to change, and why.
    public var description: String {
        switch self {
        case .userNameLooksLikeEmail(let name):
            "The user name \(VisibleText.quoted(name)) looks like an e-mail address. Never send anything that identifies a "
                + "person: use a salted one-way hash, and sign and send that."
        case .defaultBundleID(let bundleID):
            "The store checks for the bundle identifier \(VisibleText.quoted(bundleID)), which is that of a store that was "
                + "given none. If your server signs for another, pass that as bundleID where the store is made."
        }
    }
}
